/// Neighbouring segments that may become one, gathered while they fit.
struct MergeRun {
  /// The segments.
  private(set) var count = 0
  private var byteCount = 0
  private var documentCount = 0
  private var largest = 0.0
  private var total = 0.0

  /// Takes the next segment, unless it is not free or the merged one would be too large.
  ///
  /// - Returns: whether it was taken.
  mutating func append(_ segment: SegmentDescription, _ policy: MergePolicy) -> Bool {
    let size = segment.liveByteCount
    guard !segment.isMerging,
      count == 0 || size <= policy.maximumByteCount - byteCount,
      segment.liveCount <= Limits.documentsPerSegment - documentCount
    else { return false }
    count += 1
    byteCount += size
    documentCount += segment.liveCount
    let cost = Double(max(size, policy.floorByteCount))
    largest = max(largest, cost)
    total += cost
    return true
  }

  /// What merging costs, by the measure of ``MergePolicy``; infinite for one segment.
  var cost: Double {
    let removed = Double(count - 1)
    return largest * largest / (total * removed * removed)
  }
}
