import Testing

@testable import Martlet

/// A text that is computed, and so is no member of what is stored.
private struct Computed: SearchDocument, Identifiable {
  var id: Int
  var words: [String]
  var text: String { words.joined(separator: " ") }
  static let searchSchema = Schema<Computed>(fields: [.text("text", \.text, stored: false)])
}

/// A property that decoding needs.
private struct Needed: SearchDocument, Identifiable {
  var id: Int
  var text: String
  static let searchSchema = Schema<Needed>(fields: [.text("text", \.text, stored: false)])
}

/// A property that may be missing, under another name.
private struct Renamed: SearchDocument, Identifiable {
  enum CodingKeys: String, CodingKey {
    case id
    case text = "t"
  }

  var id: Int
  var text: String?
  static let searchSchema = Schema<Renamed>(fields: [.text("t", \.text, stored: false)])
}

/// A property that may be nil, in whose place something else is searched.
private struct Replaced: SearchDocument, Identifiable {
  var id: Int
  var text: String?
  var summary = ""
  static let searchSchema = Schema<Replaced>(fields: [
    .text("text", { $0.text ?? $0.summary }, stored: false)
  ])
}

@Suite("Fields that are not stored")
struct StoredFormCheckTests {
  @Test("may have another value where the property is nil, whatever comes first")
  func replaced() throws {
    for text in [nil, "word"] {
      #expect(try refusal(Replaced(id: 1, text: text, summary: "short")) == nil)
    }
  }

  private func refusal<Document: SearchDocument>(_ document: Document) throws -> String? {
    let index = SearchIndex<Document>.inMemory()
    do {
      try index.writeSync { try $0.put(document) }
      return nil
    } catch let error as SearchError {
      #expect(error.code == .documentRejected)
      #expect(index.statistics.documentCount == 0)
      return error.message
    }
  }

  @Test("a computed property cannot be left out, which the first document says")
  func computed() throws {
    let message = try refusal(Computed(id: 1, words: ["swift"]))
    #expect(message?.contains("no stored property of that name") == true)
  }

  @Test("a property that decoding needs cannot be left out, which the first document says")
  func needed() throws {
    let message = try refusal(Needed(id: 1, text: "swift"))
    #expect(message?.contains("make them optional") == true)
  }

  @Test("an optional property is left out by the name that it is encoded with")
  func renamed() throws {
    #expect(try refusal(Renamed(id: 1, text: "swift")) == nil)
    let index = SearchIndex<Renamed>.inMemory()
    try index.writeSync { batch in
      try batch.put(Renamed(id: 1, text: nil))
      try batch.put(Renamed(id: 2, text: "swift"))
    }
    let hit = try #require(try index.searchSync("swift").hits.first)
    #expect(try hit.id == 2 && hit.document().text == nil)
  }
}
