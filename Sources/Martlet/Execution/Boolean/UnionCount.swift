/// Counts the documents that have any of several words and none of some others, in wide bit sets.
///
/// A block that is a bit set already is copied word by word, shifted to its offset. The documents
/// of the prohibited lists are marked and counted first. The bits set after all lists are marked,
/// less that count, are the documents that match.
@safe
final class UnionCount {
  /// The number of documents that are counted at a time: 32 KiB of bits fit the L1 cache.
  private static let span = 1 << 18
  /// The number of postings that are read in the time of one lookup.
  private static let postingsPerLookUp = 4
  /// The number of documents whose bits are cleared and counted in the time of reading one posting.
  private static let documentsPerPosting = 16

  private let lists: [TermScorer]
  private let prohibited: [TermScorer]
  private let range: SearchRange
  private let live: LiveDocuments
  private let wordCount: Int
  // SAFETY: `wordCount` words, freed with this object.
  private let words: UnsafeMutablePointer<UInt64>

  /// - Parameter range: The range to count, which begins at a multiple of 64.
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

  /// Returns true if it is faster to count the documents of all of `lists` and none of `prohibited`
  /// this way than one by one: reading a list takes a fraction of the time of looking up as many
  /// documents in it.
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

  /// Adds the documents to the count of `collector`, until it has enough.
  func run(_ collector: Collector) throws(SearchError) {
    if collector.matches == nil, let known = leastCount,
      known >= collector.countLimit - collector.count
    {
      return collector.add(count: known)
    }
    let end = Int(range.documents.upperBound)
    var start = Int(range.documents.lowerBound)
    while start < end, collector.counts {
      let next = min(end, start + Self.span)
      // The marks of a span would be lost if other threads continued from there.
      let sum = try collector.stop.withoutThreads { () throws(SearchError) in
        try count(from: start, to: next, collector.stop)
      }
      collector.add(count: sum)
      if let matches = collector.matches { copyLive(to: matches, from: start, to: next) }
      start = next
      // Documents that were counted here must be ranked here as well.
      guard start < end, !collector.ranks else { continue }
      try collector.leaveToThreads(range.rest(from: DocumentID(start)))
    }
  }

  /// A lower bound of the number of documents that match; nil for a part of the segment.
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

  /// Returns the number of live documents that are marked.
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

  /// Adds the live documents that are marked to `matches`; there are no prohibited lists.
  private func copyLive(to matches: DocumentBitmap, from start: Int, to end: Int) {
    for index in 0..<IntegerMath.ceilingDivide(end - start, by: 64) {
      // SAFETY: below the words of the span.
      let word = unsafe words[index]
      let mask = live.words?.uint64(at: (start / 64 + index) * 8) ?? .max
      matches[start / 64 + index] |= word & mask
    }
  }

  /// Sets the bits of those of `documents` that the list has; bit 0 stands for the first of the
  /// range.
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
      if cursor.lastDocument >= end || !cursor.nextBlock() { return }
    }
  }

  private func markDocuments(
    _ cursor: PostingsCursor, _ start: DocumentID, _ end: DocumentID
  ) throws(SearchError) {
    try cursor.loadDocuments()
    let (documents, words) = unsafe (cursor.documents, words)
    var (first, last) = (0, cursor.count)
    // SAFETY: below the block's count.
    while unsafe first < last && documents[first] < start { first &+= 1 }
    while unsafe first < last && documents[last &- 1] >= end { last &-= 1 }
    for index in first..<last {
      // SAFETY: below the block's count; documents rise, so the bit lies in the span.
      let bit = unsafe documents[index] &- start
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
