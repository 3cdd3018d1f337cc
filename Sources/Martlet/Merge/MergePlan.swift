/// A set of segments to merge into one.
struct MergePlan: Sendable, Equatable {
  /// The segments, neighbours in document order; a single one is merged to remove its deleted
  /// documents.
  let segments: [SegmentID]
  /// True if documents are placed near those that they share words with.
  var reorders = false
  /// True if the segments may rest as they are, so that it is no failure if there is no room.
  var isOptional = false

  init(_ segments: ArraySlice<SegmentDescription>) {
    self.segments = segments.map(\.id)
  }
}
