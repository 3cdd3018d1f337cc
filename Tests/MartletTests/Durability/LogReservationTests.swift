import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Room that the log makes ahead")
struct LogReservationTests {
  private let file = FileName.log(sequence: 1).text

  /// A log of `count` batches, all of them flushed, which says so only itself.
  private func log(_ count: Int, reserving byteCount: Int = 1) throws -> MemoryStorage {
    let storage = MemoryStorage()
    let index = try NumberIndex(
      storage, durability: .full, logReservation: byteCount, indexID: IndexID(high: 7, low: 8),
      seed: 1)
    for _ in 0..<count { try index.append() }
    storage.setWriterNote(nil)
    return storage
  }

  private func recovered(_ storage: MemoryStorage) throws -> RecoveredLog {
    let manifest = try #require(try ManifestStore.readNewest(from: storage, forWriting: false))
    return try LogRecovery.read(from: storage, manifest: manifest, note: nil)
  }

  @Test("zeros behind the last record are no torn tail, whatever their number")
  func zeros() throws {
    let storage = try log(5)
    let records = try #require(storage[file])
    for count in [1, 7, 8, 500, 1 << 20, (1 << 20) + 1, 3 << 20] {
      storage[file] = records + [UInt8](repeating: 0, count: count)
      let log = try recovered(storage)
      #expect(log.tornTail == nil, "\(count) zeros")
      #expect(try NumberIndex.numbers(in: storage).last == 5)
    }
  }

  @Test("in a file without room they are one")
  func noRoom() throws {
    let storage = try log(5, reserving: 0)
    let records = try #require(storage[file])
    for count in [1, 8, 500] {
      storage[file] = records + [UInt8](repeating: 0, count: count)
      let tail = try #require(try recovered(storage).tornTail)
      #expect(tail.offset == records.count && tail.byteCount == count)
    }
  }

  @Test("anything else is one, wherever it stands")
  func others() throws {
    let storage = try log(5)
    let records = try #require(storage[file])
    for place in [0, 1, 499, (1 << 20) - 1, 1 << 20, 2 << 20] {
      var room = [UInt8](repeating: 0, count: (2 << 20) + 1)
      room[place] = 1
      storage[file] = records + room
      let tail = try #require(try recovered(storage).tornTail, "at \(place)")
      #expect(tail.offset == records.count)
      #expect(tail.byteCount == room.count)
      #expect(try NumberIndex.numbers(in: storage).last == 5)
    }
  }

  @Test("a killed writer's log ends in zeros, and the next one has every batch and reports nothing")
  func killed() throws {
    let folder = try TemporaryFolder()
    let options = IndexOptions(durability: .full)
    let index = try SearchIndex<VictimDocument>.withLog(
      path: folder.path(of: "index"), options: options)
    for version in 0..<300 {
      try index.writeSync { try $0.put(VictimDocument(key: "k\(version)", version: version)) }
      guard version % 50 == 0 else { continue }
      let copy = folder.path(of: "copy\(version)")
      try FileManager.default.copyItem(atPath: folder.path(of: "index"), toPath: copy)
      let bytes = try #require(FileManager.default.contents(atPath: copy + "/" + file))
      #expect(bytes.count > 128 << 10)
      #expect(bytes.suffix(64) == Data(count: 64))
      let next = try SearchIndex<VictimDocument>(path: copy, options: options)
      #expect(next.statistics.documentCount == version + 1)
      #expect(next.statistics.droppedLog == nil)
      #expect(try next.verifySync().problems.isEmpty)
      try next.closeSync()
    }
    try index.closeSync()
  }

  @Test("only level full makes any", arguments: [Durability.normal, .none])
  func levels(level: Durability) throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<VictimDocument>(
      path: folder.path, options: IndexOptions(durability: level))
    for version in 0..<20 {
      try index.writeSync { try $0.put(VictimDocument(key: "k\(version)", version: version)) }
    }
    try index.flushSync()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let size = FileManager.default.contents(atPath: folder.path(of: name))?.count ?? 0
      #expect(size < 64 << 10, "\(name) has \(size) bytes")
    }
    try index.closeSync()
  }
}
