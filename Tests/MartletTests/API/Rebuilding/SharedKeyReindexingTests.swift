import Martlet
import MartletTestSupport
import Testing

/// Opening an index with a type whose keys are the same for several of the stored documents.
@Suite("An index whose documents would share keys")
struct SharedKeyReindexingTests {
  private struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    var text: String?
    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
  }

  private struct Shared: SearchDocument {
    var searchKey: String { "decade \(id / 10)" }
    let id: Int
    var text: String?
    static let searchSchema = Schema<Shared>(fields: [.text("text", \.text)])
  }

  @Test("is not made smaller, and stays as it is")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let index = try SearchIndex<Note>(path: path)
    try await index.write { try $0.put(contentsOf: (0..<50).map { Note(id: $0, text: "river") }) }
    try await index.close()
    let error = await #expect(throws: SearchError.self) {
      try await SearchIndex<Shared>.open(path: path, onMismatch: .reindexStored)
    }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("50 documents of the index have only 5 keys") == true)
    let again = try SearchIndex<Note>(path: path)
    #expect(try await again.search("river").total == .exactly(50))
    #expect(try await again.verify().isSound)
    try await again.write { try $0.put(Note(id: 50, text: "river")) }
    try await again.close()
  }
}
