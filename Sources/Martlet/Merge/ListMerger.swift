/// Appends a term's postings in one segment after another to those of the merged segment.
///
/// Documents get their new numbers, deleted documents are left out, and positions are passed on as
/// they are stored. Everything that comes from a segment is checked before the writers get it,
/// because they trust their input. Used by one thread.
///
/// - Complexity: about 5 ns per posting and 2 ns per position.
@safe
final class ListMerger {
  /// The number of blocks of a list between two checks whether to stop.
  private static let blocksPerPoll = 1_024

  /// Some decoded postings of a list.
  @unsafe
  private struct Block {
    // SAFETY: `count` numbers each, lent for one call by the code that made this value.
    var documents: UnsafePointer<UInt32>
    var frequencies: UnsafePointer<UInt32>
    var count: Int
  }

  private let postings: PostingsWriter
  private let sorter: PostingsSorter?
  private let prefixes: PrefixListsBuilder?
  private let column: ColumnWriter?
  private let stop: MergeStop
  // SAFETY: room for a block of documents and one of frequencies, freed with this object.
  private let buffer: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - postings: The writer of the postings.
  ///   - isReordered: True if documents do not keep their order.
  ///   - prefixes: The builder of prefix lists, which gets the same postings.
  ///   - column: The writer of the field's column, which gets them too.
  init(
    postings: PostingsWriter, isReordered: Bool, prefixes: PrefixListsBuilder?,
    column: ColumnWriter?, stop: MergeStop
  ) {
    self.postings = postings
    sorter = isReordered ? PostingsSorter(into: postings) : nil
    self.prefixes = prefixes
    self.column = column
    self.stop = stop
    unsafe buffer = .allocate(capacity: 2 * Limits.blockSize)
    unsafe buffer.initialize(repeating: 0, count: 2 * Limits.blockSize)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Appends the postings of a term in `source`, where `info` describes it.
  ///
  /// - Returns: The number of postings of live documents.
  /// - Throws: `corrupted`, or the error of a writer.
  func append(_ info: TermInfo, from source: MergeSource) throws(SearchError) -> Int {
    if info.documentFrequency == 1 { return try appendPosting(info, from: source) }
    try source.positions?.open(info)
    var rest = (documents: info.documentFrequency, occurrences: info.totalFrequency)
    let count =
      if info.documentFrequency < Limits.blockSize {
        try appendShortList(info, from: source, &rest)
      } else {
        try appendLongList(info, from: source, &rest)
      }
    guard rest.documents == 0, rest.occurrences == 0 else { throw miscounted(info, source) }
    if source.documents.numbers == nil { try copyPositions(info.totalFrequency, from: source) }
    return count
  }

  /// Appends a list without skip data.
  private func appendShortList(
    _ info: TermInfo, from source: MergeSource, _ rest: inout (documents: Int, occurrences: Int64)
  ) throws(SearchError) -> Int {
    // SAFETY: the buffer has room for a block of each.
    let frequencies = unsafe buffer + Limits.blockSize
    _ = unsafe try ShortList.decode(
      info, source.field.postings, documentCount: source.documents.live.documentCount,
      documents: buffer, frequencies: frequencies)
    return unsafe try append(
      Block(documents: buffer, frequencies: frequencies, count: info.documentFrequency), info,
      from: source, &rest)
  }

  /// Appends a list of full blocks; the last one may be shorter.
  private func appendLongList(
    _ info: TermInfo, from source: MergeSource, _ rest: inout (documents: Int, occurrences: Int64)
  ) throws(SearchError) -> Int {
    let cursor = try PostingsCursor(
      info, section: source.field.postings, documentCount: source.documents.live.documentCount,
      hasPositions: source.positions != nil)
    var count = 0
    while !cursor.isExhausted {
      try stop.check(every: Self.blocksPerPoll, at: cursor.block)
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      // SAFETY: a block is loaded: the cursor lends `count` numbers of each kind.
      count &+= unsafe try append(
        Block(
          documents: cursor.documents, frequencies: cursor.frequencies, count: cursor.count), info,
        from: source, &rest)
      cursor.nextBlock()
    }
    return count
  }

  /// Appends the postings of a block whose documents are live, and subtracts all its postings and
  /// occurrences from `rest`, those that the list still has to have.
  @unsafe @inline(__always)
  private func append(
    _ block: Block, _ info: TermInfo, from source: MergeSource,
    _ rest: inout (documents: Int, occurrences: Int64)
  ) throws(SearchError) -> Int {
    rest.documents &-= unsafe block.count
    rest.occurrences &-= unsafe try sum(block, source)
    guard rest.documents >= 0, rest.occurrences >= 0 else { throw miscounted(info, source) }
    guard source.documents.numbers == nil else {
      return unsafe try filterBlock(block, from: source)
    }
    unsafe try appendBlock(block, from: source)
    return unsafe block.count
  }

  /// Appends the only posting of a term.
  private func appendPosting(
    _ info: TermInfo, from source: MergeSource
  ) throws(SearchError) -> Int {
    guard Int(info.document) < source.documents.live.documentCount,
      info.totalFrequency <= Limits.tokensPerField
    else { throw miscounted(info, source) }
    let number = source.documents.number(info.document)
    guard number != DocumentMapping.deleted else { return 0 }
    append(number, UInt32(info.totalFrequency))
    if info.totalFrequency == 1, sorter == nil { return try appendPosition(info, from: source) }
    try source.positions?.open(info)
    try copyPositions(info.totalFrequency, from: source)
    return 1
  }

  /// Appends the only position of a term, and returns 1, the number of its postings.
  @inline(__always)
  private func appendPosition(
    _ info: TermInfo, from source: MergeSource
  ) throws(SearchError) -> Int {
    guard let positions = postings.positions else { return 1 }
    guard info.position < 1 << 31 else { throw source.corrupted("a position does not fit 31 bits") }
    try positions.requireRoom()
    positions.append(info.position)
    return 1
  }

  /// Appends all postings of a block.
  @unsafe @inline(__always)
  private func appendBlock(_ block: Block, from source: MergeSource) throws(SearchError) {
    let base = source.documents.base
    for index in unsafe 0..<block.count {
      unsafe postings.append(
        document: base &+ block.documents[index], frequency: block.frequencies[index])
    }
    if let column {
      for index in unsafe 0..<block.count { unsafe column.append(base &+ block.documents[index]) }
    }
    // SAFETY: the block has `count` numbers of each kind.
    unsafe try prefixes?.add(block.documents, block.frequencies, count: block.count, base: base)
  }

  /// Ends the term.
  ///
  /// - Throws: `limitExceeded` when its positions take too many bytes.
  func endTerm() throws(SearchError) { try sorter?.endTerm() }

  /// Appends one posting.
  @inline(__always)
  private func append(_ document: DocumentID, _ frequency: UInt32) {
    if let sorter {
      sorter.append(document, frequency)
    } else {
      postings.append(document: document, frequency: frequency)
    }
    prefixes?.add(document, frequency)
    column?.append(document)
  }

  /// Appends the postings of a block whose documents are live, with their positions.
  @unsafe
  private func filterBlock(_ block: Block, from source: MergeSource) throws(SearchError) -> Int {
    /// The number of occurrences since the last deleted document, whose positions are not copied
    /// yet.
    var pending: Int64 = 0
    var count = 0
    for index in unsafe 0..<block.count {
      let number = unsafe source.documents.number(block.documents[index])
      let frequency = unsafe block.frequencies[index]
      if number == DocumentMapping.deleted {
        try copyPositions(pending, from: source)
        try source.positions?.skip(frequency)
        pending = 0
      } else {
        append(number, frequency)
        pending &+= Int64(frequency)
        count &+= 1
      }
    }
    try copyPositions(pending, from: source)
    try prefixes?.addUpIfFull()
    return count
  }

  private func copyPositions(_ count: Int64, from source: MergeSource) throws(SearchError) {
    guard let differences = source.positions, let positions = postings.positions else { return }
    if let sorter {
      try differences.copy(count, to: sorter)
    } else {
      try differences.copy(count, to: positions)
    }
  }

  /// Returns the number of occurrences in the block, after checking that each frequency can be
  /// packed again.
  @unsafe @inline(__always)
  private func sum(_ block: Block, _ source: MergeSource) throws(SearchError) -> Int64 {
    var sum: Int64 = 0
    var all: UInt32 = 0
    for index in unsafe 0..<block.count {
      let frequency = unsafe block.frequencies[index]
      sum &+= Int64(frequency)
      all |= frequency &- 1
    }
    guard all < 1 << 31 else { throw source.corrupted("a frequency is 0 or above 2^31") }
    return sum
  }

  private func miscounted(_ info: TermInfo, _ source: MergeSource) -> SearchError {
    source.corrupted(
      "a list does not have the \(info.documentFrequency) postings with \(info.totalFrequency) "
        + "occurrences that its term claims"
    )
  }
}
