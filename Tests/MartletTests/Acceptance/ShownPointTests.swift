import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

// Deliberately without `@testable`: what applications write has to compile with the public face.
import Martlet

/// The needs of every application with full-text search beside its store, point by point: what
/// is shown of documents, and how the index keeps step. ``FoundingPointTests`` has the first seven.
@Suite("Acceptance: points 8 to 15")
struct ShownPointTests {
  struct Chapter: SearchDocument {
    var searchKey: String { id }
    let id: String
    var book = "b"
    var text: String?
    var version = 1
    static let searchSchema = schema()

    static func schema(
      source: TextSource = .plain, analyzer: Analyzer = .standard, stored: Bool = true
    ) -> Schema<Chapter> {
      Schema(fields: [
        .text("text", \.text, source: source, analyzer: analyzer, stored: stored),
        .keyword("book", \.book), .number("version", \.version),
      ])
    }
  }

  private static func index(
    _ chapters: [Chapter], _ schema: Schema<Chapter> = Chapter.schema()
  ) async throws -> SearchIndex<Chapter> {
    let index = SearchIndex<Chapter>.inMemory(schema: schema)
    try await index.write { batch in try batch.put(contentsOf: chapters) }
    return index
  }

  @Test("8: a passage, with the words that were found in brackets")
  func snippets() async throws {
    let text = String(repeating: "Nothing is here. ", count: 50) + "She finds shells. The end."
    let index = try await Self.index([Chapter(id: "1", text: text)])
    let hit = try #require(try await index.search("she*").hits.first)
    #expect(try hit.snippet("text", length: .words(3)).marked("[", "]") == "[She] finds [shells].")
    #expect(try hit.highlights(in: "text").ranges.count == 2)
  }

  @Test("9: words that say nothing, by a list")
  func stopWords() async throws {
    let analyzer = Analyzer.standard.stopWords(.mysql, droppedFrom: .index)
    let index = try await Self.index(
      [Chapter(id: "1", text: "the whale"), Chapter(id: "2", text: "the which")],
      Chapter.schema(analyzer: analyzer))
    #expect(try await index.search("the whale ").hits.map(\.id) == ["1"])
    #expect(index.statistics.fields.first { $0.name == "text" }?.termCount == 1)
    #expect(StopWords(language: "en") != nil && StopWords(language: "none") == nil)
  }

  @Test("10: texts in HTML: what a person reads is found, and no tag")
  func html() async throws {
    let text = "<p class=\"whale\">Fish &amp; <b>chi</b>ps<script>whale()</script></p>"
    let index = try await Self.index(
      [Chapter(id: "1", text: text)], Chapter.schema(source: .html))
    for typed in ["whale ", "script ", "amp ", "class ", "b "] {
      #expect(try await index.search(typed).hits.isEmpty, "\(typed)")
    }
    let hit = try #require(try await index.search("fish chips ").hits.first)
    let html = try hit.snippet("text").html()
    #expect(html == "<mark>Fish</mark> &amp; <mark>chips</mark>")
  }

  @Test("11: only what belongs to a parent, and one row for each parent")
  func parents() async throws {
    let chapters = (0..<30).map { Chapter(id: "c\($0)", book: "b\($0 % 3)", text: "whale \($0)") }
    let index = try await Self.index(chapters)
    let ofOne = SearchRequest("whale") { $0.filter = .is("book", "b2") }
    #expect(try await index.search(ofOne).total == .exactly(10))
    let ofEach = SearchRequest("whale") { $0.collapse = Collapse(by: "book", limit: 2) }
    let results = try await index.search(ofEach)
    #expect(Set(results.groups.map(\.value)) == ["b0", "b1", "b2"] && results.hits.count == 3)
    #expect(results.groups.allSatisfy { $0.count == 10 && $0.hits.count == 2 })
  }

  @Test("12: a first build in whole batches, which goes on where it was interrupted")
  func batches() async throws {
    let index = SearchIndex<Chapter>.inMemory()
    let chapters = (0..<1_000).map { Chapter(id: "c\($0)", text: "whale") }
    let options = ImportOptions {
      $0.batchByteCount = 2_000
      $0.bookmark = "first build"
    }
    // A store that fails in the middle.
    let broken = AsyncThrowingStream<Chapter, any Error> { stream in
      for chapter in chapters[..<600] { stream.yield(chapter) }
      stream.finish(throwing: POSIXError(.EIO))
    }
    await #expect(throws: POSIXError.self) {
      try await index.importAll(from: broken, options: options)
    }
    let count = index.statistics.documentCount
    #expect(count > 0 && count <= 600)
    let result = try await index.importAll(chapters, options: options)
    #expect(result.resumedCount == count && result.documentCount == 1_000 - count)
    #expect(index.statistics.documentCount == 1_000)
  }

  @Test("13: inserts, updates and deletes follow the store, and drift is found and repaired")
  func mirror() async throws {
    let index = SearchIndex<Chapter>.inMemory()
    var store: [String: Chapter] = [:]
    var random = SeededRandom(seed: TestSeed.value)
    for step in 1...60 {
      var (saved, deleted): ([Chapter], [String]) = ([], [])
      for number in 0..<random.int(in: 1..<8) {
        let id = "c\(random.int(in: 0..<40))"
        if random.oneIn(3) {
          store[id] = nil
          saved.removeAll { $0.id == id }
          deleted.append(id)
        } else {
          let chapter = Chapter(id: id, text: "word\(number)", version: step * 10 + number)
          store[id] = chapter
          deleted.removeAll { $0 == id }
          saved.append(chapter)
        }
      }
      // Now and then the app is gone before the index has heard of the change.
      if random.oneIn(5) { continue }
      try await index.write { [saved, deleted] batch in
        batch.delete(contentsOf: deleted)
        try batch.put(contentsOf: saved)
        try batch.setBookmark("history", [UInt8(step)])
      }
    }
    let pairs = store.values.map { ($0.id, $0.version) }
    let drift = try await index.reconcile(pairs, version: "version")
    #expect(!drift.isEmpty, "seed \(TestSeed.value): nothing has drifted apart")
    let repair = (drift.missing + drift.stale).compactMap { store[$0] }
    try await index.write { batch in
      try batch.put(contentsOf: repair)
      batch.delete(contentsOf: drift.orphaned)
    }
    #expect(try await index.reconcile(pairs, version: "version").isEmpty)
    let keys = try await index.snapshot().keys()
    #expect(Set(keys) == Set(store.keys))
    for (id, chapter) in store {
      #expect(try index.document(forKey: id)?.version == chapter.version)
    }
  }

  @Test("14: an index without the texts, which the application passes to show them")
  func withoutTexts() async throws {
    let folder = try TemporaryFolder()
    let text = "The quick brown fox jumps."
    for (name, stored) in [("with", true), ("without", false)] {
      let index = try SearchIndex<Chapter>(
        path: folder.path(of: name), schema: Chapter.schema(stored: stored))
      try await index.write { batch in try batch.put(Chapter(id: "1", text: text)) }
      try await index.compact()
      let hit = try #require(try await index.search("\"brown fox\"").hits.first)
      #expect(try hit.document().text == (stored ? text : nil))
      #expect(try hit.snippet("text").text == (stored ? text : ""))
      let shown = try hit.snippet("text", of: text, length: .words(4)).marked("[", "]")
      #expect(shown.contains("[brown] [fox]"))
      try await index.close()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: name))
      let hasText = names.contains { file in
        let bytes = folder.content(of: "\(name)/\(file)") ?? []
        return Data(bytes).range(of: Data("quick brown fox".utf8)) != nil
      }
      #expect(hasText == stored, "the text is in a file of the index")
    }
  }

  @Test("15: the same answers as a scan of all texts, and the times of both")
  func besideScan() async throws {
    let artworks = try Artwork.collection()
    let index = try await Self.index(artworks.map { Chapter(id: $0.id, text: $0.text) })
    try await index.compact()
    let scan = NaiveScan(artworks.map(\.text))
    var (times, total) = ((scan: 0.0, index: 0.0), 0)
    for words in [["shipwreck"], ["stormy", "boat"], ["jonah"], ["venice", "bridge"]] {
      let (scanTime, expected) = Stopwatch.time { scan.count(containing: words) }
      // A scan finds letters within words, too.
      let query = Query.all(words.map { .containing($0, in: "text") })
      let watch = Stopwatch()
      let count = try await index.snapshot().count(query)
      times = (times.scan + scanTime, times.index + watch.seconds)
      #expect(count == expected, "\(words)")
      total += count
    }
    #expect(total > 10)
    print(
      "beside a scan: \(artworks.count) texts, scan \(Figures.time(times.scan)), "
        + "index \(Figures.time(times.index))")
  }
}
