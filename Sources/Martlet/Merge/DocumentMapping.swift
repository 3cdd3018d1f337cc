/// The mapping of the documents of some segments to the segment that a merge makes of them.
///
/// The merged segment has the live documents, segment by segment in their old order, or in another
/// order. Deletions that come while the merge runs are not part of it; ``deletions(in:)`` finds
/// them for the result.
///
/// - Complexity: a lookup is O(1). The mapping takes 4 bytes per document of each segment with
///   deletions; if documents are reordered, 12 per document.
struct DocumentMapping: Sendable {
  /// The documents of one segment.
  struct Source: Sendable {
    /// The documents that were live when the merge began.
    let live: LiveDocuments
    /// The new number of the first live document, if documents keep their order.
    let base: DocumentID
    /// The new number of each document in 4 bytes, ``deleted`` for some; nil if all documents are
    /// live and numbered from ``base`` on.
    let numbers: ByteView?

    /// Returns the new number of `document`; ``deleted`` if it has none.
    ///
    /// - Precondition: The segment has such a document.
    @inline(__always)
    func number(_ document: DocumentID) -> DocumentID {
      guard let numbers else { return base &+ document }
      return numbers.uint32(at: Int(document) &* 4)
    }
  }

  /// The number of a document that is not in the merged segment.
  static let deleted = DocumentID.max

  /// A document and the index of its segment.
  private struct Origin: Sendable {
    let segment: UInt32
    let document: DocumentID
  }

  /// The segments, in order.
  let sources: [Source]
  /// The number of documents in the merged segment.
  let documentCount: Int
  /// The origin of each document of the merged segment; nil if documents keep their order.
  private let origins: [Origin]?

  /// Creates the mapping of segments with these live documents.
  ///
  /// - Throws: `limitExceeded` when there are more documents than one segment can have.
  init(_ segments: [LiveDocuments]) throws(SearchError) {
    documentCount = segments.reduce(0) { $0 + $1.liveCount }
    guard documentCount <= Limits.documentsPerSegment else {
      throw SearchError(
        .limitExceeded,
        "a segment has at most \(Limits.documentsPerSegment) documents, and this one would have "
          + "\(documentCount)")
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
    origins = nil
  }

  /// Creates a mapping of the documents of `mapping` in another order.
  ///
  /// - Parameter order: The documents' numbers in `mapping`, in the new order.
  /// - Precondition: `order` contains each of these numbers once.
  init(_ mapping: DocumentMapping, inOrder order: GrowingArray<DocumentID>) {
    precondition(
      order.count == mapping.documentCount,
      "an order of \(order.count) documents, not \(mapping.documentCount)")
    var newNumbers = [DocumentID](repeating: Self.deleted, count: order.count)
    for number in 0..<order.count {
      precondition(
        newNumbers[Int(order[number])] == Self.deleted,
        "document \(order[number]) occurs twice in the order")
      newNumbers[Int(order[number])] = DocumentID(number)
    }
    var origins = [Origin](repeating: Origin(segment: 0, document: 0), count: order.count)
    var sources: [Source] = []
    for (index, source) in mapping.sources.enumerated() {
      let numbers = ByteWriter(capacity: source.live.documentCount * 4)
      for document in 0..<DocumentID(source.live.documentCount) {
        let old = source.live.isLive(document) ? source.number(document) : Self.deleted
        let new = old == Self.deleted ? old : newNumbers[Int(old)]
        numbers.append(new)
        if new == Self.deleted { continue }
        origins[Int(new)] = Origin(segment: UInt32(index), document: document)
      }
      sources.append(Source(live: source.live, base: source.base, numbers: numbers.finish()))
    }
    documentCount = mapping.documentCount
    self.sources = sources
    self.origins = origins
  }

  /// True if documents do not keep their order.
  var isReordered: Bool { origins != nil }

  /// Passes each live document to `body`, in the order of the merged segment, with the index of the
  /// segment that it comes from.
  ///
  /// - Throws: The error that `body` throws.
  func forEachDocument<Failure: Error>(
    _ body: (_ segment: Int, _ document: DocumentID) throws(Failure) -> Void
  ) throws(Failure) {
    if let origins {
      for origin in origins { try body(Int(origin.segment), origin.document) }
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

  /// Returns the new number of `document` of the segment at `index`; nil if it was deleted.
  ///
  /// - Precondition: There is such a segment, and it has such a document.
  func document(_ document: DocumentID, inSegment index: Int) -> DocumentID? {
    let source = sources[index]
    precondition(
      Int(document) < source.live.documentCount,
      "document \(document) is outside a segment of \(source.live.documentCount)")
    let number = source.number(document)
    return number == Self.deleted ? nil : number
  }

  /// Returns the merged segment's documents that have been deleted since, given the current live
  /// documents of the segments.
  ///
  /// - Precondition: They are the same segments in the same order.
  /// - Complexity: O(documents / 64 + deletions).
  func deletions(in current: [LiveDocuments]) -> [DocumentID] {
    precondition(
      current.map(\.documentCount) == sources.map(\.live.documentCount),
      "the segments are not the ones that were merged")
    var deletions: [DocumentID] = []
    for (source, live) in zip(sources, current) where live.deletedCount > source.live.deletedCount {
      for document in live.deletedDocuments where source.live.isLive(document) {
        deletions.append(source.number(document))
      }
    }
    return deletions
  }
}
