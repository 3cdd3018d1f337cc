/// Where each document of some segments is in the segment that a merge makes of them.
///
/// The merged segment has the live documents, segment by segment, in their old order or in another one.
/// Deletions that come while the merge runs are not in it; ``deletions(in:)`` finds them for the result.
///
/// - Complexity: looking up is O(1). Takes 4 bytes per document of each segment with deletions; in another
///   order 12 per document.
struct DocumentMapping: Sendable {
  /// One segment's documents.
  struct Source: Sendable {
    /// What was live when the merge began.
    let live: LiveDocuments
    /// The new number of the first live document, as long as documents keep their order.
    let base: DocumentID
    /// The new number of each document, 4 bytes each and ``deleted`` for some; nil when all are
    /// live, and follow ``base``.
    let numbers: ByteView?

    /// The new number of `document`; ``deleted`` when there is none.
    ///
    /// - Precondition: the segment has such a document.
    @inline(__always)
    func number(_ document: DocumentID) -> DocumentID {
      guard let numbers else { return base &+ document }
      return numbers.uint32(at: Int(document) &* 4)
    }
  }

  /// Stands for a document that is not in the merged segment.
  static let deleted = DocumentID.max

  /// A document of a segment, which has a number among them all.
  private struct Place: Sendable {
    let segment: UInt32
    let document: DocumentID
  }

  /// The segments, in order.
  let sources: [Source]
  /// The documents of the merged segment.
  let documentCount: Int
  /// Where the merged segment's documents come from; nil when they keep their order.
  private let places: [Place]?

  /// The mapping of segments with these live documents.
  ///
  /// - Throws: `limitExceeded` when there are more than one segment can have.
  init(_ segments: [LiveDocuments]) throws(SearchError) {
    documentCount = segments.reduce(0) { $0 + $1.liveCount }
    guard documentCount <= Limits.documentsPerSegment else {
      throw SearchError(
        .limitExceeded,
        "\(documentCount) documents in one segment; \(Limits.documentsPerSegment) fit")
    }
    var sources: [Source] = []
    var base = 0
    for live in segments {
      let first = DocumentID(base)
      sources.append(
        Source(
          live: live, base: first,
          numbers: live.deletedCount == 0 ? nil : Self.numbers(live, from: first)))
      base += live.liveCount
    }
    self.sources = sources
    places = nil
  }

  /// The documents of `mapping` in another order.
  ///
  /// - Parameter order: The numbers that they have in `mapping`, in the new order.
  /// - Precondition: Each of them is there once.
  init(_ mapping: DocumentMapping, inOrder order: GrowingArray<DocumentID>) {
    precondition(order.count == mapping.documentCount, "\(order.count) documents in order")
    var newNumbers = [DocumentID](repeating: Self.deleted, count: order.count)
    for number in 0..<order.count {
      precondition(newNumbers[Int(order[number])] == Self.deleted, "\(order[number]) twice")
      newNumbers[Int(order[number])] = DocumentID(number)
    }
    var places = [Place](repeating: Place(segment: 0, document: 0), count: order.count)
    var sources: [Source] = []
    for (index, source) in mapping.sources.enumerated() {
      let numbers = ByteWriter(capacity: source.live.documentCount * 4)
      for document in 0..<DocumentID(source.live.documentCount) {
        let old = source.live.isLive(document) ? source.number(document) : Self.deleted
        let new = old == Self.deleted ? old : newNumbers[Int(old)]
        numbers.append(new)
        if new == Self.deleted { continue }
        places[Int(new)] = Place(segment: UInt32(index), document: document)
      }
      sources.append(Source(live: source.live, base: source.base, numbers: numbers.finish()))
    }
    documentCount = mapping.documentCount
    self.sources = sources
    self.places = places
  }

  /// Whether documents do not keep their order.
  var isReordered: Bool { places != nil }

  /// Hands each live document to `body`, in the order of the merged segment, with the index of the segment
  /// that it comes from.
  ///
  /// - Throws: what `body` throws.
  func forEachDocument<Failure: Error>(
    _ body: (_ segment: Int, _ document: DocumentID) throws(Failure) -> Void
  ) throws(Failure) {
    if let places {
      for place in places { try body(Int(place.segment), place.document) }
      return
    }
    for (index, source) in sources.enumerated() {
      for document in 0..<DocumentID(source.live.documentCount)
      where source.live.isLive(document) {
        try body(index, document)
      }
    }
  }

  private static func numbers(_ live: LiveDocuments, from base: DocumentID) -> ByteView {
    let numbers = ByteWriter(capacity: live.documentCount * 4)
    var next = base
    for document in 0..<live.documentCount {
      let isLive = live.isLive(DocumentID(document))
      numbers.append(isLive ? next : deleted)
      if isLive { next += 1 }
    }
    return numbers.finish()
  }

  /// The new number of `document` of the segment at `index`, or nil when it was deleted.
  ///
  /// - Precondition: there is such a segment, and it has such a document.
  func document(_ document: DocumentID, inSegment index: Int) -> DocumentID? {
    let source = sources[index]
    precondition(
      Int(document) < source.live.documentCount,
      "document \(document) of \(source.live.documentCount)")
    let number = source.number(document)
    return number == Self.deleted ? nil : number
  }

  /// The merged segment's documents that `current`, the segments' live documents by now, lack.
  ///
  /// - Precondition: they are the same segments in the same order.
  /// - Complexity: O(documents / 64 + deletions).
  func deletions(in current: [LiveDocuments]) -> [DocumentID] {
    precondition(
      current.map(\.documentCount) == sources.map(\.live.documentCount),
      "the segments are not those of the merge")
    var deletions: [DocumentID] = []
    for (source, live) in zip(sources, current) where live.deletedCount > source.live.deletedCount {
      for document in live.deletedDocuments where source.live.isLive(document) {
        deletions.append(source.number(document))
      }
    }
    return deletions
  }
}
