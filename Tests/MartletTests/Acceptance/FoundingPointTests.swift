import Foundation
import MartletTestSupport
import MartletToolSupport
import Synchronization
import Testing

// Deliberately without `@testable`: what applications write has to compile with the public face.
import Martlet

/// The needs of every application with full-text search beside its store, point by point: the
/// store, typing, and the words of a query. ``ShownPointTests`` has the rest.
@Suite("Acceptance: points 1 to 7")
struct FoundingPointTests {
  struct Show: SearchDocument {
    var searchKey: String { id }
    let id: String
    var name: String
    var about = ""
    var views = 0
    static let searchSchema = Schema<Show>(fields: [
      .text("name", \.name, weight: 3), .text("about", \.about), .number("views", \.views),
    ])
  }

  private static func index(_ shows: [Show]) async throws -> SearchIndex<Show> {
    let index = SearchIndex<Show>.inMemory()
    try await index.write { batch in try batch.put(contentsOf: shows) }
    return index
  }

  private static func named(_ names: String...) async throws -> SearchIndex<Show> {
    try await index(names.map { Show(id: $0, name: $0) })
  }

  private func found(_ typed: String, _ index: SearchIndex<Show>) async throws -> [String] {
    try await index.search(typed).hits.map(\.id).sorted()
  }

  @Test("1: the index is a folder beside the store, gives its keys back, and can be made again")
  func separateIndex() async throws {
    let folder = try TemporaryFolder()
    let store = ["s1": "The Elephant", "s2": "Elephants at Sea", "s3": "Shells"]
    try folder.put("store.json", Array(JSONEncoder().encode(store)))
    let before = folder.content(of: "store.json")
    let path = folder.path(of: "search")
    for _ in 0..<2 {
      let index = try await SearchIndex<Show>.open(path: path)
      try await index.importAll(store.map { Show(id: $0.key, name: $0.value) })
      let keys = try await index.search("elephants sea").hits.map(\.id)
      #expect(keys.map { store[$0] } == ["Elephants at Sea"], "a key of the store for each hit")
      try await index.close()
      #expect(folder.content(of: "store.json") == before)
      try SearchIndex<Show>.remove(path: path)
      #expect(try !SearchIndex<Show>.exists(path: path))
    }
    #expect(folder.content(of: "store.json") == before, "the index is gone, and nothing else")
  }

  @Test("2: as somebody types, the screen is free, and a search can be cancelled and limited")
  @MainActor
  func typing() async throws {
    let shows = (0..<3_000).map { Show(id: "\($0)", name: "Elephant \($0)", views: $0) }
    let index = try await Self.index(shows)
    let wasOnScreen = Mutex(false)
    let request = SearchRequest("eleph") {
      $0.limit = 10
      $0.rank = .custom(id: "views", fields: ["views"]) { document in
        if Thread.isMainThread { wasOnScreen.withLock { $0 = true } }
        return document["views"] ?? 0
      }
    }
    let results = try await index.search(request)
    let expected = (2_990..<3_000).reversed().map { "\($0)" }
    #expect(results.hits.map(\.id) == expected)
    #expect(!wasOnScreen.withLock { $0 }, "searches run on other threads than the screen's")
    let search = Task { try await index.search(request) }
    search.cancel()
    await #expect(throws: CancellationError.self) { _ = try await search.value }
    var hurried = request
    hurried.timeLimit = .zero
    #expect(try await index.search(hurried).omissions == [.timeLimit])
  }

  @Test("3: a short text reads little more than what it finds")
  func shortTexts() async throws {
    let artworks = try Artwork.collection()
    let index = try await Self.index(artworks.map { Show(id: $0.id, name: $0.title) })
    try await index.compact()
    for typed in ["s", "se", "sea"] {
      let request = SearchRequest(typed) {
        $0.isTraced = true
        $0.counting = .none
      }
      let watch = Stopwatch()
      let trace = try #require(try await index.search(request).trace)
      let time = Figures.time(watch.seconds)
      let finding = try await index.snapshot().count(.typed(typed))
      print("short texts: \(typed) finds \(finding), about \(trace.postingCount) read, \(time)")
      #expect(finding > 100)
      #expect(trace.postingCount < 3 * finding, "\(typed): \(trace)")
    }
  }

  @Test(
    "4: letters that a person takes for the same are the same",
    arguments: [
      ("angstrom", "Ångström"), ("ÅNGSTRÖM", "a\u{30A}ngstro\u{308}m"), ("strasse", "Straße"),
      ("fish", "ﬁsh"), ("oeuvre", "Œuvre"), ("istanbul", "İSTANBUL"), ("abc", "ＡＢＣ"),
      ("елка", "ёлка"), ("ガギ", "ｶﾞｷﾞ"), ("lodz", "Łódź"), ("aero", "Ærø"), ("ｎａｉｖｅ", "naïve"),
    ])
  func folding(typed: String, name: String) async throws {
    let index = try await Self.named(name, "something else")
    #expect(try await found(typed, index) == [name])
    #expect(try await found(name, index) == [name])
  }

  @Test("5: the last word may be unfinished, and words have ends and middles")
  func partsOfWords() async throws {
    let index = try await Self.named("Green Dolphin", "Green Tea", "Dole, greenish", "Strawberry")
    #expect(try await found("green do", index) == ["Green Dolphin"])
    #expect(try await found("gree", index) == ["Dole, greenish", "Green Dolphin", "Green Tea"])
    #expect(try await found("*berry", index) == ["Strawberry"])
    #expect(try await found("*awbe*", index) == ["Strawberry"])
    let request = SearchRequest(.containing("wberr", in: "name"))
    #expect(try await index.search(request).hits.map(\.id) == ["Strawberry"])
  }

  @Test("6: all words, any of them, phrases, and words of chosen fields")
  func combinations() async throws {
    let index = try await Self.index([
      Show(id: "1", name: "Red sea", about: "A story of shells"),
      Show(id: "2", name: "Shells", about: "The sea is red"),
      Show(id: "3", name: "Red", about: "shells of the sea"),
    ])
    #expect(try await found("red sea shells ", index) == ["1", "2", "3"], "over all fields")
    #expect(try await found("name:sea OR name:shells", index) == ["1", "2"])
    #expect(try await found("\"red sea\"", index) == ["1"])
    #expect(try await found("sea -name:red", index) == ["2"])
    let built = SearchRequest(.word("red", in: "name") && !.phrase("red sea", in: "name"))
    #expect(try await index.search(built).hits.map(\.id) == ["3"])
    // What would be a mistake in another language finds something here.
    #expect(try await found("red sea' OR (", index).contains("1"))
  }

  @Test("7: the order of the hits can be replaced")
  func ranking() async throws {
    let index = try await Self.index([
      Show(id: "short", name: "Sea", views: 1), Show(id: "seen", name: "The old sea", views: 900),
    ])
    func order(_ change: (inout SearchRequest) -> Void) async throws -> [String] {
      try await index.search(SearchRequest("sea", change)).hits.map(\.id)
    }
    #expect(try await order { _ in } == ["short", "seen"])
    #expect(try await order { $0.rank = .relevance * .log1p("views") } == ["seen", "short"])
    #expect(try await order { $0.rank = .field("views") } == ["seen", "short"])
    #expect(try await order { $0.sort = [.descending("views")] } == ["seen", "short"])
    let perHit = Rank.custom(id: "weight of a hit", fields: ["views"]) { document in
      document["views"] == 1 ? 1 : 2
    }
    #expect(try await order { $0.rank = perHit } == ["seen", "short"])
  }
}
