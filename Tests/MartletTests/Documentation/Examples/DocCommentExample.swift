import Foundation
import Martlet

/// The examples of doc comments, word for word.
enum DocCommentExample {
  struct Episode: SearchDocument, Identifiable {
    var id: String
    var name: String
    var summary: String
    var season: Int

    static let searchSchema = Schema<Episode>(fields: [
      .text("name", \.name, weight: 3),
      .text("summary", \.summary),
      .number("season", \.season),
    ])
  }

  static func open(_ episodes: [Episode]) async throws {
    let index = try SearchIndex<Episode>(path: "Episodes.martlet")
    try await index.write { batch in try batch.put(contentsOf: episodes) }
    for hit in try await index.search("elephant").hits { print(try hit.document().name) }
  }

  static func request() -> SearchRequest {
    let request = SearchRequest(.user("elephant")) { $0.limit = 50 }
    return request
  }

  static func proximity() -> SearchRequest {
    let request = SearchRequest("tidal wave") { $0.proximity = .standard }
    return request
  }

  static func rules() -> SearchRequest {
    let request = SearchRequest("tidal wave") { $0.rules = [.words, .typos, .proximity, .field] }
    return request
  }

  static func fieldRankings() -> SearchRequest {
    let request = SearchRequest("tidal wave") { $0.fieldRankings = ["title": BM25(b: 0.3)] }
    return request
  }

  static func rankedField() -> Schema<Episode>.Field {
    let title = Schema<Episode>.Field.text("title", \.name).ranked(by: BM25(k1: 0.6, b: 0.3))
    return title
  }

  static func filter(_ index: SearchIndex<Episode>) throws -> Query {
    let filter = try index.query(parsing: "minutes:<=30 AND -tag:=quick")
    return filter
  }

  static func berries() -> Query {
    let berries = Query.containing("berry").constantScore() || .word("jam")
    return berries
  }

  static func synonyms(_ index: SearchIndex<Episode>, file: URL) throws {
    let rules = try String(contentsOf: file, encoding: .utf8)
    try index.setSynonyms(Synonyms(rules: rules))
  }

  static func records() throws {
    let schema = RecordSchema(fields: [.text("title", weight: 2), .text("body"), .date("at")])
    let index = try SearchIndex<Record>(path: "notes", schema: schema)
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["title": "Swifts", "body": "They never land."]))
    }
  }

  static func values(date: Date) -> Query {
    let chosen = Query.is("tag", "birds") && .is("year", 2026) && .is("published", date)
    return chosen
  }

  static func ranges(lastMonth: Date) -> [Query] {
    let early = Query.range("year", 1840...1850)
    let recent = Query.range("edited", lastMonth...)
    return [early, recent]
  }

  static func filter() -> SearchRequest {
    let request = SearchRequest("lighthouse") { $0.filter = .range("year", 1800..<1900) }
    return request
  }

  static func sort() -> SearchRequest {
    let request = SearchRequest("storm") { $0.sort = [.descending("year"), .ascending("title")] }
    return request
  }

  static func collapse(_ index: SearchIndex<Episode>) async throws {
    let request = SearchRequest("storm") { $0.collapse = Collapse(by: "artist", limit: 3) }
    for group in try await index.search(request).groups {
      print(group.value ?? "unknown", group.count, group.hits.map(\.id))
    }
  }

  static func facets() -> SearchRequest {
    let request = SearchRequest("storm") {
      $0.facets = [.values("artist", limit: 5), .ranges("year", [1800..<1850, 1850..<1900])]
    }
    return request
  }

  static func pages(_ index: SearchIndex<Episode>) async throws {
    var request = SearchRequest("storm") { $0.sort = [.ascending("season")] }
    repeat {
      let page = try await index.search(request)
      print(page.hits.map(\.id))
      request.after = page.next
    } while request.after != nil
  }

  static func value(_ hit: Hit<Episode>) throws -> Int? {
    let year: Int? = try hit["year"]
    return year
  }

  static func highlights(_ hit: Hit<Episode>) throws {
    let title = try hit.highlights(in: "title")
    print(title.marked("[", "]"))
  }

  static func snippet(_ hit: Hit<Episode>) throws {
    let snippet = try hit.snippet("text", length: 120)
    print(snippet.html())
  }

  static func delete(_ index: SearchIndex<Episode>, lastYear: Date) async throws {
    try await index.write { try $0.delete(where: .range("edited", ..<lastYear)) }
  }

  static func explain(_ index: SearchIndex<Episode>) async throws {
    let request = SearchRequest("tidal wave")
    if let explanation = try await index.explain("daily-41", request) {
      print(explanation)
    }
  }

  static func rank() -> SearchRequest {
    let request = SearchRequest("storm") {
      $0.rank = .relevance * (1 + .log1p("views")) * .recency("edited", halfLife: .days(30))
    }
    return request
  }

  static func custom() -> Rank {
    let popular = Rank.custom(id: "popular", fields: ["views"], maximumFactor: 2) { document in
      document.relevance * (document["views"] ?? 0 > 1_000 ? 2 : 1)
    }
    return popular
  }

  static func similar(_ index: SearchIndex<Episode>) async throws {
    if let similar = try await index.query(similarTo: "daily-41", in: ["title", "text"]) {
      let related = try await index.search(SearchRequest(similar) { $0.limit = 5 })
      print(related.hits.map(\.id))
    }
  }

  static func keys(typed: String, readNotes: [String]) -> SearchRequest {
    let unread = SearchRequest(typed) { $0.filter = !.keys(readNotes) }
    return unread
  }

  static func fusion(
    _ index: SearchIndex<Episode>, typed: String, nearestByVector: [String]
  ) async throws {
    let words = try await index.search(typed).hits.map(\.id)
    let fused = FusedRanking([words, nearestByVector])
    print(fused.keys.prefix(10))
  }

  static func completions(_ index: SearchIndex<Episode>) async throws {
    for completion in try await index.completions(of: "storm at s", in: "title") {
      print(completion.text, completion.documentCount)
    }
  }

  static func positions() -> [Query] {
    let close = Query.near([.word("climate"), .phrase("sea level")], within: 5)
    let titles = Query.anchored(.phrase("the old", in: "title"))
    let pies = Query.phrase("sweet", endingWith: "*berry")
    let vehicles = Query.synonyms(["car", "automobile", "motorcar"])
    return [close, titles, pies, vehicles]
  }

  static func patterns() -> [Query] {
    let berries = Query.matching("*berry")
    let grey = Query.matching("gr?y", in: "title")
    let artist = Query.fuzzy("michelangleo", in: "artist")
    return [berries, grey, artist]
  }

  static func suggestion(_ index: SearchIndex<Episode>, typed: String) async throws {
    let results = try await index.search(typed)
    if results.hits.count < 3, let other = try await index.suggestion(for: typed) {
      print("Did you mean \(other)?")
    }
  }

  struct EditedNote: SearchDocument {
    var id: Int
    var edited: Date
    var searchKey: Int { id }
    static let searchSchema = Schema<EditedNote>(fields: [.date("edited", \.edited)])
  }

  struct HistoryToken: Codable {
    var transaction: Int
  }

  struct Store: Sendable {
    func keysAndVersions() -> [(Int, Date)] { [] }
    func notes(_ keys: [Int]) -> [EditedNote] { [] }
  }

  static func loading(_ index: SearchIndex<EditedNote>, allNotes: [EditedNote]) async throws {
    let result = try await index.importAll(allNotes) { progress in
      print(progress.fraction ?? 0, progress.remaining ?? .zero)
    }
    print(result.documentCount)
  }

  static func reconciling(_ index: SearchIndex<EditedNote>, store: Store) async throws {
    let drift = try await index.reconcile(store.keysAndVersions(), version: "edited")
    try await index.write { batch in
      try batch.put(contentsOf: store.notes(drift.missing + drift.stale))
      batch.delete(contentsOf: drift.orphaned)
    }
  }

  static func bookmark(_ index: SearchIndex<EditedNote>) async throws {
    try await index.write { batch in
      try batch.setBookmark("history", to: HistoryToken(transaction: 42))
    }
  }

  typealias Note = LiveSearchExample.Note

  static func events(folder: URL) throws -> SearchIndex<Note> {
    let events = IndexEventHandler { event in print(event) }
    let index = try SearchIndex<Note>(at: folder, options: IndexOptions(events: events))
    return index
  }

  static func changes(_ index: SearchIndex<Note>, _ rows: inout [Note]) async {
    for await change in index.changes {
      rows.removeAll { change.deletedKeys.contains($0.id) }
    }
  }

  static func live(
    _ index: SearchIndex<Note>, _ texts: AsyncStream<String>, _ list: inout [Hit<Note>]
  ) async throws {
    for try await results in index.live(texts) {
      list = results.hits
    }
    for try await results in index.results(for: SearchRequest("swift")) {
      list = results.hits
    }
  }

  @MainActor
  static func model(_ index: SearchIndex<Note>, _ show: (Hit<Note>) -> Void) {
    let model = SearchModel(index)
    model.text = "swift"
    // Later, when an observer of the model is told of a change:
    for hit in model.hits { show(hit) }
  }

  static func typos() -> SearchRequest {
    let request = SearchRequest("elephnat trunk") { $0.typos = .auto }
    return request
  }

  static func trace(_ index: SearchIndex<Episode>) async throws {
    let request = SearchRequest("storm at sea") { $0.isTraced = true }
    if let trace = try await index.search(request).trace { print(trace) }
  }

  static func words(_ results: SearchResults<Episode>, _ hit: Hit<Episode>) throws {
    for word in try results.words() where word.documentCount == 0 {
      print("No document has \(word.text).", word.nearest.map { "Did you mean \($0)?" } ?? "")
    }
    for word in try hit.matchedWords() { print(word.text, word.fields) }
  }
}
