import MartletTestSupport
import Testing

@testable import Martlet

/// Every storage that an index may live in.
enum StorageKind: CaseIterable, Sendable {
  case memory, folder, simulated

  /// An empty storage, and what must be kept alive beside it.
  func make() throws -> (storage: any Storage, keep: AnyObject?) {
    switch self {
    case .memory: return (MemoryStorage(), nil)
    case .simulated: return (SimulatedDisk(), nil)
    case .folder:
      let folder = try TemporaryFolder()
      return (try FileStorage(path: folder.path, createIfMissing: false), folder)
    }
  }
}

extension Storage {
  /// Writes a whole file.
  func put(_ name: String, _ bytes: [UInt8]) throws(SearchError) {
    let file = try create(name)
    try file.append(ByteView(copying: bytes))
    try file.synchronize()
    try file.close()
  }
}

@Suite("Every storage")
struct StorageConformanceTests {
  @Test("gives back what was appended", arguments: StorageKind.allCases)
  func appended(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    try file.append(ByteView(copying: [1, 2]))
    #expect(try storage.read("a", limit: 10).array == [1, 2])
    try file.append(ByteView(copying: []))
    try file.append(ByteView(copying: [3]))
    #expect(file.byteCount == 3)
    try file.synchronize()
    try file.close()
    #expect(try storage.read("a", limit: 10).array == [1, 2, 3])
    #expect(try storage.map("a", byteCount: 3).array == [1, 2, 3])
    #expect(try storage.list() == ["a"])
  }

  @Test("may show zeros where room was made", arguments: StorageKind.allCases)
  func reserved(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    for (number, room) in [5, 0, 3, 100].enumerated() {
      file.reserve(room)
      try file.append(ByteView(copying: [UInt8(number + 1), 9]))
      try file.synchronize()
      let (appended, content) = (file.byteCount, try storage.read("a", limit: 1_000).array)
      #expect(appended == 2 * (number + 1))
      #expect(content.prefix(appended) == [1, 9, 2, 9, 3, 9, 4, 9].prefix(appended))
      #expect(content.dropFirst(appended).allSatisfy { $0 == 0 })
      #expect(content.count <= 106 && (kind == .memory || content.count >= room))
    }
    try file.close()
    file.reserve(10)
  }

  @Test("keeps the last writer's note for the next", arguments: StorageKind.allCases)
  func notes(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    #expect(try storage.writerNote() == nil)
    let lock = try storage.acquireWriterLock()
    #expect(try storage.writerNote() == nil)
    for note in [[UInt8](repeating: 7, count: 64), (0..<64).map { UInt8($0) }] {
      lock.leaveNote(ByteView(copying: note))
      #expect(try storage.writerNote()?.array == note)
    }
    lock.release()
    #expect(try storage.writerNote()?.array == (0..<64).map { UInt8($0) })
    let next = try storage.acquireWriterLock()
    #expect(try storage.writerNote()?.count == 64)
    next.release()
  }

  @Test("syncs while another thread appends", arguments: StorageKind.allCases)
  func syncWhileAppending(kind: StorageKind) async throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    async let syncs: Void = {
      for _ in 0..<50 {
        try file.synchronize(.ordered)
        try file.synchronize(.durable)
      }
    }()
    for number in 0..<500 { try file.append(ByteView(copying: [UInt8(number % 256)])) }
    try await syncs
    try file.close()
    #expect(file.byteCount == 500)
    #expect(thrownCode { try file.synchronize() } == .closed)
    #expect(try storage.read("a", limit: 500).array == (0..<500).map { UInt8($0 % 256) })
  }

  @Test("reads parts, and less where the file ends", arguments: StorageKind.allCases)
  func parts(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("a", [1, 2, 3, 4])
    for seal in [false, true] {
      if seal { _ = try storage.map("a", byteCount: 4) }
      #expect(try storage.read("a", from: 1, atMost: 2).array == [2, 3])
      #expect(try storage.read("a", from: 3, atMost: 9).array == [4])
      #expect(try storage.read("a", from: 4, atMost: 9).array == [])
      #expect(try storage.read("a", from: 99, atMost: 9).array == [])
      #expect(try storage.read("a", from: 0, atMost: 0).array == [])
      #expect(try storage.read("a", from: -5, atMost: -5).array == [])
      #expect(try storage.read("a", from: 1, atMost: .max).array == [2, 3, 4])
    }
    #expect(thrownCode { try storage.read("a", limit: 3) } == .corrupted)
  }

  @Test("appends to a file that is also viewed", arguments: StorageKind.allCases)
  func appendWhileViewed(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    try file.append(ByteView(copying: [1]))
    let before = try storage.map("a", byteCount: 1)
    try file.append(ByteView(copying: [2]))
    #expect(before.array == [1])
    #expect(try storage.map("a", byteCount: 2).array == [1, 2])
  }

  @Test("maps empty and large files", arguments: StorageKind.allCases)
  func sizes(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("empty", [])
    #expect(try storage.map("empty", byteCount: 0).count == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try storage.put("large", bytes)
    #expect(try storage.map("large", byteCount: bytes.count).array == bytes)
  }

  @Test("refuses to map a file of another size", arguments: StorageKind.allCases)
  func wrongSize(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("a", [1, 2, 3])
    for count in [-1, 0, 2, 4, Int.max >> 13] {
      #expect(
        thrownCode { try storage.map("a", byteCount: count) }
          == .corrupted)
    }
  }

  @Test("says that a file is not there", arguments: StorageKind.allCases)
  func missing(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    #expect(thrownCode { try storage.read("a", limit: 1) } == .notFound)
    #expect(thrownCode { try storage.map("a", byteCount: 1) } == .notFound)
    #expect(thrownCode { try storage.rename("a", to: "b") } == .notFound)
    #expect(thrownCode { try storage.remove("a") } == nil)
    #expect(try storage.list() == [])
  }

  @Test("never creates a name twice", arguments: StorageKind.allCases)
  func exclusive(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("a", [7])
    #expect(thrownCode { try storage.create("a") } == .io)
    #expect(try storage.read("a", limit: 9).array == [7])
  }

  @Test("renames over an older file, whose views stay", arguments: StorageKind.allCases)
  func rename(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("old", [1])
    try storage.put("new", [2])
    let view = try storage.map("new", byteCount: 1)
    try storage.rename("old", to: "new")
    try storage.synchronizeDirectory()
    #expect(try storage.list() == ["new"])
    #expect(try storage.read("new", limit: 9).array == [1])
    #expect(view.array == [2])
  }

  @Test("keeps views and writers of a removed file alive", arguments: StorageKind.allCases)
  func removedFile(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    try file.append(ByteView(copying: [1, 2]))
    let view = try storage.map("a", byteCount: 2)
    try storage.remove("a")
    try file.append(ByteView(copying: [3]))
    #expect(view.array == [1, 2])
    #expect(try storage.list() == [])
    try storage.put("a", [9])
    #expect(try storage.read("a", limit: 9).array == [9])
  }

  @Test("refuses names that lead elsewhere", arguments: StorageKind.allCases)
  func hostileNames(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    try storage.put("ok", [1])
    let long = String(repeating: "x", count: 256)
    for name in ["", ".", "..", "/", "/etc/passwd", "a/b", "../a", "a\0b", long] {
      #expect(thrownCode { try storage.create(name) } == .io)
      #expect(thrownCode { try storage.read(name, limit: 9) } == .io)
      #expect(thrownCode { try storage.map(name, byteCount: 0) } == .io)
      #expect(thrownCode { try storage.remove(name) } == .io)
      #expect(thrownCode { try storage.rename("ok", to: name) } == .io)
      #expect(thrownCode { try storage.rename(name, to: "ok") } == .io)
    }
    #expect(try storage.list() == ["ok"])
  }

  @Test("refuses to write a closed file", arguments: StorageKind.allCases)
  func closedFile(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let file = try storage.create("a")
    try file.close()
    try file.close()
    #expect(
      thrownCode { try file.append(ByteView(copying: [1])) } == .closed)
    #expect(thrownCode { try file.synchronize() } == .closed)
    #expect(try storage.read("a", limit: 1).count == 0)
  }

  @Test("has one writer at a time", arguments: StorageKind.allCases)
  func oneWriter(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    let lock = try storage.acquireWriterLock()
    #expect(thrownCode { try storage.acquireWriterLock() } == .writerBusy)
    lock.release()
    lock.release()
    var second: (any WriterLock)? = try storage.acquireWriterLock()
    lock.release()
    #expect(thrownCode { try storage.acquireWriterLock() } == .writerBusy)
    withExtendedLifetime(second) {}
    second = nil
    #expect(thrownCode { try storage.acquireWriterLock() } == nil)
  }
}
