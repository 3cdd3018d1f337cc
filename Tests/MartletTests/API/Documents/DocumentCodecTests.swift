import Foundation
import Testing

@testable import Martlet

/// A document with every kind of field.
struct Memo: SearchDocument, Equatable {
  var id: String
  var title: String?
  var lines: [String] = []
  var body: String?
  var tags: [String] = []
  var stars: Double?
  var at: Date?

  var searchKey: String { id }

  static let searchSchema = Schema<Memo>(
    version: 2,
    fields: [
      .text("title", \.title, weight: 3), .texts("lines", \.lines, detail: .frequencies),
      .text("body", \.body, stored: false), .keyword("id", { $0.id }), .keywords("tags", \.tags),
      .number("stars", \.stars), .date("at", \.at),
    ])
}

@Suite("Document codec")
struct DocumentCodecTests {
  private let codec = DocumentCodec(Memo.searchSchema)

  @Test("the schema becomes the index's fields, in order")
  func schema() {
    let definitions = codec.schema.definitions
    #expect(definitions.map(\.name) == ["title", "lines", "body", "id", "tags", "stars", "at"])
    #expect(
      definitions.map(\.kind) == [.text, .text, .text, .keyword, .keyword, .number, .date])
    #expect(definitions.map(\.weight) == [3, 1, 1, 1, 1, 1, 1])
    #expect(
      definitions.map(\.hasPositions) == [true, false, true, false, false, false, false])
    #expect(codec.schema.version == 2)
  }

  @Test("values come in the order of the fields, and none for what is not there")
  func values() throws {
    let note = Memo(
      id: "n", title: "T", lines: ["one", "", "two"], tags: ["x", "y"], stars: .nan,
      at: Date(timeIntervalSince1970: 12.5))
    let values = try codec.input(note).values
    #expect(values.map(\.field.rawValue) == [0, 1, 1, 3, 4, 4, 6])
    #expect(
      values.map(\.content) == [
        .text("T"), .text("one"), .text("two"), .text("n"), .text("x"), .text("y"), .number(12.5),
      ])
  }

  @Test("a document comes back, without what is not stored")
  func comesBack() throws {
    var note = Memo(
      id: "n/é", title: "\"T\"", lines: ["a"], body: "long", tags: [], stars: .infinity,
      at: Date(timeIntervalSince1970: 1))
    let input = try codec.input(note)
    #expect(input.key == Array("n/é".utf8))
    #expect(!String(decoding: input.stored, as: UTF8.self).contains("long"))
    note.body = nil
    #expect(try codec.document(key: input.key, stored: input.stored) == note)
  }

  @Test("equal documents are stored as equal bytes")
  func deterministic() throws {
    let note = Memo(id: "n", title: "T", lines: ["x"], stars: 1)
    #expect(
      String(decoding: try codec.input(note).stored, as: UTF8.self)
        == #"{"id":"n","lines":["x"],"stars":1,"tags":[],"title":"T"}"#)
  }

  @Test("a key without bytes or with too many is rejected, one of the limit is not")
  func keys() throws {
    for id in ["", String(repeating: "k", count: 1_025)] {
      let error = #expect(throws: SearchError.self) { _ = try codec.input(Memo(id: id)) }
      #expect(error?.code == .documentRejected)
      #expect(error?.message.contains("key") == true)
    }
    _ = try codec.input(Memo(id: String(repeating: "k", count: 1_024)))
  }

  @Test("stored bytes of another form are unreadable, and the sentence says so")
  func unreadable() {
    for text in ["", "[]", #"{"title":1}"#] {
      let error = #expect(throws: SearchError.self) {
        _ = try codec.document(key: [65], stored: Array(text.utf8))
      }
      #expect(error?.code == .documentUnreadable)
    }
  }

  @Test("a document that cannot be encoded is rejected")
  func notEncodable() {
    struct Stubborn: SearchDocument {
      var searchKey: String { "s" }
      static let searchSchema = Schema<Stubborn>(fields: [])
      init() {}
      init(from decoder: any Decoder) throws { throw CancellationError() }
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let error = #expect(throws: SearchError.self) {
      _ = try DocumentCodec(Stubborn.searchSchema).input(Stubborn())
    }
    #expect(error?.code == .documentRejected)
  }
}
