/// Checks that a field's column is the one that its terms and postings give.
///
/// - Complexity: linear in the postings; 8 bytes of memory per posting.
struct ColumnChecker {
  private let field: SegmentReader.Field
  private let definition: FieldDefinition
  private let documentCount: Int

  /// - Parameter field: A field whose terms and lists are valid.
  init(_ field: SegmentReader.Field, _ definition: FieldDefinition, documentCount: Int) {
    self.field = field
    self.definition = definition
    self.documentCount = documentCount
  }

  /// Checks all bytes.
  func check() throws(SearchError) {
    guard definition.hasColumn else { return }
    guard let column = field.column else {
      throw field.dictionary.section.corrupted("the field has values but no column", at: 0)
    }
    let expected = try rebuilt()
    let found = column.section.bytes
    guard expected.count == found.count else {
      throw column.section.corrupted(
        "expected a column of \(expected.count) bytes, found \(found.count)", at: 0)
    }
    guard let offset = (0..<found.count).first(where: { expected[$0] != found[$0] }) else { return }
    throw column.section.corrupted(
      "the column differs from the postings: expected the byte \(expected[offset]), found "
        + "\(found[offset])", at: offset)
  }

  /// Returns the column that the postings give.
  private func rebuilt() throws(SearchError) -> ByteView {
    let writer = ColumnWriter()
    let terms = try field.dictionary.cursor(at: 0)
    while !terms.isAtEnd {
      let cursor = try PostingsCursor(
        terms.info, section: field.postings, documentCount: documentCount,
        hasPositions: field.positions != nil)
      while !cursor.isExhausted {
        try cursor.loadDocuments()
        // SAFETY: the block is loaded, and the index is below its count.
        for index in 0..<cursor.count { writer.append(unsafe cursor.documents[index]) }
        cursor.nextBlock()
      }
      writer.endTerm()
      _ = try terms.advance()
    }
    return try writer.finish(definition.kind, field.dictionary, documentCount: documentCount)
  }
}
