/// Finds the documents of one segment that a ``PositionalClause`` matches.
///
/// Documents come first, positions last: of the documents that have the terms, the positions are
/// read and compared. The result is written as a postings list, so that the rest of the search
/// treats the clause as one word. Its frequency in a document is the number of positions at which a
/// match begins.
///
/// - Complexity: linear in the postings of all terms; 8 bytes of memory per document for each prefix
///   and pattern, and 4 for each of its positions.
struct SpanSearch {
  private var evaluator: SpanEvaluator
  private var leaves: [SpanLeaf] = []
  private var positions: [UInt32] = []

  /// Returns the list of the documents that the clause matches; nil if there is none.
  ///
  /// - Parameter candidates: The live documents that have the terms.
  static func list(
    of clause: PositionalClause, among candidates: PostingsList, in field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    guard field.positions != nil else { return nil }
    var search = SpanSearch(evaluator: SpanEvaluator(clause.nodes))
    for leaf in search.evaluator.leaves {
      search.leaves.append(
        try SpanLeaf(
          clause.nodes[leaf], in: field, documentCount: segment.reader.documentCount, lengths,
          candidates, stop))
    }
    let found = PostingsAccumulator(documentCount: segment.reader.documentCount)
    let cursor = try candidates.cursor()
    while !cursor.isExhausted {
      try stop.spend(4 * cursor.count)
      try cursor.loadDocuments()
      for slot in 0..<cursor.count {
        let document = cursor.document(at: slot)
        let frequency = try search.frequency(in: document, stop)
        if frequency > 0 { found.add(document, frequency) }
      }
      cursor.nextBlock()
    }
    return try found.list(norms: field.norms?.bytes, lengths)
  }

  private mutating func frequency(
    in document: DocumentID, _ stop: SearchStop
  ) throws(SearchError) -> UInt32 {
    for (leaf, source) in zip(evaluator.leaves, leaves) {
      positions.removeAll(keepingCapacity: true)
      try source.append(to: &positions, in: document)
      evaluator.setPositions(positions, ofLeaf: leaf)
    }
    var (count, last): (UInt32, UInt32?) = (0, nil)
    for span in try evaluator.evaluate(spend: stop.spend) where span.first != last {
      count += 1
      last = span.first
    }
    return count
  }
}

/// The positions of one leaf of a ``PositionalClause`` in one segment.
private enum SpanLeaf {
  /// Each term's postings, which are read along with the documents.
  case terms([PositionedTerm])
  /// The positions of many terms, gathered beforehand.
  case gathered(GatheredPositions)

  init(
    _ node: PositionalClause.Node, in field: SegmentReader.Field, documentCount: Int,
    _ lengths: LengthTable, _ candidates: PostingsList, _ stop: SearchStop
  ) throws(SearchError) {
    guard let section = field.positions else {
      self = .terms([])
      return
    }
    switch node {
    case .terms(let terms):
      var words: [PositionedTerm] = []
      for term in terms {
        guard let info = try field.dictionary.find(term) else { continue }
        let list = try PostingsList(info, field, lengths, documentCount: documentCount)
        words.append(
          PositionedTerm(
            try TermScorer(list, weight: 1, lengths), try PositionsReader(info, section: section)))
      }
      self = .terms(words)
    case .prefix(let prefix):
      let ordinals = try field.dictionary.ordinals(withPrefix: prefix)
      var infos: [TermInfo] = []
      if !ordinals.isEmpty {
        let cursor = try field.dictionary.cursor(at: ordinals.lowerBound)
        for _ in ordinals {
          infos.append(cursor.info)
          guard try cursor.advance() else { break }
        }
      }
      self = .gathered(
        try GatheredPositions(
          of: infos, in: field, section, documentCount: documentCount, among: candidates, stop))
    case .pattern(let pattern):
      var infos: [TermInfo] = []
      try field.dictionary.forEachWord(of: pattern, willRead: stop.spend) { info, _ in
        infos.append(info)
      }
      self = .gathered(
        try GatheredPositions(
          of: infos, in: field, section, documentCount: documentCount, among: candidates, stop))
    default: self = .terms([])
    }
  }

  /// Appends the positions in `document`; documents come in rising order.
  func append(
    to positions: inout [UInt32], in document: DocumentID
  ) throws(SearchError) {
    switch self {
    case .gathered(let gathered): gathered.append(to: &positions, in: document)
    case .terms(let words):
      for word in words {
        guard !word.scorer.cursor.isExhausted, let slot = try word.scorer.cursor.find(document)
        else { continue }
        try word.appendPositions(to: &positions, at: slot)
      }
    }
  }
}
