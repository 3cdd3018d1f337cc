import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Damage of a log whose batches were flushed, in the folder as the end of the process leaves it.
@Suite("Damage of what was flushed")
struct FlushedDamageTests {
  typealias Note = SharedWritingTests.Note

  enum Flushing: CaseIterable {
    case withEachBatch, inBackground, onRequest

    var durability: Durability { self == .withEachBatch ? .full : .normal }
  }

  enum Damage: CaseIterable { case bit, cut, removal }

  @Test(
    "is reported, whoever has the lock while the log is flushed",
    arguments: [IndexOptions.WriterLock.whileOpen, .perWrite], Flushing.allCases)
  func reported(lock: IndexOptions.WriterLock, flushing: Flushing) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/index"
    let index = try SearchIndex<Note>.withLog(
      path: path,
      options: IndexOptions(
        durability: flushing.durability, merging: .manual, writerLock: lock))
    for id in 0..<20 { try await index.write { try $0.put(Note(id: id)) } }
    switch flushing {
    case .withEachBatch: break
    case .inBackground: try await Self.waitForNote(path)
    case .onRequest: try await index.flush()
    }
    for damage in Damage.allCases {
      let copy = "\(folder.path)/\(damage)"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try Self.apply(damage, to: copy)
      let error = await #expect(throws: SearchError.self) {
        try await SearchIndex<Note>.open(path: copy)
      }
      #expect(error?.code == .corrupted, "\(lock), \(flushing), \(damage)")
    }
    try await index.close()
    let last = try await SearchIndex<Note>.open(path: path)
    #expect(last.statistics.documentCount == 20)
    try await last.close()
  }

  /// Waits until the background flush has left its note of all records beside the lock, two for
  /// each of the 20 batches; see `FlushNote` for the bytes.
  private static func waitForNote(_ path: String) async throws {
    let file = URL(fileURLWithPath: "\(path)/LOCK")
    func isNoted() throws -> Bool {
      try Data(contentsOf: file).dropFirst(64 + 24).starts(with: [40, 0, 0, 0, 0, 0, 0, 0])
    }
    try await Waiting.until(isNoted)
    #expect(try isNoted(), "the log is still not flushed")
  }

  private static func apply(_ damage: Damage, to folder: String) throws {
    let log = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("wal-") }.max())
    let file = URL(fileURLWithPath: "\(folder)/\(log)")
    var bytes = try Data(contentsOf: file)
    let middle = try #require(bytes.lastIndex { $0 != 0 }) / 2
    switch damage {
    case .bit:
      bytes[middle] ^= 4
      try bytes.write(to: file)
    case .cut: try bytes.prefix(middle).write(to: file)
    case .removal: try FileManager.default.removeItem(at: file)
    }
  }
}
