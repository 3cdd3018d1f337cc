/// A forward-only cursor over the terms of a dictionary.
///
/// Holds the dictionary's section and a copy of the current term. Used by one thread; invalid after
/// an error.
///
/// - Complexity: `advance` is O(bytes that differ from the term before).
@safe
final class TermCursor {
  private let dictionary: TermDictionary
  /// The ordinal of the term in the dictionary; the number of terms past the end.
  private(set) var ordinal: Int
  /// The term's postings and positions; not valid past the end.
  private(set) var info = TermInfo(
    documentFrequency: 1, totalFrequency: 1, document: 0, postings: 0..<0, position: 0,
    positions: 0..<0)
  /// The block of the term, nil past the end.
  private var block: TermBlock?
  private var entries: TermEntryCursor?
  /// The next term's index in the block, and the offset of its suffix data.
  private var index = 0
  private var offset = 0
  /// The number of singles of the block before the next term.
  private var singleCount = 0
  // SAFETY: room for the longest term, and for the bytes that a copy of 16 may write after it;
  // freed with this object.
  private let term: UnsafeMutableRawPointer
  /// The number of bytes of the term.
  private(set) var byteCount = 0

  /// Creates a cursor at the term `ordinal` of `dictionary`, or past the end for the number of
  /// terms.
  init(_ dictionary: TermDictionary, at ordinal: Int) throws(SearchError) {
    self.dictionary = dictionary
    self.ordinal = ordinal
    unsafe term = .allocate(byteCount: Limits.termByteCount + 16, alignment: 16)
    guard ordinal < dictionary.termCount else { return }
    try enter(block: ordinal / TermDictionaryFormat.termsPerBlock)
    for _ in 0...(ordinal % TermDictionaryFormat.termsPerBlock) { try step() }
  }

  deinit {
    unsafe term.deallocate()
  }

  /// True if the cursor is past the last term.
  var isAtEnd: Bool { ordinal == dictionary.termCount }

  /// The bytes of the term; empty past the end.
  var bytes: [UInt8] {
    unsafe withTerm { unsafe [UInt8]($0) }
  }

  /// Lends the bytes of the term, empty past the end, to `body`.
  @inline(__always)
  func withTerm<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `byteCount` bytes of the buffer are written, and self lives for the call.
    try unsafe body(
      UnsafeBufferPointer(
        start: UnsafePointer(term.assumingMemoryBound(to: UInt8.self)), count: byteCount))
  }

  /// Moves to the next term.
  ///
  /// - Returns: False when there is none, and the cursor is past the end.
  func advance() throws(SearchError) -> Bool {
    let next = ordinal &+ 1
    guard next < dictionary.termCount else {
      ordinal = dictionary.termCount
      byteCount = 0
      return false
    }
    if index == TermDictionaryFormat.termsPerBlock {
      try leave(for: next / TermDictionaryFormat.termsPerBlock)
    }
    try step()
    ordinal = next
    return true
  }

  /// Moves to the block `number`, whose lists must follow those of the current block.
  ///
  /// If blocks could share a list, going through all terms with a prefix would take time quadratic
  /// in the image's size.
  private func leave(for number: Int) throws(SearchError) {
    let passed = unsafe entries
    try enter(block: number)
    guard let passed = unsafe passed, unsafe entries?.follows(passed) == true else {
      throw dictionary.damaged(number)
    }
  }

  /// Moves before the first term of the block `number`.
  private func enter(block number: Int) throws(SearchError) {
    let block = try unsafe dictionary.block(number)
    unsafe self.block = block
    unsafe entries = TermEntryCursor(block)
    unsafe offset = block.suffixes
    index = 0
    singleCount = 0
    byteCount = 0
  }

  /// Moves to the next term of the block.
  @inline(__always)
  private func step() throws(SearchError) {
    guard let block = unsafe block, unsafe stepTerm(block), unsafe stepInfo(block) else {
      throw dictionary.damaged(ordinal / TermDictionaryFormat.termsPerBlock)
    }
    index &+= 1
  }

  /// Decodes the bytes of the next term of `block`; returns false when the block is damaged.
  @inline(__always)
  private func stepTerm(_ block: TermBlock) -> Bool {
    guard let (shared, suffix) = unsafe block.parts(index, at: &offset),
      shared <= byteCount, shared &+ suffix <= Limits.termByteCount
    else { return false }
    // SAFETY: the suffix lies in the block, after the end of which 16 bytes are readable; the
    // buffer has room for 16 bytes after the longest term, and the term fits (checked above).
    let source = unsafe block.base + offset
    let target = unsafe term + shared
    if suffix <= 16 {
      let bytes = unsafe source.loadUnaligned(as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(of: bytes, as: SIMD2<UInt64>.self)
    } else {
      unsafe target.copyMemory(from: source, byteCount: suffix)
    }
    offset &+= suffix
    byteCount = shared &+ suffix
    return true
  }

  /// Decodes the info of the next term of `block`; returns false when the block is damaged.
  @inline(__always)
  private func stepInfo(_ block: TermBlock) -> Bool {
    if unsafe block.singles &>> UInt16(truncatingIfNeeded: index) & 1 == 1 {
      unsafe info = block.single(singleCount)
      singleCount &+= 1
      return true
    }
    guard let next = unsafe entries?.next(block) else { return false }
    info = next
    return true
  }
}

extension TermCursor {
  /// Returns true if the term stands before that of `other`, in the order of bytes.
  func precedes(_ other: TermCursor) -> Bool {
    unsafe withTerm { own in unsafe other.withTerm { unsafe own.span.precedes($0.span) } }
  }

  /// Returns true if the term has the bytes of that of `other`.
  func isEqual(to other: TermCursor) -> Bool {
    unsafe withTerm { own in unsafe other.withTerm { unsafe own.span.isEqual(to: $0.span) } }
  }
}

extension TermDictionary {
  /// Returns a cursor at the term `ordinal`, or past the end for `termCount`.
  ///
  /// - Precondition: `ordinal` is not negative and at most `termCount`.
  func cursor(at ordinal: Int) throws(SearchError) -> TermCursor {
    precondition(
      ordinal >= 0 && ordinal <= termCount, "term \(ordinal) is beyond the \(termCount) terms")
    return try TermCursor(self, at: ordinal)
  }
}
