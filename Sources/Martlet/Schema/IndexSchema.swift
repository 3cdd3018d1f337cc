/// The fields of an index with their analyzers: what inversion and queries need of the
/// application's schema, without its document type.
final class IndexSchema: Sendable, Equatable {
  /// One field. A class, because every word of a query uses it and an analyzer is large.
  final class Field: Sendable {
    /// The number of the field.
    let id: FieldID
    /// The part of the field that the index persists.
    let definition: FieldDefinition
    /// The analyzer of the field's texts.
    let analyzer: Analyzer
    /// The parameters of the ranking in this field; nil for those of the index.
    let ranking: BM25?

    init(id: FieldID, definition: FieldDefinition, analyzer: Analyzer, ranking: BM25? = nil) {
      self.id = id
      self.definition = definition
      self.analyzer = analyzer
      self.ranking = ranking
    }
  }

  /// The fields. The number of a field is its index here.
  let fields: [Field]
  /// The text fields, which a search without a field name searches.
  let textFields: [Field]
  /// The application's number for the schema; an index of another number is refused.
  let version: UInt32
  /// The name of the type of the documents' keys; nil if it is one of the application's.
  let keyType: String?
  private let numbers: [String: FieldID]

  /// Creates a schema of `fields`, in this order.
  ///
  /// - Precondition: The names differ, and there are at most `Limits.fieldsPerSchema` of them.
  convenience init(
    _ fields: [(definition: FieldDefinition, analyzer: Analyzer)], version: UInt32 = 1
  ) {
    precondition(
      fields.count <= Limits.fieldsPerSchema,
      "\(fields.count) fields, expected at most \(Limits.fieldsPerSchema)")
    self.init(
      fields.enumerated().map { index, field in
        var definition = field.definition
        definition.analyzerFingerprint = field.analyzer.fingerprint
        return Field(
          id: FieldID(UInt16(index)), definition: definition, analyzer: field.analyzer)
      }, version, nil)
    precondition(numbers.count == fields.count, "two fields have the same name")
  }

  /// Creates the schema that an index has kept, whose analyzers are unknown, for reading back what
  /// is stored.
  convenience init(kept definitions: [FieldDefinition], version: UInt32) {
    self.init(
      definitions.enumerated().map { index, definition in
        Field(
          id: FieldID(UInt16(truncatingIfNeeded: index)), definition: definition, analyzer: .keyword
        )
      }, version, nil)
  }

  private init(_ fields: [Field], _ version: UInt32, _ keyType: String?) {
    self.fields = fields
    self.version = version
    self.keyType = keyType
    textFields = fields.filter { $0.definition.kind == .text }
    numbers = Dictionary(fields.map { ($0.definition.name, $0.id) }) { first, _ in first }
  }

  /// Returns the schema with the analyzers that `change` returns, which give documents the same
  /// terms as before.
  func changingQueries(_ change: (Field) -> Analyzer) -> IndexSchema {
    IndexSchema(fields.map { ($0.definition, change($0)) }, version: version)
      .keyed(by: keyType).ranked(by: fields.map(\.ranking))
  }

  /// Returns the schema with the parameters of the ranking in each field, which no index keeps.
  func ranked(by rankings: [BM25?]) -> IndexSchema {
    let fields = zip(fields, rankings).map { field, ranking in
      Field(
        id: field.id, definition: field.definition, analyzer: field.analyzer, ranking: ranking)
    }
    return IndexSchema(fields, version, keyType)
  }

  /// Returns the schema for documents whose keys are of the type called `keyType`.
  func keyed(by keyType: String?) -> IndexSchema { IndexSchema(fields, version, keyType) }

  /// Returns the field called `name`.
  func field(named name: String) -> Field? {
    numbers[name].map { self[$0] }
  }

  /// The field with this number.
  subscript(id: FieldID) -> Field { fields[Int(id.rawValue)] }

  /// Returns the kind of the field called `name`; nil when there is none.
  func kind(of name: String) -> FieldKind? { field(named: name)?.definition.kind }

  /// Returns true if there is a field called `name`.
  func contains(_ name: String) -> Bool { numbers[name] != nil }

  /// The definitions that the manifest keeps.
  var definitions: [FieldDefinition] { fields.map(\.definition) }

  static func == (one: IndexSchema, other: IndexSchema) -> Bool {
    one === other || one.definitions == other.definitions
  }
}
