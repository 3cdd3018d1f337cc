import Foundation
import MartletTestSupport
import Testing

// Deliberately without `@testable`: this is what an app sees.
import Martlet

/// A type that conforms where it is declared, with a key and an analyzer of its own.
struct Wine: SearchDocument {
  struct Label: RawRepresentable, SearchKey {
    var rawValue: String
  }

  var label: Label
  var grape: String
  var notes: String?

  var searchKey: Label { label }

  static let searchSchema = Schema<Wine>(fields: [
    .text("grape", { $0.grape.lowercased() }),
    .text("notes", \.notes, analyzer: .custom(name: "notes", Slashes(), [Upper()])),
  ])
}

struct Slashes: Tokenizer {
  let name = "slashes"

  func tokenize(_ text: String, for use: TokenUse, _ emit: (Token) -> Void) {
    var start = 0
    for (position, part) in text.split(separator: "/").enumerated() {
      let end = start + part.utf8.count
      emit(Token(text: String(part), range: start..<end, position: position))
      start = end + 1
    }
  }
}

struct Upper: TokenFilter {
  let name = "upper"

  func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) {
    var token = token
    token.text = token.text.uppercased()
    emit(token)
  }
}

/// What an app does whose code is on the main actor unless it says otherwise.
@Suite("An app on the main actor")
struct MainActorTests {
  @Test("an existing type is made searchable in an extension, written and searched")
  func menu() async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Dish>.open(path: folder.path(of: "menu"))
    let menu = Menu(index)
    try await menu.add([Dish(id: 1, name: "Onion soup", tags: ["hot"])])
    try await menu.add([Dish(id: 2, name: "Tomato salad", tags: ["cold"])])
    try await menu.search("oni")
    #expect(menu.found.map(\.id) == [1])
    try await menu.search("tag:cold")
    #expect(menu.found.map(\.name) == ["Tomato salad"])
    #expect(try index.document(forKey: 1)?.tags == ["hot"])
    try await index.close()
  }

  @Test("a type that conforms where it is declared needs nothing more")
  func wines() async throws {
    let index = SearchIndex<Wine>.inMemory()
    let label = Wine.Label(rawValue: "a")
    let count = try await index.write { batch in
      try batch.put(Wine(label: label, grape: "Riesling", notes: "dry/Young"))
      return 1
    }
    #expect(count == 1)
    let snapshot = index.snapshot()
    #expect(try await snapshot.search("riesl").hits.map(\.id) == [label])
    #expect(try await snapshot.count(.word("young", in: "notes")) == 1)
    try await index.write { batch in batch.delete(label) }
    #expect(try await index.search("riesling").hits.isEmpty)
  }

  @Test("a search is cancelled with the task of the main actor that began it")
  func cancelled() async throws {
    let index = SearchIndex<Dish>.inMemory()
    let search = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await index.search("soup").hits.count
    }
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
  }

  @Test("a search model, live results and changes are used without leaving the main actor")
  func live() async throws {
    let index = SearchIndex<Dish>.inMemory()
    let changes = index.changes
    try await index.write { try $0.put(Dish(id: 1, name: "Onion soup", tags: [])) }
    let model = SearchModel(index) { text in text.isEmpty ? nil : SearchRequest(text) }
    model.text = "soup"
    while model.isSearching { try await Task.sleep(for: .milliseconds(1)) }
    #expect(model.hits.map(\.id) == [1])
    var found: [Int] = []
    for try await results in index.live(AsyncStream<String> { $0.yield("onion") }) {
      found = results.hits.map(\.id)
      break
    }
    #expect(found == [1])
    for await change in changes {
      #expect(change.putKeys == [1])
      break
    }
  }
}
