import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Opening an index away from the thread of the caller.
@Suite("Opening asynchronously")
struct AsyncOpeningTests {
  @Test("for reading gives what is there, and the errors of opening")
  func reading() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    await #expect(throws: SearchError.self) {
      _ = try await SearchIndex<Memo>.openReadOnly(path: path)
    }
    let index = try await SearchIndex<Memo>.open(path: path)
    try await index.write { try $0.put(Memo(id: "a", title: "storm")) }
    try await index.close()
    for reader in [
      try await SearchIndex<Memo>.openReadOnly(path: path),
      try await SearchIndex<Memo>.openReadOnly(at: URL(fileURLWithPath: path)),
      try await SearchIndex<Memo>.openReadOnly(path: path, schema: Memo.searchSchema),
    ] {
      #expect(try await reader.search("storm").hits.map(\.id) == ["a"])
      let error = await #expect(throws: SearchError.self) {
        try await reader.write { $0.delete("a") }
      }
      #expect(error?.code == .readOnly)
    }
    let other = Schema<Memo>(version: 2, fields: [.text("title", \.title)])
    let error = await #expect(throws: SearchError.self) {
      _ = try await SearchIndex<Memo>.openReadOnly(path: path, schema: other)
    }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("; open the index with the schema that it was") == true)
  }

  @Test("for records keeps the schema")
  func records() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    let schema = RecordSchema(fields: [.text("title")])
    let index = try await SearchIndex<Record>.open(path: path, schema: schema)
    try await index.close()
    let again = try await SearchIndex<Record>.openReadOnly(path: path)
    #expect(try again.recordSchema()?.fields.map(\.name) == ["title"])
  }
}
