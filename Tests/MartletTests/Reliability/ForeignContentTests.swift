import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Folders and files that this library, or this version of an application, did not make.
@Suite("What others have put into an index's folder")
struct ForeignContentTests {
  @Test("stays where it is when its name is not exactly one of the index's")
  func foreignNames() throws {
    let folder = try TemporaryFolder()
    let foreign = [
      "tmp-my-thesis.txt", "notes.txt", "tmp-", "tmp-seg-1", "seg-2", "manifest-x", "wal-1",
      "tmp-manifest-1.bak",
    ]
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try TestEngine.open(storage).close()
    for name in foreign { try folder.put(name, [1, 2, 3]) }
    for round in 0..<3 {
      let core = try TestEngine.open(storage)
      try core.write([TestEngine.put("k\(round)", round)])
      try core.close()
    }
    for name in foreign { #expect(folder.content(of: name) == [1, 2, 3], "\(name)") }
    #expect(try TestEngine.read(storage).count == 3)
  }

  @Test("does not stop the index when it is a folder with such a name")
  func folders() throws {
    let folder = try TemporaryFolder()
    let id = String(repeating: "0", count: 31)
    let names = [
      "tmp-wal-00000000000000ff", "tmp-seg-\(id)a-3", "seg-\(id)b",
      "del-\(id)c-0000000000000001",
    ]
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try TestEngine.open(storage).close()
    for name in names {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: name), withIntermediateDirectories: false)
    }
    for round in 0..<12 {
      let core = try TestEngine.open(storage)
      try core.write([TestEngine.put("k", round)])
      try core.checkpoint()
      try core.write([TestEngine.put("k", round)])
      try core.close()
    }
    #expect(try storage.list().count < names.count + 8)
    #expect(try TestEngine.read(storage) == ["k": 11])
  }

  @Test("leftovers of a writer that was killed go when the next one opens")
  func leftovers() throws {
    let disk = SimulatedDisk(try TestEngine.tenDocuments())
    let id = String(repeating: "0", count: 31)
    let left = [
      "tmp-manifest-0000000000000009", "tmp-wal-0000000000000009", "tmp-seg-\(id)a-3",
      "tmp-seg-\(id)a-3-17", "seg-\(id)b", "del-\(id)c-0000000000000009",
    ]
    for name in left { disk.damage(name, to: [1]) }
    let core = try TestEngine.open(disk)
    #expect(Set(try disk.list()).isDisjoint(with: left))
    try core.close()
  }

  @Test("a log of a later version of the application is refused, and read by that version")
  func laterSchema() throws {
    let disk = MemoryStorage()
    try TestEngine.open(disk).close()
    let core = try IndexCore.open(
      disk, schema: TestEngine.laterSchema, options: TestEngine.options())
    try core.write([TestEngine.put("a", 1, fields: 2)])
    let killed = TestEngine.copy(disk)
    #expect(thrownCode { try TestEngine.open(killed) } == .schemaMismatch)
    let code = thrownCode {
      try IndexCore.openForReading(
        killed, schema: TestEngine.schema, options: TestEngine.options())
    }
    #expect(code == .schemaMismatch)
    let again = try IndexCore.open(
      killed, schema: TestEngine.laterSchema, options: TestEngine.options())
    #expect(try again.documents() == ["a": 1])
    try again.close()
    #expect(thrownCode { try TestEngine.open(killed) } == .schemaMismatch)
  }

  @Test("a manifest with numbers that leave no room to count is refused")
  func hostileManifests() throws {
    func expectRefused(
      _ generation: Generation, part: Int = 0, offset: Int? = nil,
      _ change: (inout Manifest) -> Void = { _ in }
    ) throws {
      let disk = MemoryStorage()
      var manifest = Manifest(
        indexID: IndexID(high: 1, low: 2), fields: TestEngine.schema.definitions)
      manifest.generation = 1
      change(&manifest)
      var layout = try #require(ManifestLayout(try ManifestFormat.encode(manifest).array))
      let huge = [UInt8](repeating: 255, count: 7) + [127]
      if let offset { layout.parts[part].replaceSubrange(offset..<(offset + 8), with: huge) }
      disk[FileName.manifest(generation).text] = layout.assembled()
      #expect(thrownCode { try TestEngine.open(disk) } == .corrupted)
      #expect(thrownCode { try TestEngine.read(disk) } == .corrupted)
    }
    try expectRefused(.max >> 1, part: 0, offset: 40)
    try expectRefused(1, part: 1, offset: 0)
    try expectRefused(1, part: 1, offset: 8)
    try expectRefused(1) { manifest in
      manifest.segments = [
        ManifestSegment(
          id: SegmentID(high: 1, low: 1), byteCount: 1, hash: 1, documentCount: 1,
          liveGeneration: .max)
      ]
    }
  }

  @Test("a log with keys that are never written is refused", arguments: [0, 1_025, 2_000])
  func hostileKeys(count: Int) throws {
    let key = [UInt8](repeating: 65, count: count)
    let document = InputDocument(key: key, values: [], stored: [])
    for operation in [LogOperation.put(document), .delete(key: key)] {
      let disk = MemoryStorage()
      let index = try DurableIndex.open(disk, durability: .normal) {
        Manifest(indexID: IndexID(high: 1, low: 2), fields: TestEngine.schema.definitions)
      }
      _ = try index.append([operation])
      try index.close()
      #expect(thrownCode { try TestEngine.read(disk) } == .corrupted)
      #expect(thrownCode { try TestEngine.open(disk) } == .corrupted)
    }
  }

  @Test("a long log is applied in pieces that the memory limit bounds")
  func longLog() throws {
    let disk = MemoryStorage()
    let core = try TestEngine.open(disk) { $0.logAllowance = 64 << 20 }
    for number in 0..<6_000 { try core.write([TestEngine.put("k\(number % 4_000)", number)]) }
    let killed = TestEngine.copy(disk)
    let reader = try TestEngine.read(killed)
    let again = try TestEngine.open(killed) { $0.memoryLimit = 40_000 }
    #expect(again.state.memoryByteCount <= 40_000 + 200_000)
    #expect(again.state.fileMembers.count > 1, "checkpoints were written on the way")
    #expect(try again.documents() == reader)
    #expect(reader.count == 4_000 && reader["k1"] == 4_001 && reader["k3000"] == 3_000)
    try again.close()
    #expect(try TestEngine.read(killed) == reader)
    #expect(try TestEngine.leftovers(killed) == [])
  }
}
