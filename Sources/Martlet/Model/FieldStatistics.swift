/// The statistics of one field over some documents, as ranking needs them.
///
/// Only live documents count, so scores do not depend on when segments are merged.
struct FieldStatistics: Sendable, Equatable {
  /// The number of documents that have at least one token in the field.
  var documentCount = 0
  /// The number of tokens in all these documents, which may exceed an `Int` of 32 bits.
  var tokenCount: Int64 = 0

  /// The number of tokens per document that has the field, 0 when there is none.
  var averageLength: Double {
    documentCount == 0 ? 0 : Double(tokenCount) / Double(documentCount)
  }

  static func + (left: FieldStatistics, right: FieldStatistics) -> FieldStatistics {
    FieldStatistics(
      documentCount: left.documentCount + right.documentCount,
      tokenCount: left.tokenCount + right.tokenCount)
  }
}
