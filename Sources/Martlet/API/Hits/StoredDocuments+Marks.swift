/// The matches of the query in the texts of documents.
extension StoredDocuments {
  /// Returns what the query matches in a field of the document with this number in the snapshot.
  ///
  /// - Parameters:
  ///   - text: The text of the field; nil for all values that the stored document has.
  ///   - countsWords: True to note where words begin.
  /// - Throws: `unknownField`; `invalidRequest` for a field of numbers or dates; as
  ///   ``document(_:)``.
  func marks(
    in name: FieldRef, of text: String?, _ number: UInt32, countsWords: Bool
  ) throws(SearchError) -> FieldMarks {
    let field = try textField(name)
    let marker = marker(for: number).marker(for: field, language: try language(number, field))
    guard let text else {
      let values = try codec.texts(of: field.id, shownDocument(number))
      return try marker.marks(in: values, countsWords: countsWords)
    }
    return try marker.marks(in: [text], countsWords: countsWords)
  }

  private func textField(_ name: FieldRef) throws(SearchError) -> IndexSchema.Field {
    let field = try core.schema.known(name)
    switch field.definition.kind {
    case .text, .keyword: return field
    case .number, .date:
      throw SearchError(
        .invalidRequest,
        "the field \"\(name)\" has \(field.definition.kind.valuesName), in "
          + "which no words are found: name a text field or a keyword field")
    }
  }

  /// Returns the language that the document names, if the field's words depend on it.
  private func language(
    _ number: UInt32, _ field: IndexSchema.Field
  ) throws(SearchError) -> String {
    guard let name = field.analyzer.languageField, let source = core.schema.field(named: name)
    else { return "" }
    return try codec.texts(of: source.id, shownDocument(number)).first ?? ""
  }
}
