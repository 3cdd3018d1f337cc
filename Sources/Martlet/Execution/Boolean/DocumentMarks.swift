/// The documents of one span that lists have, as a wide bit set.
///
/// A block that is a bit set already is copied word by word, shifted to its offset. Used by one
/// thread.
///
/// - Complexity: about 1 ns for each posting, and a fifth of that in blocks that are bit sets.
@safe
final class DocumentMarks {
  /// The number of documents of the largest span: two sets of 32 KiB fit the L2 cache.
  static let span = 1 << 18

  /// The number of words that are in use.
  private var used = 0
  private var documents: Range<DocumentID> = 0..<0
  // SAFETY: a word for each 64 documents of the largest span, freed with this object; `used` is at
  // most their number.
  private let words: UnsafeMutablePointer<UInt64>
  private let wordCount: Int

  /// - Parameter documentCount: The number of documents of all spans together.
  init(documentCount: Int) {
    wordCount = max(1, IntegerMath.ceilingDivide(min(Self.span, documentCount), by: 64))
    unsafe words = .allocate(capacity: wordCount)
  }

  deinit {
    unsafe words.deallocate()
  }

  /// Begins a span without a marked document.
  ///
  /// - Parameter documents: The documents of the span, from a multiple of 64 on, and no more than
  ///   fit.
  func begin(_ documents: Range<DocumentID>) {
    self.documents = documents
    used = IntegerMath.ceilingDivide(documents.count, by: 64)
    precondition(used <= wordCount, "a span of \(used) words exceeds \(wordCount)")
    unsafe words.update(repeating: 0, count: used)
  }

  /// Marks those documents of the span that the list has.
  // Inlined, it would stand three times in its caller.
  @inline(never)
  func mark(_ cursor: PostingsCursor, _ stop: SearchStop) throws(SearchError) {
    let (start, end) = (documents.lowerBound, documents.upperBound)
    guard cursor.seek(start) else { return }
    while cursor.firstPossibleDocument < end {
      try stop.spend(cursor.count)
      if cursor.isBitSet, cursor.firstPossibleDocument >= start, cursor.lastDocument < end {
        try markBits(cursor)
      } else {
        try markDocuments(cursor)
      }
      if cursor.lastDocument >= end || !cursor.nextBlock() { return }
    }
  }

  private func markDocuments(_ cursor: PostingsCursor) throws(SearchError) {
    try cursor.loadDocuments()
    let (documents, words) = unsafe (cursor.documents, words)
    let (start, end) = (self.documents.lowerBound, self.documents.upperBound)
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

  private func markBits(_ cursor: PostingsCursor) throws(SearchError) {
    let (first, source, count) = unsafe try cursor.bitSet()
    let bit = Int(first &- documents.lowerBound)
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
    // Only a forged list has bits behind the last document.
    let rest = UInt64(documents.count & 63)
    if rest != 0 { unsafe words[used &- 1] &= (1 &<< rest) &- 1 }
  }

  /// Removes the marks that `other`, of the same span, does not have.
  func formIntersection(_ other: DocumentMarks) {
    // SAFETY: both have the words of the span.
    for index in 0..<min(used, other.used) { unsafe words[index] &= other.words[index] }
  }

  /// Removes the marks that `other`, of the same span, has.
  func subtract(_ other: DocumentMarks) {
    // SAFETY: both have the words of the span.
    for index in 0..<min(used, other.used) { unsafe words[index] &= ~other.words[index] }
  }

  /// Returns the number of live documents that are marked.
  func liveCount(_ live: LiveDocuments) -> Int {
    var sum = 0
    guard let bits = live.words else {
      // SAFETY: below the words of the span.
      for index in 0..<used { sum &+= unsafe words[index].nonzeroBitCount }
      return sum
    }
    let first = Int(documents.lowerBound) / 64
    for index in 0..<used {
      sum &+= unsafe (words[index] & bits.uint64(at: (first + index) * 8)).nonzeroBitCount
    }
    return sum
  }

  /// Adds the live documents that are marked to `matches`.
  func copyLive(_ live: LiveDocuments, to matches: DocumentBitmap) {
    let first = Int(documents.lowerBound) / 64
    for index in 0..<used {
      // SAFETY: below the words of the span.
      let word = unsafe words[index]
      let mask = live.words?.uint64(at: (first + index) * 8) ?? .max
      matches[first + index] |= word & mask
    }
  }
}
