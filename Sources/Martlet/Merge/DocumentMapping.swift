/// Where each document of some segments is in the segment that a merge makes of them.
///
/// The merged segment has the live documents, segment by segment, in their old order. Deletions
/// that come while the merge runs are not in it; ``deletions(in:)`` finds them for the result.
///
/// - Complexity: looking up is O(1). Takes 4 bytes per document of each segment with deletions.
struct DocumentMapping: Sendable {
  /// One segment's documents.
  struct Source: Sendable {
    /// What was live when the merge began.
    let live: LiveDocuments
    /// The new number of the first live document.
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

  /// The segments, in order.
  let sources: [Source]
  /// The documents of the merged segment.
  let documentCount: Int

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
