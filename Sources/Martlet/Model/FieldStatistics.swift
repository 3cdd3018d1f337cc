/// The statistics of one field over some documents that ranking needs.
///
/// Only live documents count, so scores do not depend on when segments are merged.
struct FieldStatistics: Sendable, Equatable {
  /// Documents that have at least one token in the field.
  var documentCount = 0
  /// Tokens over all these documents. More than an `Int` of 32 bits may hold.
  var tokenCount: Int64 = 0

  /// Tokens per document that has the field, 0 when there is none.
  var averageLength: Double {
    documentCount == 0 ? 0 : Double(tokenCount) / Double(documentCount)
  }

  static func + (left: FieldStatistics, right: FieldStatistics) -> FieldStatistics {
    FieldStatistics(
      documentCount: left.documentCount + right.documentCount,
      tokenCount: left.tokenCount + right.tokenCount)
  }
}
