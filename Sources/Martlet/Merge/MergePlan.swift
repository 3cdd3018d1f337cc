/// Which segments a merge makes into one, and why.
struct MergePlan: Sendable, Equatable {
  /// Why a merge is worth its cost.
  enum Reason: Sendable, Equatable {
    /// There are too many segments.
    case count
    /// A segment has too many deleted documents.
    case deletions
    /// Somebody asked for as few segments as possible.
    case compaction
  }

  /// The segments, neighbours in the order of their documents; one, to drop its deleted documents.
  let segments: [SegmentID]
  /// The documents that the result has, if none of them is deleted meanwhile.
  let documentCount: Int
  /// About how many bytes the result has. Writing a file takes twice as much room for a while.
  let estimatedByteCount: Int
  let reason: Reason
  /// Whether documents are put near those that they share words with.
  var reorders = false

  init(_ segments: ArraySlice<SegmentDescription>, _ reason: Reason) {
    self.segments = segments.map(\.id)
    documentCount = segments.reduce(0) { $0 + $1.liveCount }
    estimatedByteCount = segments.reduce(0) { $0 + $1.liveByteCount }
    self.reason = reason
  }
}
