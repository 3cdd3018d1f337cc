import Martlet
import MartletTestSupport
import Synchronization
import Testing

@Suite("An index that is made again, cancelled late")
struct LateCancellationTests {
  @Test("is there if all of its documents were", arguments: [true, false])
  func afterTheLastDocument(isStored: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    let old = try SearchIndex<Memo>(
      path: path, schema: Schema(fields: [.text("title", \.title, analyzer: .language("en"))]))
    try await old.write { batch in
      try batch.put(contentsOf: (0..<50).map { Memo(id: "\($0)", title: "it runs") })
    }
    try await old.close()
    let count = isStored ? 50 : 200
    let policy: RebuildPolicy<Memo> =
      isStored
      ? .reindexStored : .rebuild(from: (0..<200).map { Memo(id: "\($0)", title: "it runs") })
    let cancel = Mutex<(@Sendable () -> Void)?>(nil)
    let task = Task {
      try await SearchIndex<Memo>.open(path: path, onMismatch: policy) { done in
        if done.documentCount == count { cancel.withLock { $0 }?() }
      }
    }
    cancel.withLock { $0 = { task.cancel() } }
    let index = try await task.value
    #expect(task.isCancelled)
    #expect(index.statistics.documentCount == count)
    try await index.write { try $0.put(Memo(id: "new", title: "later")) }
    try await index.close()
    #expect(try SearchIndex<Memo>.readOnly(path: path).statistics.documentCount == count + 1)
  }
}
