/// The terms of one field of one segment: finds one, or a place among them, and reads on in order.
///
/// Reads ``TermDictionaryFormat`` where it lies and allocates nothing for a look-up. Not for what
/// the terms' postings say. Trusts no byte: damage gives `corrupted`, or some wrong answer, but
/// neither a trap nor a walk without end.
///
/// - Complexity: a look-up is a walk down a trie of one or two cache lines per level and a scan of
///   one block of 16 terms.
@safe
struct TermDictionary: Sendable {
  /// The number of terms.
  let termCount: Int
  let hasPositions: Bool
  let section: Section
  private let blocks: Range<Int>
  private let offsetWidth: Int
  // SAFETY: pointers into the section, which this value keeps, and which nobody changes.
  nonisolated(unsafe) private let bytes: SectionBytes
  nonisolated(unsafe) private let trie: TermTrie

  /// Opens the dictionary that `section` is, of a field that has positions or not.
  ///
  /// - Throws: `corrupted` when the header does not fit the section or the field.
  init(_ section: Section, hasPositions: Bool) throws(SearchError) {
    let header = try TermDictionaryHeader.read(section)
    guard header.hasPositions == hasPositions else {
      throw section.corrupted(
        "expected a term dictionary \(hasPositions ? "with" : "without") positions", at: 0)
    }
    self.section = section
    self.hasPositions = hasPositions
    termCount = header.termCount
    blocks = header.blocks
    offsetWidth = header.offsetWidth
    unsafe bytes = SectionBytes(section)
    // SAFETY: the trie lies in the section, and slack follows it (checked with the header).
    unsafe trie = TermTrie(bytes, range: header.trie, blockCount: header.blockCount)
  }

  /// What `term` leads to; nil when the field does not have it.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func find(_ term: UnsafeBufferPointer<UInt8>) throws(SearchError) -> TermInfo? {
    guard termCount > 0 else { return nil }
    let key = unsafe TermKey(term, or: bytes.base)
    guard let number = try unsafe trie.block(of: key, pastPrefix: false) else { throw damaged(0) }
    let block = try unsafe block(number)
    guard let place = unsafe block.search(key, pastPrefix: false) else { throw damaged(number) }
    guard place.isEqual else { return nil }
    guard let info = unsafe block.info(place.index) else { throw damaged(number) }
    return info
  }

  /// The ordinal of the first term that is not less than `term`; `termCount` when all are less.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func lowerBound(of term: UnsafeBufferPointer<UInt8>) throws(SearchError) -> Int {
    try unsafe bound(term, pastPrefix: false)
  }

  /// The ordinals of the terms that start with `prefix`.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func ordinals(
    withPrefix prefix: UnsafeBufferPointer<UInt8>
  ) throws(SearchError) -> Range<Int> {
    let lower = try unsafe bound(prefix, pastPrefix: false)
    let upper = try unsafe bound(prefix, pastPrefix: true)
    guard lower <= upper else {
      throw section.corrupted("terms \(lower) to \(upper) of a term dictionary", at: 0)
    }
    return lower..<upper
  }

  /// A cursor that stands on the term `ordinal`, or past the end for `termCount`.
  ///
  /// - Precondition: `ordinal` is not negative and at most `termCount`.
  /// - Throws: `corrupted`.
  func cursor(at ordinal: Int) throws(SearchError) -> TermCursor {
    precondition(ordinal >= 0 && ordinal <= termCount, "term \(ordinal) of \(termCount)")
    return try TermCursor(self, at: ordinal)
  }

  /// Bytes of the postings and positions of the terms before the block that has the term `ordinal`.
  ///
  /// - Precondition: there is such a term.
  /// - Throws: `corrupted`.
  func byteCount(beforeBlockOf ordinal: Int) throws(SearchError) -> UInt64 {
    let block = try unsafe block(ordinal / TermDictionaryFormat.termsPerBlock)
    return unsafe block.postingsBase &+ block.positionsBase
  }

  private func bound(
    _ term: UnsafeBufferPointer<UInt8>, pastPrefix: Bool
  ) throws(SearchError) -> Int {
    guard termCount > 0 else { return 0 }
    let key = unsafe TermKey(term, or: bytes.base)
    guard let number = try unsafe trie.block(of: key, pastPrefix: pastPrefix) else {
      throw damaged(0)
    }
    let block = try unsafe block(number)
    guard let place = unsafe block.search(key, pastPrefix: pastPrefix) else {
      throw damaged(number)
    }
    return number &* TermDictionaryFormat.termsPerBlock &+ place.index
  }

  /// The block `number`, which must be one of the dictionary's.
  @unsafe @inline(__always)
  func block(_ number: Int) throws(SearchError) -> TermBlock {
    let isLast = unsafe number &+ 1 == trie.blockCount
    let entry = blocks.upperBound &+ number &* offsetWidth
    try unsafe bytes.touch(entry, entry &+ (isLast ? offsetWidth : 2 &* offsetWidth))
    // SAFETY: the offsets lie in the section, and slack follows them.
    let offsets = unsafe bytes.base + entry
    let start = unsafe TermBlock.number(offsets, byteWidth: offsetWidth)
    let end =
      isLast
      ? UInt64(blocks.count)
      : unsafe TermBlock.number(offsets + offsetWidth, byteWidth: offsetWidth)
    guard start <= end, end <= UInt64(blocks.count) else { throw damaged(number) }
    let range = unsafe Range(
      uncheckedBounds: (
        blocks.lowerBound &+ Int(truncatingIfNeeded: start),
        blocks.lowerBound &+ Int(truncatingIfNeeded: end)
      ))
    try unsafe bytes.touch(range.lowerBound, range.upperBound)
    let perBlock = TermDictionaryFormat.termsPerBlock
    // SAFETY: the range lies in the section (checked above), and slack follows it.
    guard
      let block = unsafe TermBlock(
        base: bytes.base, range: range,
        count: isLast ? termCount &- number &* perBlock : perBlock, hasPositions: hasPositions)
    else { throw damaged(number) }
    return unsafe block
  }

  /// The error for bytes of a block that no writer makes.
  @inline(never)
  func damaged(_ number: Int) -> SearchError {
    unsafe section.corrupted(
      "block \(number) of \(trie.blockCount) of a term dictionary makes no sense",
      at: blocks.lowerBound)
  }
}

extension TermDictionary {
  /// What `term` leads to; see the form that takes a buffer.
  func find(_ term: [UInt8]) throws(SearchError) -> TermInfo? {
    try unsafe term.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe find(bytes)
    }
  }

  /// The ordinal of the first term not less than `term`; see the form that takes a buffer.
  func lowerBound(of term: [UInt8]) throws(SearchError) -> Int {
    try unsafe term.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe lowerBound(of: bytes)
    }
  }

  /// The ordinals of the terms that start with `prefix`; see the form that takes a buffer.
  func ordinals(withPrefix prefix: [UInt8]) throws(SearchError) -> Range<Int> {
    try unsafe prefix.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe ordinals(withPrefix: bytes)
    }
  }
}
