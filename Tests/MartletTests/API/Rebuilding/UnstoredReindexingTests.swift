import Martlet
import MartletTestSupport
import Testing

/// A page whose text is not stored, and that is found by its summary if it has none.
private struct Page: SearchDocument, Identifiable {
  var id: Int
  var body: String?
  var summary = ""

  static func schema(_ analyzer: Analyzer) -> Schema<Page> {
    Schema(fields: [
      .text("body", { $0.body ?? $0.summary }, analyzer: analyzer, stored: false),
      .text("summary", \.summary, analyzer: analyzer),
    ])
  }

  static let searchSchema = schema(.standard)
}

/// A key that loses a value with a release.
private enum Color: String, SearchKey, Codable {
  case red, green
}

private enum FewerColors: String, SearchKey, Codable {
  case red
}

private enum OnlyGreen: String, SearchKey, Codable {
  case green
}

private struct Painted<Key: SearchKey & Codable>: SearchDocument {
  var id: Key
  var text = "paint"
  var searchKey: Key { id }
  static var searchSchema: Schema<Painted> { Schema(fields: [.text("text", \.text)]) }
}

@Suite("Reindexing with less than there was")
struct UnstoredReindexingTests {
  @Test("a field that is not stored, and has another value without it, is not made of that")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    var index = try SearchIndex<Page>(path: path)
    try await index.write { batch in
      try batch.put(Page(id: 1, summary: "running"))
      try batch.put(Page(id: 2, body: "walking", summary: "short"))
    }
    try await index.close()
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex<Page>.open(
        path: path, schema: Page.schema(.language("en")), onMismatch: .reindexStored)
    }
    #expect(error?.code == .schemaMismatch)
    // What is stored is all there is to salvage.
    let salvaged = folder.path + "/salvaged"
    let report = try SearchIndex<Page>.salvage(from: path, to: salvaged)
    #expect(report.documentCount == 2)
    index = try SearchIndex<Page>(path: path)
    #expect(try await index.search("walking").hits.map(\.id) == [2])
    try await index.close()
  }

  @Test("a field whose stored value the new schema leaves out is made again without it")
  func leftOut() async throws {
    let folder = try TemporaryFolder()
    func schema(_ version: Int, _ value: @escaping @Sendable (Page) -> String?) -> Schema<Page> {
      Schema(version: version, fields: [.keyword("summary") { value($0) }])
    }
    var index = try SearchIndex<Page>(path: folder.path, schema: schema(1) { $0.summary })
    try await index.write { batch in
      try batch.put(Page(id: 1, summary: "none"))
      try batch.put(Page(id: 2, summary: "some"))
    }
    try await index.close()
    index = try await SearchIndex<Page>.open(
      path: folder.path, schema: schema(2) { $0.summary == "none" ? nil : $0.summary },
      onMismatch: .reindexStored)
    #expect(index.statistics.documentCount == 2)
    #expect(try await index.snapshot().count(.word("none", in: "summary")) == 0)
    #expect(try await index.snapshot().count(.word("some", in: "summary")) == 1)
    try await index.close()
  }

  @Test(
    "a key that the type does not have any more is an error, and no document is passed over",
    arguments: [[Color.red, .green], [.green, .red]])
  fileprivate func removedKey(colors: [Color]) async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Painted<Color>>(path: folder.path)
    try await index.write { batch in
      for color in colors { try batch.put(Painted(id: color)) }
    }
    try await index.close()
    let fewer = try SearchIndex<Painted<FewerColors>>(path: folder.path)
    var error = await #expect(throws: SearchError.self) { try await fewer.snapshot().keys() }
    #expect(error?.code == .documentUnreadable)
    error = #expect(throws: SearchError.self) { try fewer.searchSync("paint") }
    #expect(error?.code == .documentUnreadable)
    var changes = fewer.changes.makeAsyncIterator()
    try await fewer.write { try $0.delete(where: .word("paint")) }
    let change = try #require(await changes.next())
    #expect(!change.namesEveryKey && change.deletedKeys.isEmpty)
    #expect(try await fewer.snapshot().keys().isEmpty)
    try await fewer.close()
  }

  @Test("a key that the type does not have any more is none once its document is deleted")
  func deletedKey() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Painted<String>>(path: folder.path)
    try await index.write { batch in
      for id in ["green", "red", "red 2", "red 3", "red 4", "red 5"] {
        try batch.put(Painted(id: id))
      }
    }
    try await index.checkpoint()
    try await index.write { $0.delete("green") }
    try await index.close()
    // All keys are of another type, but for the deleted one.
    #expect(throws: SearchError.self) { try SearchIndex<Painted<OnlyGreen>>(path: folder.path) }
    #expect(throws: SearchError.self) { try SearchIndex<Painted<Int>>(path: folder.path) }
    let same = try SearchIndex<Painted<String>>(path: folder.path)
    #expect(try await same.search("paint").total.number == 5)
    try await same.close()
  }
}
