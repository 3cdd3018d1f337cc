/// Counts the documents that have any of several words, and none of some others, in wide bit sets.
///
/// A unit that is a bit set already is taken over word by word, shifted to its place. The documents of the
/// others are marked, and counted, first: what is marked in the end are more by those that are sought.
@safe
final class UnionCount {
  /// Documents at a time: 32 KiB of bits stay in the first cache.
  private static let span = 1 << 18
  /// Looking a document up takes about as long as reading so many.
  private static let postingsPerLookUp = 4
  /// Clearing and counting the bits of so many documents takes about as long as reading one.
  private static let documentsPerPosting = 16

  private let lists: [TermScorer]
  private let prohibited: [TermScorer]
  private let range: SearchRange
  private let live: LiveDocuments
  private let wordCount: Int
  // SAFETY: `wordCount` words, freed with this object.
  private let words: UnsafeMutablePointer<UInt64>

  /// - Parameter range: where to count; from a multiple of 64 on.
  init(
    _ lists: [TermScorer], prohibited: [TermScorer] = [], in range: SearchRange,
    live: LiveDocuments
  ) {
    self.lists = lists
    self.prohibited = prohibited
    self.range = range
    self.live = live
    wordCount = IntegerMath.ceilingDivide(min(Self.span, range.documents.count), by: 64)
    unsafe words = .allocate(capacity: max(1, wordCount))
  }

  deinit {
    unsafe words.deallocate()
  }

  /// Returns true if the documents that have all of `lists` and none of `prohibited` are counted sooner so
  /// than one after the other: reading a list takes a fraction of looking up as many documents in it.
  static func isQuick(
    _ lists: [TermScorer], _ prohibited: [TermScorer], documentCount: Int
  ) -> Bool {
    guard lists.count == 1, !prohibited.isEmpty else { return false }
    let lookedUp = lists[0].cursor.documentFrequency * prohibited.count
    let read = prohibited.reduce(lists[0].cursor.documentFrequency) {
      $0 + $1.cursor.documentFrequency
    }
    return read + documentCount / documentsPerPosting < lookedUp * postingsPerLookUp
  }

  /// Has `collector` count the documents, until it has enough.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func run(_ collector: Collector) throws(SearchError) {
    if let known = leastCount, known >= collector.countLimit - collector.count {
      return collector.add(count: known)
    }
    let end = Int(range.documents.upperBound)
    var start = Int(range.documents.lowerBound)
    while start < end, collector.counts {
      let next = min(end, start + Self.span)
      // What is marked in a span would be lost if others went on from there.
      let sum = try collector.stop.withoutThreads { () throws(SearchError) in
        try count(from: start, to: next, collector.stop)
      }
      collector.add(count: sum)
      start = next
      // What was counted here is to be ranked here as well.
      guard start < end, !collector.ranks else { continue }
      try collector.leaveToThreads(range.rest(from: DocumentID(start)))
    }
  }

  /// A number of documents that are surely counted; nil in a part of the segment.
  private var leastCount: Int? {
    guard range.documents.count == live.documentCount else { return nil }
    let others = prohibited.reduce(live.deletedCount) { $0 + $1.cursor.documentFrequency }
    return lists.map { max(0, $0.cursor.documentFrequency - others) }.max()
  }

  private func count(from start: Int, to end: Int, _ stop: SearchStop) throws(SearchError) -> Int {
    let documents = DocumentID(start)..<DocumentID(end)
    let used = IntegerMath.ceilingDivide(end - start, by: 64)
    // SAFETY: the span has at most `wordCount` words.
    unsafe words.update(repeating: 0, count: used)
    for list in prohibited { try mark(list.cursor, documents, used, stop) }
    let others = prohibited.isEmpty ? 0 : liveCount(from: start, used)
    for list in lists { try mark(list.cursor, documents, used, stop) }
    return liveCount(from: start, used) - others
  }

  /// The number of live documents that are marked.
  private func liveCount(from start: Int, _ used: Int) -> Int {
    var sum = 0
    guard let bits = live.words else {
      // SAFETY: below the words of the span.
      for index in 0..<used { sum &+= unsafe words[index].nonzeroBitCount }
      return sum
    }
    for index in 0..<used {
      sum &+= unsafe (words[index] & bits.uint64(at: (start / 64 + index) * 8)).nonzeroBitCount
    }
    return sum
  }

  /// Sets the bits of the list's `documents`; bit 0 stands for the first of them.
  private func mark(
    _ cursor: PostingsCursor, _ documents: Range<DocumentID>, _ used: Int, _ stop: SearchStop
  ) throws(SearchError) {
    let (start, end) = (documents.lowerBound, documents.upperBound)
    guard cursor.seek(start) else { return }
    while cursor.firstPossibleDocument < end {
      try stop.spend(cursor.count)
      if cursor.isBitSet, cursor.firstPossibleDocument >= start, cursor.lastDocument < end {
        try markBits(cursor, start, used)
      } else {
        try markDocuments(cursor, start, end)
      }
      if cursor.lastDocument >= end || !cursor.nextUnit() { return }
    }
  }

  private func markDocuments(
    _ cursor: PostingsCursor, _ start: DocumentID, _ end: DocumentID
  ) throws(SearchError) {
    try cursor.loadDocuments()
    let documents = unsafe cursor.documents
    for index in 0..<cursor.count {
      // SAFETY: below the unit's count; the bit lies in the span.
      let document = unsafe documents[index]
      guard document >= start, document < end else { continue }
      let bit = document &- start
      unsafe words[Int(bit &>> 6)] |= 1 &<< UInt64(bit & 63)
    }
  }

  private func markBits(
    _ cursor: PostingsCursor, _ start: DocumentID, _ used: Int
  ) throws(SearchError) {
    let (first, source, count) = unsafe try cursor.bitSet()
    let bit = Int(first &- start)
    let shift = UInt64(bit & 63)
    let target = bit &>> 6
    let room = used &- target
    var carry: UInt64 = 0
    // SAFETY: `target + index` is below `used`; the bit set has `count` words.
    for index in 0..<min(count, room) {
      let word = unsafe UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
      unsafe words[target &+ index] |= word &<< shift | carry
      carry = shift == 0 ? 0 : word &>> (64 &- shift)
    }
    if count < room { unsafe words[target &+ count] |= carry }
  }
}
