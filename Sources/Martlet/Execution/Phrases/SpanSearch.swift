/// Finds the documents of one segment that a ``PositionalClause`` matches.
///
/// Documents come first, positions last: of the documents that have the terms, the positions are
/// read and compared. The result is written as a postings list, so that the rest of the search
/// treats the clause as one word. Its frequency in a document is the number of positions at which a
/// match begins.
///
/// - Complexity: linear in the postings of all terms. The positions of leaves with many terms take
///   up to some tens of megabytes; more of them are read in several passes over these terms, each
///   for some of the documents.
struct SpanSearch {
  /// The number of positions that are gathered at one time, about.
  static let mostPositions = 1 << 23

  private var evaluator: SpanEvaluator
  private var leaves: [SpanLeaf] = []
  private var positions: [UInt32] = []

  private init(
    _ clause: PositionalClause, in field: SegmentReader.Field, _ section: Section,
    documentCount: Int, _ lengths: LengthTable
  ) throws(SearchError) {
    evaluator = SpanEvaluator(clause.nodes)
    for leaf in evaluator.leaves {
      leaves.append(
        try SpanLeaf(
          clause.nodes[leaf], in: field, section, documentCount: documentCount, lengths))
    }
  }

  /// Returns the list of the documents that the clause matches; nil if there is none.
  ///
  /// - Parameters:
  ///   - candidates: The live documents that have the terms.
  ///   - mostPositions: The number of positions that are gathered at one time, about.
  static func list(
    of clause: PositionalClause, among candidates: PostingsList, in field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop,
    mostPositions: Int = Self.mostPositions
  ) throws(SearchError) -> PostingsList? {
    guard let section = field.positions else { return nil }
    let documentCount = segment.reader.documentCount
    var search = try SpanSearch(
      clause, in: field, section, documentCount: documentCount, lengths)
    let passCount = try search.passCount(
      candidates, lengths, stop, mostPositions: mostPositions)
    let found = PostingsAccumulator(documentCount: documentCount)
    let documents = SpanDocuments(documentCount: documentCount)
    let cursor = try candidates.cursor()
    let size = IntegerMath.ceilingDivide(candidates.info.documentFrequency, by: passCount)
    while !cursor.isExhausted {
      documents.removeAll()
      while !cursor.isExhausted, documents.count < size {
        try stop.spend(4 * cursor.count)
        try cursor.loadDocuments()
        for slot in 0..<cursor.count { documents.insert(cursor.document(at: slot)) }
        cursor.nextBlock()
      }
      try search.find(documents, stop, into: found)
    }
    return try found.list(norms: field.norms?.bytes, lengths)
  }

  /// Returns the number of passes in which the positions of the candidates are gathered.
  private func passCount(
    _ candidates: PostingsList, _ lengths: LengthTable, _ stop: SearchStop, mostPositions: Int
  ) throws(SearchError) -> Int {
    let gathered = leaves.filter(\.isGathered)
    // A document cannot have more positions than words, and each leaf takes two of its own for it.
    let candidateCount = candidates.info.documentFrequency
    let most = Double(candidateCount) * Double(lengths.averageLength) * Double(gathered.count)
    guard most > Double(mostPositions) else { return 1 }
    var sum = Int64(2 * candidateCount * gathered.count)
    for leaf in gathered { sum = sum.addingReportingOverflow(try leaf.positionCount(stop)).0 }
    return 1 + Int(clamping: min(max(0, sum), Int64(most)) / Int64(mostPositions))
  }

  /// Adds those of `documents` that match to `found`.
  private mutating func find(
    _ documents: SpanDocuments, _ stop: SearchStop, into found: PostingsAccumulator
  ) throws(SearchError) {
    for leaf in leaves where leaf.isGathered { try leaf.gather(documents, stop) }
    var next = documents.bitmap.first(from: 0)
    while let document = next {
      let frequency = try frequency(in: document, stop)
      if frequency > 0 { found.add(document, frequency) }
      next = documents.bitmap.first(from: document + 1)
    }
  }

  private mutating func frequency(
    in document: DocumentID, _ stop: SearchStop
  ) throws(SearchError) -> UInt32 {
    for (leaf, source) in zip(evaluator.leaves, leaves) {
      positions.removeAll(keepingCapacity: true)
      try source.append(to: &positions, in: document, stop)
      try evaluator.setPositions(positions, ofLeaf: leaf, spend: stop.spend)
    }
    var (count, last): (UInt32, UInt32?) = (0, nil)
    for span in try evaluator.evaluate(spend: stop.spend) where span.first != last {
      count += 1
      last = span.first
    }
    return count
  }
}
