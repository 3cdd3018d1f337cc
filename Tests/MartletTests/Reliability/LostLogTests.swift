#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// A writer whose own log file was removed or replaced by someone else acknowledges nothing that
  /// the next opening does not find.
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
      let index = try Index(path: path, options: IndexOptions(writerLock: lock))
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

    @Test("is an error of each write, flush and checkpoint, and of closing")
    func removed() throws {
      let index = try makeIndex()
      try FileManager.default.removeItem(atPath: logFile())
      for _ in 0..<2 {
        #expect(thrownCode { try Self.put("c", in: index) } == .durabilityUnknown)
        #expect(thrownCode { try index.flushSync() } == .durabilityUnknown)
        #expect(thrownCode { try index.checkpointSync() } == .durabilityUnknown)
      }
      #expect(try VictimContents(index).documents == ["a": 1, "b": 1])
      #expect(thrownCode { try index.closeSync() } == .durabilityUnknown)
      #expect(thrownCode { _ = try Index(path: path) } == .corrupted)
    }

    @Test(
      "that was replaced is not written, and what the other file has is there at the next opening")
    func replaced() throws {
      let index = try makeIndex()
      try Self.replace(logFile())
      #expect(thrownCode { try Self.put("c", in: index) } == .durabilityUnknown)
      #expect(thrownCode { try index.closeSync() } == .durabilityUnknown)
      #expect(try VictimContents(Index(path: path)).documents == ["a": 1, "b": 1])
    }

    @Test(
      "that was replaced between two writes is read again before the next",
      arguments: [true, false])
    func replacedBetweenWrites(isSuspended: Bool) throws {
      let index = try makeIndex(isSuspended ? .whileOpen : .perWrite)
      if isSuspended { try index.suspendSync() }
      try Self.replace(logFile())
      if isSuspended { try index.resumeSync() }
      try Self.put("c", in: index)
      #expect(try VictimContents(index).documents == ["a": 1, "b": 1, "c": 1])
      try index.closeSync()
      #expect(try VictimContents(Index(path: path)).documents == ["a": 1, "b": 1, "c": 1])
    }

    @Test("that was removed between two writes is damage for the next")
    func removedBetweenWrites() throws {
      let index = try makeIndex(.perWrite)
      let file = try logFile()
      let content = try Data(contentsOf: URL(fileURLWithPath: file))
      try FileManager.default.removeItem(atPath: file)
      #expect(thrownCode { try Self.put("c", in: index) } == .corrupted)
      try content.write(to: URL(fileURLWithPath: file))
      try Self.put("d", in: index)
      try index.closeSync()
      #expect(try VictimContents(Index(path: path)).documents == ["a": 1, "b": 1, "d": 1])
    }
  }
#endif
