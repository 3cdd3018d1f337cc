/// A set of segments to merge into one, and the reason.
struct MergePlan: Sendable, Equatable {
  /// The reason why a merge is worth its cost.
  enum Reason: Sendable, Equatable {
    /// There are too many segments.
    case count
    /// A segment has too many deleted documents.
    case deletions
    /// The application asked for as few segments as possible.
    case compaction
  }

  /// The segments, neighbours in document order; a single one is merged to remove its deleted
  /// documents.
  let segments: [SegmentID]
  /// The number of documents in the result, if none of them is deleted in the meantime.
  let documentCount: Int
  /// The approximate size of the result in bytes. Writing it to a file takes twice as much space
  /// for a while.
  let estimatedByteCount: Int
  let reason: Reason
  /// True if documents are placed near those that they share words with.
  var reorders = false

  init(_ segments: ArraySlice<SegmentDescription>, _ reason: Reason) {
    self.segments = segments.map(\.id)
    documentCount = segments.reduce(0) { $0 + $1.liveCount }
    estimatedByteCount = segments.reduce(0) { $0 + $1.liveByteCount }
    self.reason = reason
  }
}
