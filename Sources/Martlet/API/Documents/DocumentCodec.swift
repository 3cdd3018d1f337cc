/// Converts the application's documents into the form that the index takes, and back.
///
/// Immutable; one for each open index. Documents that cannot be indexed are rejected here, before
/// they reach the log.
final class DocumentCodec<Document: SearchDocument>: Sendable {
  /// The fields for indexing and queries.
  let schema: IndexSchema
  private let fields: [(id: FieldID, append: Schema<Document>.Field.Appending)]
  private let form: StoredForm<Document>
  private let members: StoredMembers
  private let formCheck: StoredFormCheck<Document>
  /// True if no field is left out of what is stored.
  let storesAll: Bool

  init(_ schema: Schema<Document>) {
    self.schema = schema.indexSchema.keyed(by: KeyForm.name(of: Document.Key.self))
    fields = zip(self.schema.fields, schema.fields).map { ($0.id, $1.append) }
    form = schema.form ?? .json()
    storesAll = schema.fields.allSatisfy(\.isStored)
    members = StoredMembers(
      leavingOut: schema.fields.filter { !$0.isStored }.map(\.name))
    let unstored = zip(self.schema.fields, schema.fields).filter { !$1.isStored }
    formCheck = StoredFormCheck(
      form, members,
      fields: Dictionary(uniqueKeysWithValues: unstored.map { ($0.id, $1.name) }))
  }

  /// Returns the bookmarks of a new index, with the type of keys among them, and without a schema
  /// of records if it has none.
  static func bookmarks(_ bookmarks: [String: [UInt8]]) -> [String: [UInt8]] {
    var bookmarks = bookmarks
    if !(Document.self is Record.Type) { bookmarks[ReservedBookmark.schema] = nil }
    bookmarks[ReservedBookmark.keyType] = KeyForm.name(of: Document.Key.self).map { Array($0.utf8) }
    return bookmarks
  }

  /// Makes sure that an index with these bookmarks has keys of the type `Document.Key`.
  ///
  /// - Throws: `schemaMismatch` if it keeps another type.
  static func checkKeyType(in bookmarks: [String: [UInt8]]) throws(SearchError) {
    guard let own = KeyForm.name(of: Document.Key.self),
      let kept = bookmarks[ReservedBookmark.keyType], !kept.elementsEqual(own.utf8)
    else { return }
    throw SearchError(
      .schemaMismatch,
      "the index was made with keys of the type \(String(decoding: kept, as: UTF8.self)), and the "
        + "documents have keys of the type \(own): open it with the type that it was made with, or make "
        + "it again")
  }

  /// The number of keys of a segment by which the type of all is told.
  private static var sampledCount: Int { 16 }

  /// Makes sure that the keys in `state` are of the type `Document.Key`: by the type that the index
  /// keeps, and by the first keys of each segment.
  ///
  /// A type of an application may have lost values, so that some keys cannot be read any more: then
  /// one that can be read shows that the type is right.
  ///
  /// - Throws: `schemaMismatch` if a key is of another type. Damage is not reported here, but when
  ///   the key is needed.
  func checkKeys(in state: IndexState) throws(SearchError) {
    try Self.checkKeyType(in: state.bookmarks)
    var (known, unknown) = (false, false)
    for member in state.members {
      let live = member.segment.live
      let documents = (0..<UInt32(clamping: live.documentCount)).lazy.filter(live.isLive)
      for document in documents.prefix(Self.sampledCount) {
        guard let bytes = try? member.segment.reader.keys.key(of: document) else { continue }
        if Document.Key(keyBytes: bytes) == nil { unknown = true } else { known = true }
      }
    }
    guard unknown, !known || KeyForm.name(of: Document.Key.self) != nil else { return }
    throw SearchError(
      .schemaMismatch,
      "the index has documents with keys that cannot be read as \(Document.Key.self): it was "
        + "made with another type of key")
  }

  /// Returns the document in the form that the index takes.
  ///
  /// - Throws: `documentRejected` if the key, a text or the stored form exceeds a limit, or the
  ///   document cannot be encoded.
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
    let input = InputDocument(key: key, values: values, stored: stored)
    try formCheck.check(document, as: input)
    return input
  }

  /// Returns true if the stored form of a document has a member called `name`.
  func stores(_ name: String, of document: Document) throws(SearchError) -> Bool {
    try form.has(name, in: document)
  }

  /// Returns the fields that are not stored and of whose names the document has no member.
  func fieldsWithoutMember(in document: Document) throws(SearchError) -> Set<FieldID> {
    guard !storesAll else { return [] }
    var found: Set<FieldID> = []
    for field in schema.fields where members.leavesOut(field.definition.name) {
      if try !form.has(field.definition.name, in: document) { found.insert(field.id) }
    }
    return found
  }

  /// Returns the key with these bytes.
  ///
  /// - Throws: `documentUnreadable` if it is none of the type `Document.Key`.
  static func key(_ bytes: [UInt8]) throws(SearchError) -> Document.Key {
    guard let key = Document.Key(keyBytes: bytes) else {
      throw unreadableKey(byteCount: bytes.count)
    }
    return key
  }

  /// Returns the error of a key that is none of the type `Document.Key`.
  static func unreadableKey(byteCount: Int) -> SearchError {
    SearchError(
      .documentUnreadable,
      "a document's key of \(byteCount) bytes cannot be read as \(Document.Key.self): the index was made "
        + "with keys of another type, or with values that the type had")
  }

  /// Returns the texts of a document in a field.
  func texts(of id: FieldID, _ document: Document) throws(SearchError) -> [String] {
    var values: [InputDocument.Value] = []
    for field in fields where field.id == id { try field.append(document, id, &values) }
    return values.compactMap { value in
      if case .text(let text) = value.content { text } else { nil }
    }
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

  /// Returns the document with the given key and stored bytes.
  ///
  /// - Throws: `documentUnreadable` if the bytes cannot be decoded as a `Document`.
  func document(key: [UInt8], stored: [UInt8]) throws(SearchError) -> Document {
    try form.decode(key, stored)
  }
}
