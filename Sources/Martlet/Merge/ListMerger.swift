/// Appends one term's postings in one segment after another to those of the merged segment.
///
/// Documents get their new numbers, deleted ones are left out, and positions are handed on as they
/// are stored. Everything that comes from the segment is checked before the writers see it, because
/// they trust what they are given. Used by one thread.
///
/// - Complexity: about 5 ns per posting and 2 ns per position.
@safe
struct ListMerger {
  /// How often a list asks whether to stop, in units.
  private static let unitsPerPoll = 1_024

  /// Where the postings go.
  let postings: PostingsWriter
  let stop: MergeStop

  /// Appends what `source` has of the term that `info` describes there.
  ///
  /// - Returns: how many postings are of live documents.
  /// - Throws: `corrupted`; what the writers throw.
  func append(_ info: TermInfo, from source: MergeSource) throws(SearchError) -> Int {
    if info.documentFrequency == 1 { return try appendPosting(info, from: source) }
    let cursor = try PostingsCursor(
      info, section: source.field.postings, documentCount: source.documents.live.documentCount,
      hasPositions: source.positions != nil)
    try source.positions?.open(info)
    var rest = (documents: info.documentFrequency, occurrences: info.totalFrequency)
    var count = 0
    var unitCount = 0
    while !cursor.isExhausted {
      try stop.check(every: Self.unitsPerPoll, at: unitCount)
      unitCount &+= 1
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      rest.documents &-= cursor.count
      rest.occurrences &-= try sum(cursor, source)
      guard rest.documents >= 0, rest.occurrences >= 0 else { throw miscounted(info, source) }
      if source.documents.numbers == nil {
        appendUnit(cursor, from: source)
        count &+= cursor.count
      } else {
        count &+= try filterUnit(cursor, from: source)
      }
      cursor.nextUnit()
    }
    guard rest.documents == 0, rest.occurrences == 0 else { throw miscounted(info, source) }
    if source.documents.numbers == nil { try copyPositions(info.totalFrequency, from: source) }
    return count
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
    postings.append(document: number, frequency: UInt32(info.totalFrequency))
    try source.positions?.open(info)
    try copyPositions(info.totalFrequency, from: source)
    return 1
  }

  /// Appends all postings of a unit.
  @inline(__always)
  private func appendUnit(_ cursor: PostingsCursor, from source: MergeSource) {
    let base = source.documents.base
    // SAFETY: a unit is loaded: the cursor lends as many numbers as it counts.
    let (documents, frequencies) = unsafe (cursor.documents, cursor.frequencies)
    for index in 0..<cursor.count {
      unsafe postings.append(document: base &+ documents[index], frequency: frequencies[index])
    }
  }

  /// Appends the postings of a unit whose documents are live, with their positions.
  private func filterUnit(
    _ cursor: PostingsCursor, from source: MergeSource
  ) throws(SearchError) -> Int {
    // SAFETY: as in `appendUnit`.
    let (documents, frequencies) = unsafe (cursor.documents, cursor.frequencies)
    /// Occurrences since the last deleted document, not yet copied.
    var pending: Int64 = 0
    var count = 0
    for index in 0..<cursor.count {
      let number = unsafe source.documents.number(documents[index])
      let frequency = unsafe frequencies[index]
      if number == DocumentMapping.deleted {
        try copyPositions(pending, from: source)
        try source.positions?.skip(frequency)
        pending = 0
      } else {
        postings.append(document: number, frequency: frequency)
        pending &+= Int64(frequency)
        count &+= 1
      }
    }
    try copyPositions(pending, from: source)
    return count
  }

  private func copyPositions(_ count: Int64, from source: MergeSource) throws(SearchError) {
    guard let differences = source.positions, let positions = postings.positions else { return }
    try differences.copy(count, to: positions)
  }

  /// The occurrences in the unit, each frequency of which can be packed again.
  private func sum(
    _ cursor: PostingsCursor, _ source: MergeSource
  ) throws(SearchError) -> Int64 {
    var sum: Int64 = 0
    var all: UInt32 = 0
    for index in 0..<cursor.count {
      // SAFETY: as in `appendUnit`.
      let frequency = unsafe cursor.frequencies[index]
      sum &+= Int64(frequency)
      all |= frequency &- 1
    }
    guard all < 1 << 31 else { throw source.corrupted("a frequency of 0, or of more than 2^31") }
    return sum
  }

  private func miscounted(_ info: TermInfo, _ source: MergeSource) -> SearchError {
    source.corrupted(
      "a list does not have \(info.documentFrequency) postings of \(info.totalFrequency) occurrences"
    )
  }
}
