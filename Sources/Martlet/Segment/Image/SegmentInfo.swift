/// What ranking must know of a segment before it reads any postings.
///
/// The bounds stored beside the postings hold for the parameters and the average lengths given
/// here. A search with other statistics corrects them by the ratio; see the ranking layer.
struct SegmentInfo: Sendable, Equatable {
  /// One field, as it was when the segment was made.
  struct Field: Sendable, Equatable {
    var field: FieldID
    /// All documents of the segment, also those deleted since.
    var statistics: FieldStatistics
    /// The average length, in tokens, that the stored bounds were made with.
    var averageLength: Double
  }

  /// BM25's k1, that the stored bounds were made with.
  var k1: Double
  /// BM25's b, that the stored bounds were made with.
  var b: Double
  /// The fields that at least one document has, ascending.
  var fields: [Field]

  /// What is known of `field`, or nil when no document has it.
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
