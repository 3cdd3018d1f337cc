import Testing

@testable import Martlet

@Suite("Schemas and the fields of an index")
struct IndexSchemaTests {
  private static let stored = IndexSchema([
    (FieldDefinition(name: "title", kind: .text), .standard),
    (FieldDefinition(name: "year", kind: .number, hasPositions: false), .keyword),
  ])

  /// Returns the message with which `schema` refuses the stored fields; nil if it takes them.
  private func refusal(_ schema: IndexSchema) -> String? {
    do throws(SearchError) {
      try schema.check(stored: Self.stored.definitions, version: Self.stored.version)
      return nil
    } catch {
      #expect(error.code == .schemaMismatch)
      return error.message
    }
  }

  private func schema(
    _ change: (inout [(definition: FieldDefinition, analyzer: Analyzer)]) -> Void
  ) -> IndexSchema {
    var fields = Self.stored.fields.map { (definition: $0.definition, analyzer: $0.analyzer) }
    change(&fields)
    return IndexSchema(fields)
  }

  @Test("other weights and fields at the end are fine")
  func compatible() {
    #expect(refusal(Self.stored) == nil)
    #expect(refusal(schema { $0[0].definition.weight = 7 }) == nil)
    let more = FieldDefinition(name: "more", kind: .text)
    #expect(refusal(schema { $0.append((more, .whitespace)) }) == nil)
  }

  @Test("a refusal names the field, its property, and the way out")
  func refusals() throws {
    let cases: [(IndexSchema, String)] = [
      (schema { $0.removeLast() }, "fields that the schema lacks: \"year\""),
      (schema { $0.removeFirst() }, "fields that the schema lacks: \"title\". Fields"),
      (schema { $0.swapAt(0, 1) }, "field 0 is \"title\" in the index and \"year\" in the schema"),
      (
        schema { $0[1].definition.kind = .keyword },
        "the field \"year\" has the kind number in the index and keyword in the schema"
      ),
      (
        schema { $0[0].definition.hasPositions = false },
        "the field \"title\" has positions in the index, and the schema asks for none"
      ),
      (
        schema { $0[0].analyzer = .whitespace },
        "the field \"title\" was indexed with another analyzer than the schema's whitespace, another "
          + "version of it, or another source of text than plain"
      ),
    ]
    for (schema, expected) in cases {
      let message = try #require(refusal(schema))
      #expect(message.contains(expected), "\(message)")
      #expect(message.contains("rebuild it"))
    }
  }

  @Test("another version of the schema is refused, in folders too")
  func versions() throws {
    let other = IndexSchema(
      Self.stored.fields.map { ($0.definition, $0.analyzer) }, version: 2)
    #expect(refusal(other)?.contains("version 1 of the schema, not 2") == true)
    let storage = MemoryStorage()
    try IndexCore.open(storage, schema: other, options: TestOptions()).close()
    #expect(
      thrownCode { try IndexCore.open(storage, schema: Self.stored, options: TestOptions()) }
        == .schemaMismatch)
    try IndexCore.open(storage, schema: other, options: TestOptions()).close()
  }
}
