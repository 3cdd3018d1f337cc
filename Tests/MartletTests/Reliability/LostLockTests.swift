#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// Whoever loses the lock of a folder leaves alone what the next writer makes there.
  @Suite("A lost lock")
  struct LostLockTests {
    typealias Index = SearchIndex<VictimDocument>

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path(of: "index")
    }

    /// Makes an index with two segments and nothing in the log, and returns it open.
    private func makeIndex() throws -> Index {
      let index = try Index(path: path)
      for key in ["a", "b"] {
        try index.writeSync { try $0.put(VictimDocument(key: key, version: 1)) }
        try index.checkpointSync()
      }
      return index
    }

    /// Removes the lock, and returns the index as the next writer has it open, with one more
    /// document.
    private static func takeOver(_ path: String) throws -> Index {
      try FileManager.default.removeItem(atPath: path + "/LOCK")
      let index = try Index.withLog(path: path)
      try index.writeSync { try $0.put(VictimDocument(key: "x", version: 1)) }
      return index
    }

    private func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Makes sure that the next writer goes on, and that its index is opened again as it was.
    private func requireWhole(_ index: Index, at path: String, _ documents: [String: Int]) throws {
      #expect(try VictimContents(index).documents == documents)
      try index.writeSync { try $0.put(VictimDocument(key: "y", version: 1)) }
      try index.closeSync()
      let again = try Index(path: path)
      #expect(
        try VictimContents(again).documents == documents.merging(["y": 1]) { one, _ in one })
      #expect(try again.verifySync().problems.isEmpty)
      try again.closeSync()
    }

    @Test("removes nothing when the writer is suspended and closed")
    func closing() throws {
      let first = try makeIndex()
      let second = try Self.takeOver(path)
      try second.compactSync()
      let files = try files()
      try? first.suspendSync()
      try? first.closeSync()
      #expect(try self.files() == files)
      try requireWhole(second, at: path, ["a": 1, "b": 1, "x": 1])
    }

    @Test("adds no file when the writer writes, flushes and makes checkpoints")
    func writing() throws {
      let first = try makeIndex()
      let second = try Self.takeOver(path)
      let files = try files()
      func write() throws {
        try first.writeSync { try $0.put(VictimDocument(key: "z", version: 1)) }
      }
      for _ in 0..<2 {
        #expect(thrownCode { try write() } == .durabilityUnknown)
        #expect(thrownCode { try first.flushSync() } == .durabilityUnknown)
        #expect(thrownCode { try first.checkpointSync() } == .durabilityUnknown)
        #expect(thrownCode { try first.compactSync() } == .durabilityUnknown)
      }
      #expect(try VictimContents(first).documents == ["a": 1, "b": 1])
      #expect(try self.files() == files)
      try requireWhole(second, at: path, ["a": 1, "b": 1, "x": 1])
    }

    @Test("removes nothing when an opening that takes long is done")
    func opening() throws {
      try makeIndex().closeSync()
      let storage = try FileStorage(path: path, createIfMissing: false)
      let opened = try DurableIndex.open(storage, durability: .normal, first: nil)
      let second = try Self.takeOver(path)
      try second.compactSync()
      let files = try files()
      #expect(thrownCode { try opened.removeLeftovers() } == .durabilityUnknown)
      opened.abandon()
      #expect(try self.files() == files)
      try requireWhole(second, at: path, ["a": 1, "b": 1, "x": 1])
    }

    @Test("does not put an index that is made again in the place of another")
    func reindexing() throws {
      let first = try makeIndex()
      let second = Lock<Index?>(nil)
      let path = path
      let code = thrownCode {
        _ = try first.reindexSync { _ in
          second.withLock { if $0 == nil { $0 = try? Self.takeOver(path) } }
        }
      }
      #expect(code == .durabilityUnknown, "the old index finds out when it is closed")
      try requireWhole(
        #require(second.withLock { $0 }), at: path, ["a": 1, "b": 1, "x": 1])
    }

    @Test("does not put an index that is made of documents in the place of another")
    func rebuilding() async throws {
      try await makeIndex().close()
      let second = Lock<Index?>(nil)
      let path = path
      let documents = AsyncStream<VictimDocument> {
        second.withLock { $0 = try? Self.takeOver(path) }
        return nil
      }
      let error = await #expect(throws: SearchError.self) {
        try await Index.open(
          path: path, schema: VictimDocument.otherSchema, onMismatch: .rebuild(from: documents))
      }
      #expect(error?.code == .writerBusy)
      try requireWhole(
        #require(second.withLock { $0 }), at: path, ["a": 1, "b": 1, "x": 1])
    }

    @Test("removes nothing with a copy that is given up, and completes none")
    func copying() throws {
      let source = try makeIndex()
      let core = source.core
      let copy = folder.path(of: "copy")
      var other: Index?
      let whole: Void? = try EmptyFolder(path: copy, outside: core.storage, core.options).fill {
        (target, lock) throws(SearchError) in
        other = try? Self.takeOver(copy)
        #expect(thrownCode { try core.backUp(core.state, to: target, lock) } == .writerBusy)
        return nil
      }
      #expect(whole == nil)
      try requireWhole(#require(other), at: copy, ["x": 1])
      try source.closeSync()
    }
  }
#endif
