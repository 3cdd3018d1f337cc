/// The terms of one field of one segment: finds a term or a range of terms, and reads on in order.
///
/// Reads ``TermDictionaryFormat`` in place and allocates nothing for a look-up. Does not read the
/// terms' postings. Trusts no byte: damage gives `corrupted` or a wrong answer, but neither traps
/// nor loops forever.
///
/// - Complexity: a look-up is a walk down a trie of one or two cache lines per level, and a scan of
///   one block of 16 terms.
@safe
struct TermDictionary: Sendable {
  /// The number of terms.
  let termCount: Int
  let hasPositions: Bool
  let section: Section
  private let blocks: Range<Int>
  private let offsetWidth: Int
  /// The filters of the blocks; nil if there are none.
  let filters: Range<Int>?
  // SAFETY: pointers into the section, which this value keeps and which never changes.
  nonisolated(unsafe) private let bytes: SectionBytes
  nonisolated(unsafe) private let trie: TermTrie

  /// Opens the dictionary in `section`, of a field with or without positions.
  ///
  /// - Throws: `corrupted` when the header does not fit the section or the field.
  init(_ section: Section, hasPositions: Bool) throws(SearchError) {
    let header = try TermDictionaryHeader.read(section)
    guard header.hasPositions == hasPositions else {
      throw section.corrupted(
        "expected a term dictionary \(hasPositions ? "with" : "without") positions, found one "
          + "\(hasPositions ? "without" : "with") them", at: 0)
    }
    self.section = section
    self.hasPositions = hasPositions
    termCount = header.termCount
    blocks = header.blocks
    offsetWidth = header.offsetWidth
    filters = header.filters
    unsafe bytes = section.borrowed
    // SAFETY: the trie lies in the section, and slack follows it (checked with the header).
    unsafe trie = TermTrie(bytes, range: header.trie, blockCount: header.blockCount)
  }

  /// Returns the info of `term`, or nil when the field does not have the term.
  @unsafe
  func find(_ term: UnsafeBufferPointer<UInt8>) throws(SearchError) -> TermInfo? {
    guard termCount > 0 else { return nil }
    let key = unsafe TermKey(term, or: bytes.base)
    guard let number = try unsafe trie.block(of: key, pastPrefix: false) else { throw damaged(0) }
    let block = try unsafe block(number)
    guard let found = unsafe block.search(key, pastPrefix: false) else { throw damaged(number) }
    guard found.isEqual else { return nil }
    guard let info = unsafe block.info(found.index) else { throw damaged(number) }
    return info
  }

  /// Returns the ordinal of the first term not less than `term`; `termCount` when all are less.
  @unsafe
  func lowerBound(of term: UnsafeBufferPointer<UInt8>) throws(SearchError) -> Int {
    try unsafe bound(term, pastPrefix: false)
  }

  /// Returns the number of the block that `term` is in, or would be.
  func number(ofBlockFor term: [UInt8]) throws(SearchError) -> Int {
    let number = try unsafe term.withUnsafeBufferPointer { (term) throws(SearchError) in
      try unsafe trie.block(of: TermKey(term, or: bytes.base), pastPrefix: false)
    }
    guard let number else { throw damaged(0) }
    return number
  }

  /// Returns the ordinals of the terms that start with `prefix`.
  @unsafe
  func ordinals(
    withPrefix prefix: UnsafeBufferPointer<UInt8>
  ) throws(SearchError) -> Range<Int> {
    let lower = try unsafe bound(prefix, pastPrefix: false)
    let upper = try unsafe bound(prefix, pastPrefix: true)
    guard lower <= upper else {
      throw section.corrupted(
        "a prefix's range of terms ends (\(upper)) before it starts (\(lower))", at: 0)
    }
    return lower..<upper
  }

  /// Returns the byte count of the postings and positions of the terms in earlier blocks than that
  /// of the term `ordinal`.
  ///
  /// - Precondition: There is such a term.
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
    guard let found = unsafe block.search(key, pastPrefix: pastPrefix) else {
      throw damaged(number)
    }
    return number &* TermDictionaryFormat.termsPerBlock &+ found.index
  }

  /// Returns the block `number`, which must be one of the dictionary's.
  @unsafe @inline(__always)
  func block(_ number: Int) throws(SearchError) -> TermBlock {
    let isLast = unsafe number &+ 1 == trie.blockCount
    let entry = blocks.upperBound &+ number &* offsetWidth
    try unsafe bytes.verify(entry, entry &+ (isLast ? offsetWidth : 2 &* offsetWidth))
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
    try unsafe bytes.verify(range.lowerBound, range.upperBound)
    let perBlock = TermDictionaryFormat.termsPerBlock
    // SAFETY: the range lies in the section (checked above), and slack follows it.
    guard
      let block = unsafe TermBlock(
        base: bytes.base, range: range,
        count: isLast ? termCount &- number &* perBlock : perBlock, hasPositions: hasPositions)
    else { throw damaged(number) }
    return unsafe block
  }

  /// Returns the error for a block with bytes that no writer makes.
  @inline(never)
  func damaged(_ number: Int) -> SearchError {
    unsafe section.corrupted(
      "term dictionary block \(number) of \(trie.blockCount) is malformed",
      at: blocks.lowerBound)
  }
}

extension TermDictionary {
  /// Returns the info of `term`; see the overload that takes a buffer.
  func find(_ term: [UInt8]) throws(SearchError) -> TermInfo? {
    try unsafe term.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe find(bytes)
    }
  }

  /// Returns the ordinal of the first term not less than `term`; see the overload with a buffer.
  func lowerBound(of term: [UInt8]) throws(SearchError) -> Int {
    try unsafe term.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe lowerBound(of: bytes)
    }
  }

  /// Returns the ordinals of the terms that start with `prefix`; see the overload with a buffer.
  func ordinals(withPrefix prefix: [UInt8]) throws(SearchError) -> Range<Int> {
    try unsafe prefix.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe ordinals(withPrefix: bytes)
    }
  }
}
