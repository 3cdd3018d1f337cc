import Foundation
import Testing

@testable import Martlet

@Suite("Record schema")
struct RecordSchemaTests {
  private let schema = RecordSchema(
    version: 3,
    fields: [
      .text("title", weight: 2), .text("body", analyzer: "standard:en-stop", stored: false),
      .text("code", analyzer: "whitespace", hasPositions: false), .keyword("tag"),
      .number("year"), .date("at"),
    ])

  private func values(_ fields: [String: Record.Value]) throws -> [InputDocument.Value] {
    let codec = DocumentCodec(try schema.schema())
    return try codec.input(Record(key: "1", fields: fields)).values
  }

  private func value(_ field: UInt16, _ content: InputDocument.Content) -> InputDocument.Value {
    InputDocument.Value(field: FieldID(field), content: content)
  }

  @Test("a schema is kept and comes back")
  func kept() throws {
    #expect(try RecordSchema(kept: schema.kept()) == schema)
  }

  @Test("a schema in words needs only the fields' names")
  func defaults() throws {
    let text = #"{"version":1,"fields":[{"name":"a"},{"name":"b","kind":"number"}]}"#
    let read = try JSONDecoder().decode(RecordSchema.self, from: Data(text.utf8))
    #expect(read == RecordSchema(fields: [.text("a"), .number("b")]))
  }

  @Test("every property of a field reaches the index")
  func indexSchema() throws {
    let fields = try schema.schema().indexSchema.fields
    #expect(fields.map(\.definition.name) == ["title", "body", "code", "tag", "year", "at"])
    #expect(fields.map(\.definition.kind) == [.text, .text, .text, .keyword, .number, .date])
    #expect(fields.map(\.definition.weight) == [2, 1, 1, 1, 1, 1])
    #expect(fields.map(\.definition.hasPositions) == [true, true, false, false, false, false])
    let fingerprints = fields.map(\.definition.analyzerFingerprint)
    #expect(fingerprints[0] == Analyzer.standard.fingerprint)
    #expect(fingerprints[1] == Analyzer.standard.stopWords(.english).fingerprint)
    #expect(fingerprints[2] == Analyzer.whitespace.fingerprint)
  }

  @Test("values become what their field's kind searches")
  func fieldValues() throws {
    let found = try values([
      "title": "a", "body": ["b", "c", "", nil], "code": 7, "tag": [true, "x"], "year": ["1", 2.5],
      "at": "1970-01-01T00:01:00Z", "other": "not in the schema",
    ])
    #expect(
      found == [
        value(0, .text("a")), value(1, .text("b")), value(1, .text("c")), value(2, .text("7")),
        value(3, .text("true")), value(3, .text("x")), value(4, .number(1)), value(4, .number(2.5)),
        value(5, .number(60)),
      ])
    #expect(try values(["title": nil, "tag": []]).isEmpty)
  }

  @Test(
    "a value of the wrong kind is rejected, and the sentence names the field",
    arguments: [
      ("title", ["x": 1]), ("tag", [["a"]]), ("year", "many"), ("at", "yesterday"), ("at", true),
      ("year", "nan"), ("year", "Infinity"), ("year", "0x10"), ("year", "1e400"), ("year", " 7"),
    ] as [(String, Record.Value)])
  func rejected(name: String, value: Record.Value) {
    let error = #expect(throws: SearchError.self) { _ = try values([name: value]) }
    #expect(error?.code == .documentRejected)
    #expect(error?.message.contains("field \(name) ") == true)
  }

  @Test("a field that is not stored is left out of what comes back")
  func notStored() throws {
    let codec = DocumentCodec(try schema.schema())
    let input = try codec.input(Record(key: "1", fields: ["title": "a", "body": "b"]))
    let record = try codec.document(key: input.key, stored: input.stored)
    #expect(record == Record(key: "1", fields: ["title": "a"]))
  }

  @Test(
    "a schema that is wrong in itself is refused, not trapped on",
    arguments: [
      RecordSchema(fields: [.text("a"), .keyword("a")]), RecordSchema(fields: [.text("")]),
      RecordSchema(fields: [.text("a", analyzer: "nonsense")]),
      RecordSchema(fields: [.text("a", weight: -1)]), RecordSchema(version: -1, fields: []),
      RecordSchema(fields: [.text("a", weight: .nan)]),
    ])
  func wrong(schema: RecordSchema) {
    let error = #expect(throws: SearchError.self) { _ = try schema.schema() }
    #expect(error?.code == .schemaMismatch)
  }

  @Test("a kept schema that cannot be read is an error")
  func damaged() {
    for text in ["", "{}", #"{"version":1,"fields":[{"name":"a","kind":"what"}]}"#] {
      let error = #expect(throws: SearchError.self) {
        _ = try RecordSchema(kept: Array(text.utf8))
      }
      #expect(error?.code == .schemaMismatch)
    }
  }
}
