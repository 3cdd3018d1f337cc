/// The fields that a query may name, with their kinds: all that a parser has to know of a schema.
struct FieldCatalog: Sendable, Equatable {
  private let kinds: [String: FieldKind]

  /// The catalog of these fields. Of two with one name the first counts.
  init(_ fields: [(name: String, kind: FieldKind)]) {
    kinds = Dictionary(fields.map { ($0.name, $0.kind) }) { first, _ in first }
  }

  /// The catalog of a schema.
  init(_ definitions: [FieldDefinition]) {
    self.init(definitions.map { ($0.name, $0.kind) })
  }

  /// Returns true if there is a field called `name`.
  func contains(_ name: String) -> Bool { kinds[name] != nil }

  /// Returns the kind of the field called `name`, nil when there is none.
  func kind(of name: String) -> FieldKind? { kinds[name] }
}
