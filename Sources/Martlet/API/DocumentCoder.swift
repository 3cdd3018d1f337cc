/// Between an application's documents and what the index takes and gives, by one schema.
///
/// Immutable; one for each index opened. Whatever cannot be indexed is refused here, before it is
/// in the log.
final class DocumentCoder<Document: SearchDocument>: Sendable {
  /// The fields as indexing and queries know them.
  let schema: IndexSchema
  private let fields: [(id: FieldID, append: Schema<Document>.Field.Appending)]
  private let form: DocumentForm<Document>
  private let members: StoredMembers

  init(_ schema: Schema<Document>) {
    self.schema = schema.indexSchema
    fields = zip(self.schema.fields, schema.fields).map { ($0.id, $1.append) }
    form = schema.form ?? .json()
    members = StoredMembers(
      leavingOut: schema.fields.filter { !$0.isStored }.map(\.name))
  }

  /// Makes sure that the documents of `state` have keys of the type that this one's have. Looks at the
  /// first of each segment.
  ///
  /// - Throws: `schemaMismatch`. Damage is left to whoever needs the key.
  func checkKeys(in state: IndexState) throws(SearchError) {
    for part in state.parts where part.segment.reader.documentCount > 0 {
      guard let bytes = try? part.segment.reader.keys.key(of: 0) else { continue }
      guard Document.Key(keyBytes: bytes) == nil else { continue }
      throw SearchError(
        .schemaMismatch,
        "the index has documents with keys that are no \(Document.Key.self): it was made with another "
          + "type of key")
    }
  }

  /// The document as it enters the index.
  ///
  /// - Throws: `documentRejected`.
  func input(_ document: Document) throws(SearchError) -> InputDocument {
    let key = document.searchKey.keyBytes
    try Self.check(key)
    var values: [InputDocument.Value] = []
    values.reserveCapacity(fields.count)
    for field in fields {
      let start = values.count
      try field.append(document, field.id, &values)
      try check(values[start...], of: field.id)
    }
    let stored = try form.encode(document, members)
    guard stored.count <= StoredFieldsFormat.largestDocument else {
      throw SearchError(
        .documentRejected,
        "the document takes \(stored.count) bytes as JSON, expected at most "
          + "\(StoredFieldsFormat.largestDocument)")
    }
    return InputDocument(key: key, values: values, stored: stored)
  }

  private static func check(_ key: [UInt8]) throws(SearchError) {
    guard !key.isEmpty else {
      throw SearchError(
        .documentRejected, "the document's key is empty, expected 1 to \(Limits.keyByteCount) bytes"
      )
    }
    guard key.count <= Limits.keyByteCount else {
      throw SearchError(
        .documentRejected,
        "the document's key has \(key.count) bytes, expected at most \(Limits.keyByteCount)")
    }
  }

  private func check(
    _ values: ArraySlice<InputDocument.Value>, of field: FieldID
  ) throws(SearchError) {
    var byteCount = 0
    for value in values {
      guard case .text(let text) = value.content else { continue }
      byteCount += text.utf8.count + Limits.valuePositionGap
    }
    guard byteCount <= Limits.tokensPerField else {
      throw SearchError(
        .documentRejected,
        "the field \(schema[field].definition.name) has \(byteCount) bytes of text in "
          + "\(values.count) values, expected at most \(Limits.tokensPerField)")
    }
  }

  /// The document with this key, as it was stored.
  ///
  /// - Throws: `documentUnreadable`.
  func document(key: [UInt8], stored: [UInt8]) throws(SearchError) -> Document {
    try form.decode(key, stored)
  }
}
