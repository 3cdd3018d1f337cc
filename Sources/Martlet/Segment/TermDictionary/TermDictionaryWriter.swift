/// Writes the terms of one field, given in order; see ``TermDictionaryFormat``.
///
/// Holds the encoded blocks and one separator per block in memory. Used by one thread.
///
/// - Complexity: `append` is amortised O(bytes of the term).
@safe
final class TermDictionaryWriter {
  private let hasPositions: Bool
  /// The number of terms so far.
  private(set) var termCount = 0
  private let output = ByteWriter(capacity: 4_096)
  private let block: TermBlockWriter
  private var blockOffsets: [Int] = []
  private var trie = TermTrieWriter()
  /// The filters of the written blocks; nil for a dictionary without filters.
  private let filters: ByteWriter?
  /// The filter of the current block.
  private let flags = GramFlags()
  // SAFETY: `Limits.termByteCount` bytes, freed with this object.
  private let previous: UnsafeMutableRawPointer
  private var previousCount = 0
  /// The ends of the last postings and positions, and the starts of the block's first ones.
  private var postingsEnd: Int?
  private var positionsEnd: Int?
  private var postingsBase = 0
  private var positionsBase = 0

  /// Creates a writer without terms, for a field with or without positions.
  ///
  /// - Parameters:
  ///   - hasPositions: True for a field with positions.
  ///   - hasFilters: True if the terms are looked for by patterns.
  init(hasPositions: Bool, hasFilters: Bool = false) {
    self.hasPositions = hasPositions
    filters = hasFilters ? ByteWriter() : nil
    block = TermBlockWriter(hasPositions: hasPositions)
    unsafe previous = .allocate(byteCount: Limits.termByteCount, alignment: 16)
    output.append([UInt8](repeating: 0, count: TermDictionaryFormat.headerByteCount))
  }

  deinit {
    unsafe previous.deallocate()
  }

  /// Appends `term` with its `info`.
  ///
  /// - Precondition: `term` is greater than all terms before it and has at most
  ///   `Limits.termByteCount` bytes; the ranges of `info` that are not empty start where those of
  ///   the terms before end.
  func append(_ term: Span<UInt8>, _ info: TermInfo) {
    precondition(
      term.count <= Limits.termByteCount,
      "a term of \(term.count) bytes, expected at most \(Limits.termByteCount)")
    unsafe term.withUnsafeBytes { unsafe append($0, info) }
  }

  @unsafe @inline(__always)
  private func append(_ bytes: UnsafeRawBufferPointer, _ info: TermInfo) {
    let shared = unsafe sharedByteCount(bytes)
    unsafe checkOrder(bytes, shared)
    if block.isFull { writeBlock() }
    if block.count == 0 { unsafe startBlock(bytes, shared, info) }
    follow(info)
    let kept = block.count == 0 ? 0 : shared
    unsafe block.append(
      sharing: kept, suffix: UnsafeRawBufferPointer(rebasing: bytes[kept...]), info)
    unsafe remember(bytes, from: shared)
    // What the term before it in the block has is there already.
    // SAFETY: `previous` has the bytes of the term.
    if filters != nil {
      unsafe flags.insert(
        previous.assumingMemoryBound(to: UInt8.self), count: bytes.count, from: kept)
    }
    termCount &+= 1
  }

  /// Appends `term`; see the overload that takes lent bytes.
  func append(_ term: [UInt8], _ info: TermInfo) {
    term.withBytes { append($0, info) }
  }

  /// Appends the terms of `part`, whose postings and positions move by the given byte counts.
  ///
  /// - Parameters:
  ///   - postings: The byte count of the postings before those of `part`.
  ///   - positions: The byte count of the positions before those of `part`.
  ///   - poll: Called with the number of terms so far, before each term; an error that it throws
  ///     stops the copying.
  /// - Throws: `corrupted` when the first term of `part` does not follow the last term so far.
  func append(
    contentsOf part: TermDictionary, postings: Int, positions: Int,
    poll: (Int) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) {
    guard part.termCount > 0 else { return }
    let cursor = try part.cursor(at: 0)
    guard unsafe cursor.withTerm({ unsafe follows($0) }) else {
      throw part.section.corrupted(
        "the first term of a range is not greater than the last term of the range before", at: 0)
    }
    repeat {
      try poll(termCount)
      var info = cursor.info
      // An empty range stays `0..<0`.
      if !info.postings.isEmpty { info.postings = info.postings.moved(by: postings) }
      if !info.positions.isEmpty { info.positions = info.positions.moved(by: positions) }
      unsafe cursor.withTerm { unsafe append($0.span, info) }
    } while try cursor.advance()
  }

  /// Returns true if `term` is greater than all terms so far.
  @unsafe
  private func follows(_ term: UnsafeBufferPointer<UInt8>) -> Bool {
    guard termCount > 0 else { return true }
    let bytes = UnsafeRawBufferPointer(term)
    let shared = unsafe sharedByteCount(bytes)
    // SAFETY: `shared` is less than both counts where a byte is loaded.
    return unsafe shared < term.count
      && (shared == previousCount
        || previous.load(fromByteOffset: shared, as: UInt8.self) < term[shared])
  }

  /// Returns the dictionary as one section; the writer must not be used afterwards.
  func finish() -> ByteView {
    if block.count > 0 { writeBlock() }
    let blocksByteCount = output.count - TermDictionaryFormat.headerByteCount
    let offsetWidth = max(1, TermDictionaryFormat.byteWidth(of: blocksByteCount))
    for offset in blockOffsets { output.appendFixed(offset, byteWidth: offsetWidth) }
    let trieByteCount = trie.write(to: output)
    let hasFilters = filters != nil && blockOffsets.count >= TermDictionaryFormat.leastFilterCount
    if hasFilters, let filters { unsafe filters.withUnsafeBytes { unsafe output.append($0) } }
    output.append([UInt8](repeating: 0, count: TermDictionaryFormat.slackByteCount))
    let header = TermDictionaryHeader(
      termCount: termCount, blocksByteCount: blocksByteCount, trieByteCount: trieByteCount,
      offsetWidth: offsetWidth, hasPositions: hasPositions, hasFilters: hasFilters)
    header.patch(output)
    return output.finish()
  }

  private func writeBlock() {
    blockOffsets.append(output.count - TermDictionaryFormat.headerByteCount)
    block.write(to: output, postingsBase: postingsBase, positionsBase: positionsBase)
    if let filters {
      let filter = flags.take()
      for word in 0..<4 { filters.append(filter.words[word]) }
    }
  }

  /// Starts a block with `term`: records the bases of its ranges, and adds its separator.
  @unsafe
  private func startBlock(_ term: UnsafeRawBufferPointer, _ shared: Int, _ info: TermInfo) {
    postingsBase = postingsEnd ?? info.postings.lowerBound
    positionsBase = positionsEnd ?? info.positions.lowerBound
    let separatorCount = termCount == 0 ? 0 : shared + 1
    // SAFETY: `term` is greater than the term before, so it is longer than what they share.
    unsafe trie.append(term[..<separatorCount])
  }

  /// Advances the ends over the ranges of `info`.
  @inline(__always)
  private func follow(_ info: TermInfo) {
    checkInvariant(
      info.documentFrequency >= 1 && info.totalFrequency >= info.documentFrequency,
      "a term has \(info.totalFrequency) occurrences in \(info.documentFrequency) documents")
    if info.documentFrequency > 1 { postingsEnd = next(postingsEnd, info.postings, &postingsBase) }
    if hasPositions, !info.isSingle {
      positionsEnd = next(positionsEnd, info.positions, &positionsBase)
    }
  }

  /// Returns the end of `range`, which must start at `end`; if `end` is nil, `range` sets the base.
  @inline(__always)
  private func next(_ end: Int?, _ range: Range<Int>, _ base: inout Int) -> Int {
    guard let end else {
      base = range.lowerBound
      return range.upperBound
    }
    checkInvariant(range.lowerBound == end, "bytes \(range) do not begin at \(end)")
    return range.upperBound
  }

  /// Returns the number of bytes that `term` shares with the term before it.
  @unsafe @inline(__always)
  private func sharedByteCount(_ term: UnsafeRawBufferPointer) -> Int {
    let limit = min(previousCount, term.count)
    var shared = 0
    // SAFETY: all loads end at or before `limit`, within both terms.
    while shared &+ 8 <= limit {
      let difference =
        unsafe term.loadUnaligned(fromByteOffset: shared, as: UInt64.self)
        ^ previous.loadUnaligned(fromByteOffset: shared, as: UInt64.self)
      if difference != 0 {
        return shared &+ (UInt64(littleEndian: difference).trailingZeroBitCount &>> 3)
      }
      shared &+= 8
    }
    while shared < limit {
      guard
        unsafe term.load(fromByteOffset: shared, as: UInt8.self)
          == previous.load(fromByteOffset: shared, as: UInt8.self)
      else { return shared }
      shared &+= 1
    }
    return shared
  }

  @inline(__always)
  private func checkOrder(_ term: UnsafeRawBufferPointer, _ shared: Int) {
    // SAFETY: `shared` is less than both counts where a byte is loaded.
    checkInvariant(
      unsafe termCount == 0
        || shared < term.count
          && (shared == previousCount
            || previous.load(fromByteOffset: shared, as: UInt8.self) < term[shared]),
      "term \(termCount) is not greater than the term before it")
  }

  /// Copies `term`, whose first `shared` bytes are already in place.
  @unsafe @inline(__always)
  private func remember(_ term: UnsafeRawBufferPointer, from shared: Int) {
    // SAFETY: a term has at most the bytes that `previous` has room for.
    if let start = term.baseAddress, shared < term.count {
      unsafe (previous + shared).copyMemory(from: start + shared, byteCount: term.count &- shared)
    }
    previousCount = term.count
  }
}

extension Range<Int> {
  /// Returns the range shifted by `distance`.
  fileprivate func moved(by distance: Int) -> Range {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
