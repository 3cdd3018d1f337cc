import Foundation
import MartletTestSupport
import Synchronization
import Testing

import Martlet

/// Runs the examples about fields and about what is kept.
@Suite("Documentation: examples about storing at work")
struct DocumentationStoringTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path(of: "index")) }

  init() throws { temporary = try TemporaryFolder() }

  private typealias Article = FiltersExample.Article

  private func article(_ title: String, year: Int) -> Article {
    Article(
      id: UUID(), title: title, body: "", transcript: "never stored", author: "A. Author",
      tags: ["birds"], year: year, published: Date(timeIntervalSince1970: 86_400))
  }

  @Test("Filters and fields")
  func filters() async throws {
    let index = SearchIndex<Article>.inMemory()
    let articles = [2024, 2025, 2026].map { article("Swifts", year: $0) }
    try await index.write { batch in try batch.put(contentsOf: articles) }
    let found = try await FiltersExample.filter(index, typed: "swift")
    #expect(Set(found.hits.map(\.id)) == Set(articles.dropFirst().map(\.id)))
    let plain = try await index.search("swift")
    #expect(Set(found.hits.map(\.score)) == Set(plain.hits.map(\.score)), "filters add no score")
    #expect(try await FiltersExample.count(index) == 3)
    // A machine with other work may take longer than the example allows.
    var total = try await FiltersExample.requests(index, typed: "swift").total
    for _ in 0..<100 where total != .exactly(3) {
      total = try await FiltersExample.requests(index, typed: "swift").total
    }
    #expect(total == .exactly(3))
    // What is not stored is found, and not given back; words in quotes may be anywhere.
    let stored = try await index.search(#""stored never" published:86400"#)
    #expect(stored.hits.count == 3)
    #expect(try stored.hits[0].document().transcript == nil)
    #expect(try await index.search("author:a").hits.isEmpty, "keywords are not folded")
    #expect(try await index.search("author:A").hits.count == 3, "the beginning of a keyword")
    #expect(try await index.search("author:A ").hits.isEmpty)
  }

  @Test("Filters and fields: a limit of 20, a count up to 1,000, terms counted by segment")
  func counts() async throws {
    let index = SearchIndex<Article>.inMemory(options: IndexOptions(merging: .manual))
    let articles = (0..<3_000).map { article("Swifts", year: $0) }
    try await index.write { batch in try batch.put(contentsOf: articles) }
    let results = try await index.search("swift")
    #expect(results.hits.count == 20)
    #expect(try await index.search("swift", limit: 5).hits.count == 5)
    guard case .atLeast(let count) = results.total else {
      Issue.record("expected a lower bound, found \(results.total)")
      return
    }
    #expect((1_000..<3_000).contains(count))
    let exact = SearchRequest("swift") { $0.counting = .exact }
    #expect(try await index.search(exact).total == .exactly(3_000))
    let before = try #require(index.statistics.fields.first { $0.name == "tag" })
    try await index.write { [articles] batch in try batch.put(articles[0]) }
    let after = try #require(index.statistics.fields.first { $0.name == "tag" })
    #expect(before.missingCount == 0 && after.missingCount == 0)
    #expect(after.termCount == before.termCount + 1, "the one term is in two segments")
    FiltersExample.statistics(index)
    try await index.compact()
    #expect(index.statistics.fields.first { $0.name == "tag" }?.termCount == 1)
  }

  @Test("Filters and fields: records, the schema of which is kept")
  func records() async throws {
    #expect(try await FiltersExample.records(path: temporary.path(of: "records")) == "Swifts")
    let again = try SearchIndex<Record>(path: temporary.path(of: "records"))
    #expect(try await again.search("bird OR landing").hits.map(\.id) == ["7"])
  }

  /// A document type whose schema a test chooses.
  private struct Changing: SearchDocument {
    var searchKey: Int
    var title: String
    var text: String?

    static let schema = Mutex(Schema<Changing>(fields: [.text("title", \.title)]))
    static var searchSchema: Schema<Changing> { schema.withLock { $0 } }
  }

  @Test("Filters and fields: what may change in a schema, and what may not")
  func changes() throws {
    func open(_ fields: [Schema<Changing>.Field], version: Int = 1) throws {
      Changing.schema.withLock { $0 = Schema(version: version, fields: fields) }
      let index = try SearchIndex<Changing>(at: folder)
      try index.writeSync { batch in try batch.put(Changing(searchKey: 1, title: "a", text: "b")) }
      try index.closeSync()
    }
    let title = Schema<Changing>.Field.text("title", \.title)
    let text = Schema<Changing>.Field.text("text", \.text, stored: false)
    try open([title])
    try open([.text("title", \.title, weight: 5)])
    try open([title, text])
    try open([title, .text("text", \.text)])
    let synonyms = try Synonyms(rules: "a, b")
    try open([.text("title", \.title, analyzer: .standard.synonyms(synonyms)), text])
    try open([
      .text("title", \.title, analyzer: .standard.stopWords(StopWords(["x"]))), text,
    ])
    let refused: [(Int, [Schema<Changing>.Field])] = [
      (2, [title, text]), (1, [title]), (1, [text, title]),
      (1, [.keyword("title", \.title), text]),
      (1, [.text("title", \.title, analyzer: .language("en")), text]),
      (1, [.text("title", \.title, source: .html), text]),
      (1, [.text("title", \.title, detail: .frequencies), text]),
      (1, [.text("name", \.title), text]),
    ]
    for (version, fields) in refused {
      let error = #expect(throws: SearchError.self) { try open(fields, version: version) }
      #expect(error?.code == .schemaMismatch)
    }
  }

  @Test("Filters and fields: a long keyword is stored, a field of weight 0 is searched")
  func smallPrint() throws {
    let index = SearchIndex<Article>.inMemory()
    var long = article("Swifts", year: 2026)
    long.author = String(repeating: "x", count: 1_025)
    try index.writeSync { batch in try batch.put(long) }
    #expect(try index.searchSync(SearchRequest(.is("author", long.author))).hits.isEmpty)
    #expect(try index.document(forKey: long.id)?.author == long.author)
    let request = SearchRequest("swifts") { $0.fieldWeights = ["title": 0] }
    #expect(try index.searchSync(request).hits.map(\.score) == [0])
  }

  @Test("Filters and fields: a new property that is not optional makes old documents unreadable")
  func newProperty() throws {
    struct Old: SearchDocument {
      var searchKey: Int
      static let searchSchema = Schema<Old>(fields: [])
    }
    struct New: SearchDocument {
      var searchKey: Int
      var added: String
      static let searchSchema = Schema<New>(fields: [])
    }
    let old = try SearchIndex<Old>(at: folder)
    try old.writeSync { batch in try batch.put(Old(searchKey: 1)) }
    try old.closeSync()
    let new = try SearchIndex<New>(at: folder)
    let error = #expect(throws: SearchError.self) { try new.document(forKey: 1) }
    #expect(error?.code == .documentUnreadable)
  }

  private typealias Message = DurabilityExample.Message

  @Test("Durability and concurrency")
  func durability() async throws {
    let index = try DurabilityExample.open(folder: folder)
    let store = DurabilityExample.Store(
      changed: [Message(id: 1, text: "a swift"), Message(id: 2, text: "swifts fly")],
      deleted: [3], version: 9)
    try await DurabilityExample.follow(store, index)
    #expect(index.bookmark("store version").flatMap { UInt64(keyBytes: $0) } == 9)
    let backup = URL(fileURLWithPath: temporary.path(of: "backup"))
    try await index.backUp(to: backup)
    let reader = try DurabilityExample.reader(folder: folder)
    #expect(try await DurabilityExample.snapshot(index) == (2, 2))
    #expect(index.statistics.documentCount == 0)
    #expect(reader.statistics.documentCount == 2, "as it was when it was opened")
    try await DurabilityExample.compact(index)
    try await index.close()
    #expect(try await DurabilityExample.searchClosed(folder: folder).total == .exactly(0))
    let shared = try await DurabilityExample.share(folder: folder)
    let opened = try DurabilityExample.open(folder: folder)
    let library = DurabilityExample.Library(index: opened)
    #expect(throws: SearchError.self) { try DurabilityExample.open(folder: folder) }
    try library.willSuspend()
    try await shared.write { try $0.put(Message(id: 5, text: "swift")) }
    #expect(throws: SearchError.self) { try opened.writeSync { $0.deleteAll() } }
    try await library.didBecomeActive()
    #expect(opened.statistics.documentCount == 1)
    try await opened.close()
    let follower = try DurabilityExample.reader(folder: folder)
    try await shared.close()
    try DurabilityExample.restore(backup, to: folder)
    #expect(thrownCode { try follower.refreshSync() } == .notFound)
    #expect(try DurabilityExample.reader(folder: folder).statistics.documentCount == 2)
  }

  @Test("Durability and concurrency: neither a write nor a search in a cancelled task is done")
  func cancellation() async throws {
    let index = SearchIndex<Message>.inMemory()
    for writes in [true, false] {
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        if writes {
          try await index.write { batch in try batch.put(Message(id: 1, text: "swift")) }
        } else {
          _ = try await index.search("swift")
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(index.statistics.documentCount == 0)
  }
}
