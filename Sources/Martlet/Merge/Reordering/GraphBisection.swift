/// Finds an order of documents in which those that share words are near each other.
///
/// Gaps between documents are smaller then, and so are the lists; and what a query asks for is in fewer
/// blocks. The documents are halved again and again. Each time they are exchanged between the halves as long
/// as that lowers what the gaps will cost: a word costs less the more of its documents are in one half
/// (Dhulipala et al., "Compressing graphs and indexes with recursive graph bisection", 2016). Which side a
/// document is drawn to is estimated for all documents of a round at once, and those drawn most to the left
/// are the left half of the next round (Mackenzie et al., "Faster index reordering with bipartite graph
/// partitioning", 2021).
///
/// - Complexity: O(postings · log documents), about 1 ns for each posting, level and round.
struct GraphBisection {
  /// So few documents keep the order that they came in.
  static let leafSize = 16
  /// The most often that the documents of two halves are exchanged.
  private static let mostRounds = 12
  /// The subtrees of each thread, so that all of them are busy to the end.
  private static let partsPerThread = 4

  private let index: ForwardIndex
  private let threads: MergeThreads
  private let stop: MergeStop

  init(_ index: ForwardIndex, _ threads: MergeThreads, _ stop: MergeStop) {
    self.index = index
    self.threads = threads
    self.stop = stop
  }

  /// The documents in their new order, which is the same for any number of threads.
  ///
  /// - Throws: `cancelled`.
  func order() throws(SearchError) -> GrowingArray<DocumentID> {
    // SAFETY: each part of these is used by one thread; the group orders that.
    nonisolated(unsafe) let documents = GrowingArray<DocumentID>()
    nonisolated(unsafe) let index = index
    for document in 0..<self.index.documentCount { unsafe documents.append(DocumentID(document)) }
    let group = MergeGroup(threads, stop)
    var ranges = [0..<self.index.documentCount]
    let partCount = threads.count == 1 ? 1 : threads.count * Self.partsPerThread
    while ranges.count < partCount {
      let parts = ranges
      try group.run(parts.count) { (part) throws(SearchError) in
        let halves = unsafe BisectionHalves(index, documents, group.stop)
        try halves.separate(parts[part], mostRounds: Self.mostRounds)
      }
      ranges = ranges.flatMap { range in
        let middle = BisectionHalves.middle(of: range)
        return [range.lowerBound..<middle, middle..<range.upperBound]
      }
    }
    let parts = ranges
    try group.run(parts.count) { (part) throws(SearchError) in
      let halves = unsafe BisectionHalves(index, documents, group.stop)
      try Self.order(parts[part], halves)
    }
    return unsafe documents
  }

  /// Orders the documents in `range`.
  private static func order(
    _ range: Range<Int>, _ halves: BisectionHalves
  ) throws(SearchError) {
    guard range.count > leafSize else { return halves.sort(range) }
    try halves.separate(range, mostRounds: mostRounds)
    let middle = BisectionHalves.middle(of: range)
    try order(range.lowerBound..<middle, halves)
    try order(middle..<range.upperBound, halves)
  }
}
