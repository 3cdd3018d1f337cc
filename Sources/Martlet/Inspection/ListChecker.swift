/// Decodes one term's postings and positions after the other, and compares them with the dictionary
/// and the skip data.
///
/// Used by one thread, for one field.
///
/// - Complexity: linear in the postings and positions.
final class ListChecker {
  private let field: SegmentReader.Field
  private let documentCount: Int
  /// The number of words so far in each document; empty when the field has no lengths.
  private(set) var wordCounts: [UInt32]

  init(_ field: SegmentReader.Field, documentCount: Int) {
    self.field = field
    self.documentCount = documentCount
    wordCounts = Array(repeating: 0, count: field.norms == nil ? 0 : documentCount)
  }

  /// Returns a problem with the list that `info` describes, as the end of a sentence about its
  /// term; nil when there is none.
  ///
  /// - Parameter isWord: True if the term is a word and not a stem.
  /// - Throws: `corrupted` when the list cannot be read.
  func problem(_ info: TermInfo, isWord: Bool) throws(SearchError) -> String? {
    guard info.documentFrequency <= documentCount else {
      return "expected at most \(documentCount) documents, found \(info.documentFrequency)"
    }
    let cursor = try PostingsCursor(
      info, section: field.postings, documentCount: documentCount,
      hasPositions: field.positions != nil)
    var positions: PositionsChecker?
    if let section = field.positions { positions = try PositionsChecker(info, section) }
    let norms = try field.norms?.bytes
    var superblock = Superblock()
    var documents = 0
    var occurrences: Int64 = 0
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      let problem =
        try positions?.problem(cursor, from: occurrences) ?? boundProblem(cursor, norms)
        ?? superblock.problem(cursor)
      if let problem { return "block \(cursor.block): \(problem)" }
      documents += cursor.count
      occurrences += countOccurrences(cursor, isWord: isWord)
      cursor.nextBlock()
    }
    guard documents == info.documentFrequency, occurrences == info.totalFrequency else {
      return "expected \(info.documentFrequency) documents and \(info.totalFrequency) "
        + "occurrences, found \(documents) and \(occurrences)"
    }
    return positions?.endProblem()
  }

  /// Counts the occurrences in the block, and adds those of a word to its documents' words.
  private func countOccurrences(_ cursor: PostingsCursor, isWord: Bool) -> Int64 {
    var sum: Int64 = 0
    for index in 0..<cursor.count {
      // SAFETY: the block is loaded, and `index` is below its count.
      let frequency = unsafe cursor.frequencies[index]
      sum &+= Int64(frequency)
      guard isWord, !wordCounts.isEmpty else { continue }
      let document = unsafe Int(cursor.documents[index])
      let (words, overflow) = wordCounts[document].addingReportingOverflow(frequency)
      wordCounts[document] = overflow ? .max : words
    }
    return sum
  }

  /// Checks that no frequency is 0 or above 2^31, and that no impact of the block is above the
  /// block's bound.
  private func boundProblem(_ cursor: PostingsCursor, _ norms: ByteView?) -> String? {
    let single = NormCode.encode(length: 1)
    var best: Float = 0
    for index in 0..<cursor.count {
      // SAFETY: the block is loaded, and `index` is below its count.
      let frequency = unsafe cursor.frequencies[index]
      if frequency == 0 { return "posting \(index) has no occurrence" }
      if frequency &- 1 > UInt32(Int32.max) {
        return "posting \(index) has \(frequency) occurrences, expected at most 2^31"
      }
      let norm = norms.map { unsafe $0[Int(cursor.documents[index])] } ?? single
      best = max(best, Float(frequency) * field.boundLengths[norm])
    }
    let needed = ImpactBound.encode(frequency: 1, inverse: best)
    return needed <= cursor.bound ? nil : "expected a bound of \(needed), found \(cursor.bound)"
  }
}

/// Compares the second level of skip data with the first, while a cursor moves over all blocks.
private struct Superblock {
  private var bound: UInt8 = 0

  /// Adds the current block; if it ends its superblock, returns a problem with the superblock, if
  /// any.
  mutating func problem(_ cursor: PostingsCursor) -> String? {
    guard !cursor.isShort else { return nil }
    bound = max(bound, cursor.bound)
    let group = Limits.blocksPerSuperblock
    let isLast = cursor.block % group == group - 1 || cursor.block == cursor.blockCount - 1
    guard isLast else { return nil }
    defer { bound = 0 }
    let stored = cursor.superblock(cursor.block / group)
    guard stored.lastDocument == cursor.lastDocument, stored.bound == bound else {
      return "expected a superblock up to document \(cursor.lastDocument) with bound \(bound), "
        + "found \(stored.lastDocument) and \(stored.bound)"
    }
    return nil
  }
}
