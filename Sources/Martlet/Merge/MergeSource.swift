/// What one segment brings to the merge of one field.
///
/// Used by one thread.
final class MergeSource {
  /// The field in the segment.
  let field: SegmentReader.Field
  /// Where its documents go.
  let documents: DocumentMapping.Source
  /// Reads the terms' positions; nil when the field keeps none.
  let positions: PositionDifferences?

  init(_ field: SegmentReader.Field, _ documents: DocumentMapping.Source) {
    self.field = field
    self.documents = documents
    positions = field.positions.map { PositionDifferences($0) }
  }

  /// An error in the postings.
  func corrupted(_ message: String) -> SearchError {
    field.postings.corrupted("postings: " + message, at: 0)
  }
}
