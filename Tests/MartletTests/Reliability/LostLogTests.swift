#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// A writer whose log file was removed or replaced by someone else acknowledges nothing that the
  /// next opening does not find: a checkpoint takes the place of the log.
  @Suite("A lost log")
  struct LostLogTests {
    typealias Index = SearchIndex<VictimDocument>

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path(of: "index")
    }

    /// Returns an index with one document in a segment and one in the log.
    private func makeIndex(_ lock: IndexOptions.WriterLock = .whileOpen) throws -> Index {
      let index = try Index.withLog(path: path, options: IndexOptions(writerLock: lock))
      try Self.put("a", in: index)
      try index.checkpointSync()
      try Self.put("b", in: index)
      return index
    }

    private static func put(_ key: String, in index: Index) throws {
      try index.writeSync { try $0.put(VictimDocument(key: key, version: 1)) }
    }

    private func logFile() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      let logs = names.filter { if case .log = FileName($0) { true } else { false } }
      return path + "/" + (try #require(logs.max()))
    }

    /// Puts an equal file in the place of another, as a copy over the folder does.
    private static func replace(_ file: String) throws {
      try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.moveItem(atPath: file + ".copy", toPath: file)
    }

    /// Makes sure that the index, and what is opened after it was closed, has the documents with
    /// these keys.
    private func require(_ keys: [String], in index: Index) throws {
      let documents = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
      #expect(try VictimContents(index).documents == documents)
      try index.closeSync()
      let again = try Index(path: path)
      #expect(try VictimContents(again).documents == documents)
      #expect(try again.verifySync().problems.isEmpty)
      try again.closeSync()
    }

    /// Makes sure that a process that is killed now leaves the documents with these keys.
    private func requireLeft(_ keys: [String]) throws {
      let copy = folder.path(of: "copy")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let documents = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
      #expect(try VictimContents(Index(path: copy)).documents == documents)
    }

    /// The manner in which a log is lost.
    enum Loss: CaseIterable {
      case removed, replaced

      func strike(_ file: String) throws {
        switch self {
        case .removed: try FileManager.default.removeItem(atPath: file)
        case .replaced: try LostLogTests.replace(file)
        }
      }
    }

    @Test("loses nothing that is written then", arguments: Loss.allCases)
    func writing(loss: Loss) throws {
      let index = try makeIndex()
      try loss.strike(logFile())
      try Self.put("c", in: index)
      try requireLeft(["a", "b", "c"])
      try Self.put("d", in: index)
      try require(["a", "b", "c", "d"], in: index)
    }

    @Test("loses nothing that was written before", arguments: Loss.allCases, 0..<4)
    func saving(loss: Loss, manner: Int) throws {
      let index = try makeIndex()
      if manner == 3 { try index.checkpointSync() }
      try loss.strike(logFile())
      switch manner {
      case 0: try index.flushSync()
      case 1: try index.checkpointSync()
      case 2: try index.suspendSync()
      default: break
      }
      if manner != 3 { try requireLeft(["a", "b"]) }
      if manner == 2 { try index.resumeSync() }
      try require(["a", "b"], in: index)
    }

    @Test(
      "loses nothing between the writes of one that lets others write",
      arguments: Loss.allCases, [true, false])
    func betweenWrites(loss: Loss, isSuspended: Bool) throws {
      let index = try makeIndex(isSuspended ? .whileOpen : .perWrite)
      if isSuspended { try index.suspendSync() }
      try loss.strike(logFile())
      if isSuspended { try index.resumeSync() }
      try Self.put("c", in: index)
      try requireLeft(["a", "b", "c"])
      try require(["a", "b", "c"], in: index)
    }
  }
#endif
