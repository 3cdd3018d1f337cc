/// One segment's input to the merge of one field.
///
/// Used by one thread.
final class MergeSource {
  /// The field in the segment.
  let field: SegmentReader.Field
  /// The mapping of the segment's documents.
  let documents: DocumentMapping.Source
  /// The reader of the terms' positions; nil if the field has none.
  let positions: PositionDifferences?

  init(_ field: SegmentReader.Field, _ documents: DocumentMapping.Source) {
    self.field = field
    self.documents = documents
    positions = field.positions.map { PositionDifferences($0) }
  }

  /// Returns an error in the postings.
  func corrupted(_ message: String) -> SearchError {
    field.postings.corrupted("postings: " + message, at: 0)
  }
}
