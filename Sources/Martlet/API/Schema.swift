/// What an index searches in documents of one type: named fields, each with a way to get its value.
///
/// The names, kinds and analyzers are kept with an index, and an index refuses another schema
/// (``SearchError/Code/schemaMismatch``): terms that were made differently would not be found.
/// Weights and the closures may change at any time.
public struct Schema<Document>: Sendable {
  /// The application's number for this schema. An index that was made with another version is
  /// refused.
  public let version: Int

  /// The fields; each field's number in the index is its place here.
  public let fields: [Field]

  /// How documents are stored; nil for JSON by way of `Codable`.
  let form: DocumentForm<Document>?

  /// The schema that an index has kept, for documents whose type has none.
  let reopening: Reopening?

  /// Makes a schema of what an index has kept, nil when it kept nothing.
  typealias Reopening =
    @Sendable (_ kept: [UInt8]?) throws(SearchError) -> Schema<Document>

  /// A schema of `fields`.
  ///
  /// - Parameters:
  ///   - version: A number that you raise when documents give other values than before, in the same
  ///     fields: an index of another version is refused (``SearchError/Code/schemaMismatch``), and is
  ///     built anew. Leave it as it is when you add a field at the end.
  ///   - fields: The fields, each with where its values come from.
  /// - Precondition: The names differ and are not empty, there are at most 65,535 of them, and
  ///   `version` is from 0 to 4,294,967,295.
  public init(version: Int = 1, fields: [Field]) {
    self.init(version: version, fields: fields, form: nil, reopening: nil)
  }

  init(
    version: Int, fields: [Field], form: DocumentForm<Document>?, reopening: Reopening? = nil
  ) {
    precondition(
      UInt32(exactly: version) != nil, "a schema's version is from 0 to 2^32 - 1, not \(version)")
    precondition(
      fields.count <= Limits.fieldCount,
      "a schema has at most \(Limits.fieldCount) fields, not \(fields.count)")
    var names: Set<String> = []
    for field in fields {
      precondition(!field.name.isEmpty, "a field of the schema has an empty name")
      precondition(
        names.insert(field.name).inserted, "two fields of the schema are called \(field.name)")
    }
    self.version = version
    self.fields = fields
    self.form = form
    self.reopening = reopening
  }

  /// The schema without its closures, as indexing and queries need it.
  var indexSchema: IndexSchema {
    IndexSchema(
      fields.map { field in
        let definition = FieldDefinition(
          name: field.name, kind: field.kind,
          weight: Float(min(field.weight, Query.boostRange.upperBound)),
          hasPositions: field.detail.hasPositions && field.kind == .text)
        return (definition, field.analyzer)
      }, version: UInt32(clamping: version))
  }
}

/// How documents of a type become stored bytes, and come back.
struct DocumentForm<Document>: Sendable {
  /// The stored bytes: all members of the document but those that are not stored.
  let encode: @Sendable (Document, StoredMembers) throws(SearchError) -> [UInt8]
  /// The document with these key bytes and stored bytes.
  let decode: @Sendable (_ key: [UInt8], _ stored: [UInt8]) throws(SearchError) -> Document
}
