/// The positions of one leaf of a ``PositionalClause`` in one segment. Used by one thread.
///
/// A few terms are read along with the documents. Those of many are gathered beforehand, for some
/// of the documents at a time.
final class SpanLeaf {
  /// The largest number of terms that are read along with the documents.
  private static let fewTerms = 16

  private let node: PositionalClause.Node
  private let field: SegmentReader.Field
  private let section: Section
  /// The postings of a few terms.
  private var words: [PositionedTerm] = []
  private var gathered: GatheredPositions?

  init(
    _ node: PositionalClause.Node, in field: SegmentReader.Field, _ section: Section,
    documentCount: Int, _ lengths: LengthTable
  ) throws(SearchError) {
    self.node = node
    self.field = field
    self.section = section
    guard !isGathered, case .terms(let terms) = node else { return }
    for term in terms {
      guard let info = try field.dictionary.find(term) else { continue }
      let list = try field.list(info, lengths, documentCount: documentCount)
      words.append(
        try PositionedTerm(
          try list.scorer(weight: 1, lengths), info, positions: section))
    }
  }

  /// True if the positions have to be gathered.
  var isGathered: Bool {
    if case .terms(let terms) = node { terms.count > Self.fewTerms } else { true }
  }

  /// Returns the number of positions in all documents.
  func positionCount(_ stop: SearchStop) throws(SearchError) -> Int64 {
    var sum: Int64 = 0
    try forEachTerm(stop) { (info) throws(SearchError) in
      sum = sum.addingReportingOverflow(info.totalFrequency).partialValue
    }
    return max(0, sum)
  }

  /// Gathers the positions in `documents`.
  func gather(_ documents: SpanDocuments, _ stop: SearchStop) throws(SearchError) {
    // Those of the documents before are no longer needed.
    gathered = nil
    gathered = try GatheredPositions(in: field, section, among: documents, stop) {
      (body) throws(SearchError) in try forEachTerm(stop, body)
    }
  }

  /// Calls `body` with the entry of each term.
  private func forEachTerm(
    _ stop: SearchStop, _ body: (TermInfo) throws(SearchError) -> Void
  ) throws(SearchError) {
    switch node {
    case .terms(let terms):
      for term in terms {
        try stop.spend(1)
        if let info = try field.dictionary.find(term) { try body(info) }
      }
    case .prefix(let prefix):
      let ordinals = try field.dictionary.ordinals(withPrefix: prefix)
      try field.dictionary.forEachInfo(in: ordinals) { (info) throws(SearchError) in
        try stop.spend(1)
        try body(info)
      }
    case .pattern(let pattern):
      try field.dictionary.forEachWord(of: pattern, willRead: stop.spend) {
        (info, _) throws(SearchError) in try body(info)
      }
    default: return
    }
  }

  /// Appends the positions in `document`; documents come in rising order.
  func append(
    to positions: inout [UInt32], in document: DocumentID, _ stop: SearchStop
  ) throws(SearchError) {
    if let gathered { return gathered.append(to: &positions, in: document) }
    try stop.spend(words.count)
    for word in words {
      guard !word.scorer.cursor.isExhausted, let slot = try word.scorer.cursor.find(document)
      else { continue }
      try word.appendPositions(to: &positions, at: slot)
    }
  }
}
