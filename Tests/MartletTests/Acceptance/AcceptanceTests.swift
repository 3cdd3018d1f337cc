import Foundation
import MartletTestSupport
import Testing

// Deliberately without `@testable`: what applications write has to compile with the public face.
import Martlet

/// The programs that applications write, as they are in the documentation.
@Suite("Acceptance")
struct AcceptanceTests {
  struct Episode: SearchDocument {
    var searchKey: String { id }
    let id, seriesID, name: String
    let season: Int
    let aired: Date?
    let summary: String
    static let searchSchema = Schema<Episode>(
      version: 2,
      fields: [
        .text("name", \.name, weight: 3),
        .text("summary", \.summary, source: .html),
        .keyword("series", \.seriesID), .number("season", { Double($0.season) }),
        .date("aired", \.aired),
      ])
  }

  private let index = SearchIndex<Episode>.inMemory()

  private static let episodes = [
    Episode(
      id: "e1", seriesID: "s1", name: "The Elephant", season: 1,
      aired: Date(timeIntervalSince1970: 86_400),
      summary: "<p>An <b>elephant</b> walks into town.</p>"),
    Episode(
      id: "e2", seriesID: "s1", name: "Back to Town", season: 2, aired: nil,
      summary: "She sells sea shells. The elephant is gone."),
    Episode(
      id: "e3", seriesID: "s2", name: "Ångström", season: 1, aired: nil,
      summary: "About a length, and shells."),
  ]

  private func fill() async throws {
    try await index.write { batch in try batch.put(contentsOf: Self.episodes) }
  }

  @Test("1: a model and its schema")
  func modelAndSchema() async throws {
    try await fill()
    #expect(try await index.search("angstrom").hits.map(\.id) == ["e3"])
    #expect(try await index.search("elephant").hits.map(\.id) == ["e1", "e2"])
    #expect(try await index.search("series:s1 shells").hits.map(\.id) == ["e2"])
    #expect(try await index.search("season:1 shells").hits.map(\.id) == ["e3"])
    #expect(try await index.search("aired:86400").hits.map(\.id) == ["e1"])
  }

  /// A list on the screen, filled while a person types.
  @MainActor
  private final class List {
    let index: SearchIndex<Episode>
    var rows: [Hit<Episode>] = []
    var task: Task<Void, Never>?

    init(_ index: SearchIndex<Episode>) { self.index = index }

    func typed(_ text: String) {
      task?.cancel()
      task = Task {
        let request = SearchRequest(.user(text)) {
          $0.limit = 50
          $0.timeLimit = .seconds(3_600)
          $0.collapse = Collapse(by: "series")
        }
        guard let found = try? await index.search(request), !Task.isCancelled else { return }
        rows = found.hits
      }
    }
  }

  @Test("2: a list as you type, the last text wins")
  @MainActor
  func asYouType() async throws {
    try await fill()
    let list = List(index)
    let word = "elephant"
    for count in 1...word.count { list.typed(String(word.prefix(count))) }
    await list.task?.value
    #expect(list.rows.map(\.id) == ["e1"], "one row for the series")
    #expect(try list.rows.map { try $0.document().name } == ["The Elephant"])
    for count in 1...word.count {
      let ids = try await index.search(SearchRequest(.user(String(word.prefix(count))))).hits
      #expect(Set(ids.map(\.id)).isSuperset(of: ["e1", "e2"]), "every letter narrows down")
    }
  }

  @Test("2b: the same without a task, from the texts of a field")
  func liveResults() async throws {
    try await fill()
    let (texts, field) = AsyncStream.makeStream(of: String.self)
    for text in ["e", "el", "elephant"] { field.yield(text) }
    field.finish()
    var rows: [String] = []
    for try await results in index.live(texts) { rows = results.hits.map(\.id) }
    #expect(rows == ["e1", "e2"], "the last rows are those of the last text")
  }

  /// A bar that shows how far an import has come.
  @MainActor
  private final class Bar {
    var values: [Double] = []
  }

  @Test("3: the first build, in batches, with its progress")
  @MainActor
  func firstBuild() async throws {
    let bar = Bar()
    let all = (0..<2_000).map { number in
      Episode(
        id: "e\(number)", seriesID: "s\(number / 50)", name: "Episode \(number)", season: 1,
        aired: nil, summary: "")
    }
    let options = ImportOptions { $0.batchByteCount = 50_000 }
    let result = try await index.importAll(all, options: options) { progress in
      Task { @MainActor in bar.values.append(progress.fraction ?? 0) }
    }
    await Waiting.until { bar.values.last == 1 }
    #expect(bar.values.count > 2 && bar.values.last == 1)
    #expect(result.documentCount == 2_000 && result.rejectedCount == 0)
    #expect(try await index.search("episode 1234").hits.map(\.id) == ["e1234"])
  }

  @Test("4: keep step with another store, its token in the same transaction")
  func keepingStep() async throws {
    try await fill()
    struct Changes: Sendable {
      var upserts: [Episode]
      var deleted: [String]
      var token: [UInt8]
    }
    let changes = Changes(
      upserts: [
        Episode(id: "e2", seriesID: "s1", name: "Renamed", season: 2, aired: nil, summary: "")
      ],
      deleted: ["e1", "never there"], token: [1, 2, 3])
    try await index.write { batch in
      try batch.put(contentsOf: changes.upserts)
      for key in changes.deleted { batch.delete(key) }
      try batch.setBookmark("history", changes.token)
    }
    #expect(index.bookmark("history") == [1, 2, 3])
    #expect(try await index.search("elephant").hits.isEmpty)
    #expect(try await index.search("renamed").hits.map(\.id) == ["e2"])
    // The same changes again are no harm.
    try await index.write { batch in
      try batch.put(contentsOf: changes.upserts)
      for key in changes.deleted { batch.delete(key) }
    }
    #expect(index.statistics.documentCount == 2)
  }

  @Test("4b: repair after doubt: what is missing, stale and orphaned")
  func repair() async throws {
    try await fill()
    // The store has another season for e2, a new e4, and no e3 any more.
    let store = [("e1", 1), ("e2", 7), ("e4", 1)]
    let drift = try await index.reconcile(store, version: "season")
    #expect(drift.missing == ["e4"] && drift.stale == ["e2"] && drift.orphaned == ["e3"])
    let repaired = [("e2", 7), ("e4", 1)].map { id, season in
      Episode(id: id, seriesID: "s1", name: "New", season: season, aired: nil, summary: "")
    }
    try await index.write { batch in
      try batch.put(contentsOf: repaired)
      batch.delete(contentsOf: drift.orphaned)
    }
    #expect(try await index.reconcile(store, version: "season").isEmpty)
  }

  @Test("5: snippets with the words emphasised")
  func snippets() async throws {
    try await fill()
    let found = try await index.search("she sells")
    let snippets = try found.hits.map { try $0.snippet("summary", length: .words(5)) }
    #expect(snippets.map { $0.html() } == ["<mark>She</mark> <mark>sells</mark> sea shells."])
    let texts = snippets.map { $0.attributed(AttributeContainer()) }
    #expect(texts.map { String($0.characters) } == ["She sells sea shells."])
    let elephant = try #require(try await index.search("elephant").hits.first)
    #expect(
      try elephant.snippet("summary", length: 60).html()
        == "An <mark>elephant</mark> walks into town.")
  }

  @Test("6: a ranking of one's own")
  func ownRanking() async throws {
    try await fill()
    let plain = SearchRequest(.user("elephant"))
    let ranked = SearchRequest(.user("elephant")) {
      $0.rank = .relevance + 10 * .field("season")
    }
    let closure = SearchRequest(.user("elephant")) {
      $0.rank = .custom(id: "newer seasons", fields: ["season"]) { document in
        document.relevance + 10 * (document["season"] ?? 0)
      }
    }
    #expect(try await index.search(plain).hits.map(\.id) == ["e1", "e2"])
    #expect(try await index.search(ranked).hits.map(\.id) == ["e2", "e1"])
    #expect(
      try await index.search(closure).hits.map(\.score)
        == index.search(ranked).hits.map(\.score))
  }

  @Test("7: words with these letters anywhere in them")
  func substrings() async throws {
    try await index.write { batch in
      for (key, name) in [("b1", "Strawberry"), ("b2", "Blackberries"), ("b3", "Berry picking")] {
        try batch.put(
          Episode(id: key, seriesID: "s", name: name, season: 1, aired: nil, summary: ""))
      }
    }
    let anywhere = try await index.search(SearchRequest(.containing("berr", in: "name")))
    #expect(Set(anywhere.hits.map(\.id)) == ["b1", "b2", "b3"])
    #expect(Set(try await index.search("*berry").hits.map(\.id)) == ["b1", "b3"])
    #expect(try await index.search("str*rry").hits.map(\.id) == ["b1"])
  }

  @Test("8: one series, the filter adds no score, in the order of the dates")
  func oneSeries() async throws {
    try await fill()
    let request = SearchRequest(.user("elephant")) {
      $0.filter = .is("series", "s1")
      $0.sort = [.ascending("aired")]
    }
    #expect(try await index.search(request).hits.map(\.id) == ["e1", "e2"])
    let scored = SearchRequest(.user("elephant")) { $0.filter = .is("series", "s1") }
    #expect(
      try await index.search(scored).hits.map(\.score)
        == index.search("elephant").hits.map(\.score))
  }

  struct Page: SearchDocument {
    var searchKey: String { body }
    let language, body: String
    static let searchSchema = Schema<Page>(fields: [
      .keyword("language", \.language),
      .text("body", \.body, analyzer: .languages(["en", "de"], chosenBy: "language")),
    ])
  }

  @Test("9: several languages in one field, the language by document")
  func languages() async throws {
    let index = SearchIndex<Page>.inMemory()
    try await index.write { batch in
      try batch.put(Page(language: "en", body: "running dogs"))
      try batch.put(Page(language: "de", body: "laufende Hunde"))
    }
    #expect(try await index.search("run").hits.map(\.id) == ["running dogs"])
    #expect(try await index.search("hund").hits.map(\.id) == ["laufende Hunde"])
    #expect(try await index.search("dog").hits.map(\.id) == ["running dogs"])
  }

  @Test("10: strict parsing in a tool, with the position of the mistake")
  func strictParsing() throws {
    let text = "elephant AND (shells"
    do {
      _ = try Query(parsing: text)
      Issue.record("the bracket is not closed")
    } catch {
      #expect(error.range.lowerBound <= text.utf8.count)
      #expect(!error.message.isEmpty && !error.expected.isEmpty)
    }
    let query = try Query(parsing: "elephant AND NOT town")
    try index.writeSync { try $0.put(contentsOf: Self.episodes) }
    #expect(try index.searchSync(SearchRequest(query)).hits.isEmpty)
  }
}
