import Foundation
import MartletTestSupport
import Testing

// Deliberately without `@testable`: the examples have to work with the public face.
import Martlet

/// Runs the examples of the documentation, and compares what they do with what the texts say.
@Suite("Documentation: examples at work")
struct DocumentationRunTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path(of: "index")) }

  init() throws { temporary = try TemporaryFolder() }

  @Test("README")
  func readme() async throws {
    #expect(try await readmeExample(folder: folder).hits.map(\.id) == ["2"])
    let index = SearchIndex<Note>.inMemory()
    try await index.write { batch in
      for id in ["1", "2"] {
        try batch.put(Note(id: id, title: id, text: "They fly.", tags: id == "1" ? ["birds"] : []))
      }
    }
    #expect(try await readmeChanges(index) == [1, 2, 1])
    #expect(index.bookmark("notes") == Array("change 42".utf8))
  }

  @Test("Martlet")
  func landingPage() async throws {
    let notes = [
      LandingPageExample.Note(id: "1", title: "Swifts", text: "They never land."),
      LandingPageExample.Note(id: "2", title: "Hens", text: "They always land."),
    ]
    let results = try await LandingPageExample.run(folder: folder, notes: notes)
    #expect(results.hits.map(\.id) == ["1"])
  }

  @Test("Getting started: both recipes, the soup first; then one is replaced, one is gone")
  func gettingStarted() async throws {
    let index = try await GettingStartedExample.openAndWrite(folder: folder)
    let results = try await GettingStartedExample.search(index)
    #expect(results.hits.map(\.id) == [1, 2])
    #expect(try await GettingStartedExample.totals(index, results) == [2, 0, 2])
    let list = await GettingStartedExample.RecipeList(index)
    for text in ["o", "on", "onion sa"] { await list.textChanged(to: text) }
    await list.search?.value
    #expect(await list.hits.map(\.id) == [2])
    try await GettingStartedExample.change(index)
    #expect(try GettingStartedExample.lookUp(index)?.title == "Tomato and onion salad")
    #expect(index.statistics.documentCount == 1)
  }

  @Test("Query language")
  func queryLanguage() async throws {
    let index = try await GettingStartedExample.openAndWrite(folder: folder)
    let any = try await QueryLanguageExample.combine(index, typed: "soup salad")
    #expect(Set(any.hits.map(\.id)) == [1, 2])
    let strict = try await index.search(SearchRequest(QueryLanguageExample.strict()))
    #expect(strict.hits.map(\.id) == [1])
    let values = try await index.search(SearchRequest(QueryLanguageExample.values()))
    #expect(values.hits.map(\.id) == [1])
    QueryLanguageExample.explain(try await index.search("soup tomato nowhere"))
    try await QueryLanguageExample.complete(index)
    let completions = try await index.completions(of: "onion s", in: "title")
    #expect(
      completions.map { "\($0.text) \($0.documentCount)" } == ["onion salad 1", "onion soup 1"])
    QueryLanguageExample.mistake()
    let mistake = #expect(throws: QueryError.self) { try Query(parsing: "title:soup OR") }
    #expect(mistake?.message == "Something to search for is missing.")
    #expect(mistake?.range == 13..<13)
    #expect(mistake?.expected == ["a word", "a phrase", "a group"])
  }

  @Test("Analyzers and languages")
  func analyzers() async throws {
    #expect(AnalyzersExample.tokens() == ["running", "run", "dogs", "dog"])
    let index = SearchIndex<AnalyzersExample.Page>.inMemory()
    try await index.write { batch in
      try batch.put(
        .init(path: "/a", title: "Das Haus", body: "<p class=red>Viele Häuser", language: "de"))
      try batch.put(.init(path: "/b", title: "A house", body: "Many houses", language: "en"))
    }
    #expect(try await index.search("hauses").hits.map(\.id) == ["/a"])
    #expect(try await index.search("house").hits.map(\.id) == ["/b"])
    #expect(try await index.search("red ").hits.isEmpty)
    let file = URL(fileURLWithPath: temporary.path(of: "synonyms.txt"))
    try Data("villa, haus".utf8).write(to: file)
    try AnalyzersExample.change(index, file: file)
    #expect(try await index.search("title:(villa please) ").hits.map(\.id) == ["/a"])
    #expect(AnalyzersExample.custom().tokens(in: "A1//B2").map(\.text) == ["a1", "b2"])
    #expect(AnalyzersExample.custom().tokens(in: "A1//B2").map(\.range) == [0..<2, 4..<6])
    let long = AnalyzersExample.limits().tokens(in: String(repeating: "x", count: 65) + " y")
    #expect(long.map(\.text) == ["y"])
  }

  @Test("Errors: an index is opened, made again, or opened for reading")
  func errors() async throws {
    let index = try ErrorsExample.openOrRebuild(folder: folder)
    let notes = [1, 2].map { ErrorsExample.Note(id: $0, text: "note \($0)") }
    #expect(try await ErrorsExample.putAll(notes, index) == [])
    let reader = try ErrorsExample.openOrRebuild(folder: folder)
    #expect(throws: SearchError.self) { try reader.writeSync { $0.delete(1) } }
    try await index.close()
    try await ErrorsExample.salvage(folder: folder)
    let copy = URL(fileURLWithPath: temporary.path(of: "copy"))
    #expect(try ErrorsExample.copy(folder: folder, newFolder: copy).documentCount == 2)
    // An index of other documents is replaced.
    let other = URL(fileURLWithPath: temporary.path(of: "other"))
    try await SearchIndex<Note>(at: other).close()
    #expect(try ErrorsExample.openOrRebuild(folder: other).statistics.documentCount == 0)
  }
}
