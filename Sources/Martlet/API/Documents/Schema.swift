/// The fields that an index searches in documents of one type.
///
/// The names, kinds and analyzers of the fields are kept with an index. Opening the index with a
/// schema that differs in them throws ``SearchError/Code/schemaMismatch``, because terms that were
/// made in another way would not be found. Fields may be added at the end. Weights and closures may
/// change at any time.
public struct Schema<Document>: Sendable {
  /// The application's number for this schema. An index that was made with another version is
  /// refused.
  public let version: Int

  /// The fields. The index of each is its number in the search index.
  public let fields: [Field]

  /// The stored form of documents, or nil for JSON by `Codable`.
  let form: StoredForm<Document>?

  /// The closure that creates the schema from what the index has kept, for document types that have
  /// none; nil for others.
  let reopening: Reopening?

  /// Creates a schema from the bytes that an index has kept, which are nil if it kept none.
  typealias Reopening =
    @Sendable (_ kept: [UInt8]?) throws(SearchError) -> Schema<Document>

  /// Creates a schema with the given fields.
  ///
  /// - Parameters:
  ///   - version: A number that you raise when documents give other values than before in the same
  ///     fields. An index of another version is refused (``SearchError/Code/schemaMismatch``). It
  ///     stays the same when a field is added at the end. The default is 1.
  ///   - fields: The fields, each with the closure that gets its values.
  /// - Precondition: The names of the fields differ and are not empty; there are at most 10,000
  ///   fields; `version` is from 0 to 4,294,967,295.
  public init(version: Int = 1, fields: [Field]) {
    self.init(version: version, fields: fields, form: nil, reopening: nil)
  }

  init(
    version: Int, fields: [Field], form: StoredForm<Document>?, reopening: Reopening? = nil
  ) {
    requireOfProgram(
      UInt32(exactly: version) != nil, "a schema's version is from 0 to 2^32 - 1, not \(version)")
    requireOfProgram(
      fields.count <= Limits.fieldsPerSchema,
      "a schema has at most \(Limits.fieldsPerSchema) fields, not \(fields.count)")
    var names: Set<String> = []
    for field in fields {
      requireOfProgram(!field.name.isEmpty, "a field of the schema has an empty name")
      requireOfProgram(
        names.insert(field.name).inserted, "two fields of the schema are called \(field.name)")
    }
    self.version = version
    self.fields = fields
    self.form = form
    self.reopening = reopening
  }

  /// The schema without its closures, as indexing and queries use it.
  var indexSchema: IndexSchema {
    IndexSchema(
      fields.map { field in
        let definition = FieldDefinition(
          name: field.name, kind: field.kind,
          weight: Float(min(field.weight, Query.boostRange.upperBound)),
          hasPositions: field.detail.hasPositions && field.kind == .text,
          hasColumn: field.hasColumn)
        return (definition, field.analyzer)
      }, version: UInt32(clamping: version)
    ).ranked(by: fields.map(\.ranking))
  }
}
