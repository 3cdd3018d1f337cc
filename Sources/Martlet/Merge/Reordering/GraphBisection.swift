/// Finds an order of documents in which those that share words are near each other.
///
/// Gaps between documents are then smaller, so lists are shorter, and the documents that a query
/// asks for are in fewer blocks. The documents are halved again and again. Each time, documents are
/// exchanged between the halves as long as that lowers the estimated cost of the gaps: a word costs
/// less the more of its documents are in one half (Dhulipala et al., "Compressing graphs and
/// indexes with recursive graph bisection", 2016). The pull of each document to one side is
/// estimated for all documents of a round at once, and those with the strongest pull to the left
/// become the left half of the next round (Mackenzie et al., "Faster index reordering with
/// bipartite graph partitioning", 2021).
///
/// - Complexity: O(postings · log documents), about 1 ns for each posting, level and round.
struct GraphBisection {
  /// The number of documents up to which they keep the order in which they came.
  private static let leafSize = 16
  /// The most rounds in which the documents of two halves are exchanged.
  private static let mostRounds = 12
  /// The number of subtrees for each thread, so that all threads are busy to the end.
  private static let partsPerThread = 4

  private let index: ForwardIndex
  private let threads: MergeThreads
  private let stop: MergeStop

  init(_ index: ForwardIndex, _ threads: MergeThreads, _ stop: MergeStop) {
    self.index = index
    self.threads = threads
    self.stop = stop
  }

  /// Returns the documents in their new order, which is the same for any number of threads.
  func order() throws(SearchError) -> GrowingArray<DocumentID> {
    let documents = GrowingArray<DocumentID>()
    for document in 0..<index.documentCount { documents.append(DocumentID(document)) }
    var ranges = [0..<index.documentCount]
    let partCount = threads.count == 1 ? 1 : threads.count * Self.partsPerThread
    while ranges.count < partCount, ranges.contains(where: Self.isDivided) {
      try forEach(ranges.filter(Self.isDivided), of: documents) {
        range, halves throws(SearchError) in
        try halves.separate(range, mostRounds: Self.mostRounds)
      }
      ranges = ranges.flatMap { Self.isDivided($0) ? BisectionHalves.halves(of: $0) : [$0] }
    }
    try forEach(ranges, of: documents, Self.order)
    return documents
  }

  private static func isDivided(_ range: Range<Int>) -> Bool { range.count > leafSize }

  /// Calls `body` with each of some ranges of `documents`, several at the same time.
  private func forEach(
    _ ranges: [Range<Int>], of documents: GrowingArray<DocumentID>,
    _ body: @Sendable (Range<Int>, BisectionHalves) throws(SearchError) -> Void
  ) throws(SearchError) {
    // SAFETY: no two ranges have a document in common, and the index is only read; the group orders
    // that.
    nonisolated(unsafe) let (index, documents) = (index, documents)
    let group = MergeGroup(threads, stop)
    try group.run(ranges.count) { (part) throws(SearchError) in
      try body(ranges[part], unsafe BisectionHalves(index, documents, group.stop))
    }
  }

  /// Orders the documents in `range`.
  private static func order(
    _ range: Range<Int>, _ halves: BisectionHalves
  ) throws(SearchError) {
    guard isDivided(range) else { return halves.sort(range) }
    try halves.separate(range, mostRounds: mostRounds)
    for half in BisectionHalves.halves(of: range) { try order(half, halves) }
  }
}
