/// Neighbouring segments that may become one, gathered as long as they fit.
struct MergeRun {
  /// The largest size of the merged segment in bytes.
  let maximumByteCount: Int
  /// The size in bytes that a smaller segment is counted as.
  let floorByteCount: Int
  /// The number of segments.
  private(set) var count = 0
  private var byteCount = 0
  private var documentCount = 0
  private var largest = 0.0
  private var total = 0.0

  init(maximumByteCount: Int, floorByteCount: Int) {
    self.maximumByteCount = maximumByteCount
    self.floorByteCount = floorByteCount
  }

  /// Adds the next segment, unless the merged one would be too large.
  ///
  /// - Returns: True if the segment was added.
  mutating func append(_ segment: SegmentDescription) -> Bool {
    let size = segment.liveByteCount
    guard
      count == 0 || size <= maximumByteCount - byteCount,
      segment.liveCount <= Limits.documentsPerSegment - documentCount
    else { return false }
    count += 1
    byteCount += size
    documentCount += segment.liveCount
    let cost = Double(max(size, floorByteCount))
    largest = max(largest, cost)
    total += cost
    return true
  }

  /// The cost of merging in the measure of ``MergePolicy``; infinite for one segment.
  var cost: Double {
    let removed = Double(count - 1)
    return largest * largest / (total * removed * removed)
  }

  /// The size of the merged segment, as a multiple of the largest of the segments.
  var growth: Double { total / largest }
}
