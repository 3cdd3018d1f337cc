/// Counts the documents that have any of several words, in wide bit sets.
///
/// A unit that is a bit set already is taken over word by word, shifted to its place.
@safe
final class UnionCount {
  /// Documents at a time: 32 KiB of bits stay in the first cache.
  private static let span = 1 << 18

  private let lists: [TermScorer]
  private let range: SearchRange
  private let live: LiveDocuments
  private let wordCount: Int
  // SAFETY: `wordCount` words, freed with this object.
  private let words: UnsafeMutablePointer<UInt64>

  /// - Parameter range: where to count; from a multiple of 64 on.
  init(_ lists: [TermScorer], in range: SearchRange, live: LiveDocuments) {
    self.lists = lists
    self.range = range
    self.live = live
    wordCount = IntegerMath.ceilingDivide(min(Self.span, range.documents.count), by: 64)
    unsafe words = .allocate(capacity: max(1, wordCount))
  }

  deinit {
    unsafe words.deallocate()
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

  /// A number of documents that surely have one of the words; nil in a part of the segment.
  private var leastCount: Int? {
    guard range.documents.count == live.documentCount else { return nil }
    return lists.map { $0.cursor.documentFrequency - live.deletedCount }.max()
  }

  private func count(from start: Int, to end: Int, _ stop: SearchStop) throws(SearchError) -> Int {
    let used = IntegerMath.ceilingDivide(end - start, by: 64)
    // SAFETY: the span has at most `wordCount` words.
    unsafe words.update(repeating: 0, count: used)
    for list in lists {
      try mark(list.cursor, from: DocumentID(start), to: DocumentID(end), used, stop)
    }
    if let bits = live.words {
      for index in 0..<used { unsafe words[index] &= bits.uint64(at: (start / 64 + index) * 8) }
    }
    var sum = 0
    for index in 0..<used { sum &+= unsafe words[index].nonzeroBitCount }
    return sum
  }

  /// Sets the bits of the documents from `start` to below `end`; bit 0 stands for `start`.
  private func mark(
    _ cursor: PostingsCursor, from start: DocumentID, to end: DocumentID, _ used: Int,
    _ stop: SearchStop
  ) throws(SearchError) {
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
