/// The statistics and parameters of a segment that ranking needs before it reads any postings.
///
/// The bounds stored beside the postings were computed with the parameters and the average lengths
/// given here. A search with other statistics corrects them by the ratio; see the ranking layer.
struct SegmentInfo: Sendable, Equatable {
  /// The statistics of one field, as of the creation of the segment.
  struct Field: Sendable, Equatable {
    var field: FieldID
    /// The statistics over all documents of the segment, including those deleted since.
    var statistics: FieldStatistics
    /// The average length, in tokens, with which the stored bounds were computed.
    var averageLength: Double
  }

  /// The k1 of BM25 with which the stored bounds were computed.
  var k1: Double
  /// The b of BM25 with which the stored bounds were computed.
  var b: Double
  /// The fields that at least one document has, ascending.
  var fields: [Field]

  /// Returns the statistics of `field`, or nil when no document has it.
  ///
  /// - Complexity: O(log fields).
  func field(_ field: FieldID) -> Field? {
    var low = 0
    var high = fields.count
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].field < field { low = middle + 1 } else { high = middle }
    }
    return low < fields.count && fields[low].field == field ? fields[low] : nil
  }
}
