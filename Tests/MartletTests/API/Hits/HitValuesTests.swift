import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Reading values of a hit from its columns, and deleting what a query finds.
@Suite("Values of hits")
struct HitValuesTests {
  private struct Post: SearchDocument {
    var id: Int
    var text = ""
    var tags: [String] = []
    var score: Double?
    var isPublic: Bool?
    var edited: Date?
    var internalCode: String?

    var searchKey: Int { id }

    static let searchSchema = Schema<Post>(fields: [
      .text("text", \.text),
      .keywords("tag", \.tags),
      .number("score", \.score),
      .boolean("public", \.isPublic),
      .date("edited", \.edited),
      .keyword("code", \.internalCode, column: false),
    ])
  }

  private static func index(_ posts: [Post]) throws -> SearchIndex<Post> {
    let index = SearchIndex<Post>.inMemory()
    try index.writeSync { try $0.put(contentsOf: posts) }
    return index
  }

  @Test("are read without the document, in the type that is asked for")
  func values() throws {
    let date = Date(timeIntervalSince1970: 1_234_567.5)
    let index = try Self.index([
      Post(id: 1, tags: ["Red", "blue"], score: 2.5, isPublic: true, edited: date),
      Post(id: 2, score: -7),
    ])
    let hits = try index.searchSync(SearchRequest(.everything) { $0.sort = [.key] }).hits
    #expect(try hits[0]["tag"] == "blue")
    #expect(try hits[0].values("tag", as: String.self) == ["blue", "Red"])
    #expect(try hits[0]["score"] == 2.5)
    #expect {
      _ = try hits[0].values("score", as: Int.self)
    } throws: {
      ($0 as? SearchError)?.code == .unsuitableValue
    }
    #expect(try hits[0]["public"] == true)
    #expect(try hits[0]["public"] == "true")
    #expect(try hits[0]["edited"] == date)
    #expect(try hits[1]["score"] == -7)
    let none: String? = try hits[1]["tag"]
    #expect(none == nil)
    #expect(try hits[1].values("edited", as: Date.self).isEmpty)
  }

  @Test("of a text, of no field, or of a field without a column are errors")
  func errors() throws {
    let index = try Self.index([Post(id: 1, text: "some words", internalCode: "x")])
    let hit = try #require(try index.searchSync("words").hits.first)
    for (field, code) in [
      ("text", SearchError.Code.invalidRequest), ("code", .invalidRequest),
      ("nothing", .unknownField),
    ] {
      #expect {
        _ = try hit.values(FieldRef(field), as: String.self)
      } throws: {
        ($0 as? SearchError)?.code == code
      }
    }
    #expect(try index.snapshot().countSync(.is("code", "x")) == 1)
  }

  @Test("a field keeps its column, or its lack of one, when the index is opened again")
  func reopening() throws {
    let folder = try TemporaryFolder()
    let withColumn = RecordSchema(fields: [.keyword("a")])
    var without = withColumn
    without.fields[0].hasColumn = false
    let index = try SearchIndex<Record>(path: folder.path + "/index", schema: without)
    try index.writeSync { try $0.put(Record(key: "1", fields: ["a": "x"])) }
    try index.closeSync()
    #expect { try SearchIndex<Record>(path: folder.path + "/index", schema: withColumn) } throws: {
      ($0 as? SearchError)?.code == .schemaMismatch
    }
    let again = try SearchIndex<Record>(path: folder.path + "/index", schema: without)
    #expect {
      try again.searchSync(SearchRequest(.everything) { $0.sort = [.ascending("a")] })
    } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
    #expect(try again.verifySync().isSound)
  }

  @Test("deleting by query takes documents of the index and of the batch as they are then")
  func deleting() throws {
    let index = try Self.index((1...6).map { Post(id: $0, tags: $0 < 4 ? ["old"] : []) })
    let deleted = try index.writeSync { batch in
      batch.delete(3)
      // 2 is no longer old, and 7 is.
      try batch.put(Post(id: 2, tags: ["new"]))
      try batch.put(Post(id: 7, tags: ["old"]))
      let count = try batch.delete(where: .is("tag", "old"))
      try batch.put(Post(id: 8, tags: ["old"]))
      return count
    }
    #expect(deleted == 2)
    let kept = try index.searchSync(SearchRequest(.everything) { $0.sort = [.key] }).hits
    #expect(kept.map(\.id) == [2, 4, 5, 6, 8])
    try index.writeSync { batch in
      batch.deleteAll()
      try batch.put(Post(id: 9))
      #expect(try batch.delete(where: .everything) == 1)
    }
    #expect(index.statistics.documentCount == 0)
    #expect {
      try index.writeSync { _ = try $0.delete(where: .is("nothing", "x")) }
    } throws: {
      ($0 as? SearchError)?.code == .unknownField
    }
  }

  @Test("documents deleted by query stay deleted after the index was closed or killed")
  func deletingDurably() throws {
    let folder = try TemporaryFolder()
    for checkpoints in [false, true] {
      let index = try SearchIndex<Post>(path: folder.path + "/index")
      try index.writeSync {
        try $0.put(contentsOf: (1...50).map { Post(id: $0, score: Double($0)) })
      }
      if checkpoints { try index.checkpointSync() }
      try index.writeSync { _ = try $0.delete(where: .range("score", 11...)) }
      #expect(index.statistics.documentCount == 10)
      let killed = "killed-\(checkpoints)"
      try folder.copyCrashed("index", to: killed)
      try index.closeSync()
      for name in ["index", killed] {
        let again = try SearchIndex<Post>(path: folder.path(of: name))
        #expect(again.statistics.documentCount == 10, "\(name)")
        #expect(try again.snapshot().countSync(.range("score", 11...)) == 0)
        try again.closeSync()
      }
    }
  }
}
