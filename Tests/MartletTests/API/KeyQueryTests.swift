import Martlet
import MartletTestSupport
import Testing

/// Queries for keys of another type than that of the documents, which would find nothing.
@Suite("Keys of another type")
struct KeyQueryTests {
  private struct Note: SearchDocument {
    var searchKey: Int
    var text: String
    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
  }

  private static let message =
    "the documents have keys of the type Int64, and the query has keys of the type String; convert "
    + "them to Int64"

  @Test("are an error in queries, filters and deletions, also after reopening")
  func refused() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let index = try SearchIndex<Note>(path: folder.path)
      try await index.write { batch in
        for key in 1...2 { try batch.put(Note(searchKey: key, text: "swift \(key)")) }
      }
      let texts = Query.keys(["1"])
      for query in [texts, !texts, .word("swift") && texts, .keys([UInt64(1)])] {
        let requests = [SearchRequest(query), SearchRequest("swift") { $0.filter = query }]
        for request in requests {
          await #expect(throws: SearchError.self) { try await index.search(request) }
        }
        await #expect(throws: SearchError.self) { try await index.snapshot().count(query) }
        await #expect(throws: SearchError.self) {
          try await index.write { try $0.delete(where: query) }
        }
      }
      let error = await #expect(throws: SearchError.self) {
        try await index.search(SearchRequest(texts))
      }
      #expect(error?.code == .unsuitableValue && error?.message == Self.message)
      // Changed words of queries keep the type.
      try index.setSynonyms(Synonyms(rules: "swift, martin"))
      await #expect(throws: SearchError.self) { try await index.search(SearchRequest(texts)) }
      #expect(try await index.search(SearchRequest(.keys([Int64(1)]))).hits.map(\.id) == [1])
      #expect(try await index.search(SearchRequest(.keys([2]))).hits.map(\.id) == [2])
      try await index.close()
    }
  }

  @Test("find what they find in an index whose type of key is the application's")
  func ownTypes() throws {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { try $0.put(Page(searchKey: Address(rawValue: "a"), text: "swift")) }
    #expect(try index.searchSync(SearchRequest(.keys(["a"]))).hits.map { $0.id.rawValue } == ["a"])
    #expect(try index.searchSync(SearchRequest(.keys([Address(rawValue: "a")]))).hits.count == 1)
  }

  private struct Address: RawRepresentable, Hashable, Codable, Sendable, SearchKey {
    var rawValue: String
  }

  private struct Page: SearchDocument {
    var searchKey: Address
    var text: String
    static let searchSchema = Schema<Page>(fields: [.text("text", \.text)])
  }
}
