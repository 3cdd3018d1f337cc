import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

@testable import Martlet

@Suite("A folder as storage")
struct FileStorageTests {
  @Test("opening for reading makes nothing")
  func readingMakesNothing() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path(of: "a/b")
    #expect(
      thrownCode { try FileStorage(path: missing, createIfMissing: false) } == .notFound)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "a")))
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    #expect(try storage.list() == [])
    #expect(thrownCode { try storage.read("x", limit: 1) } == .notFound)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("missing folders are made on request", arguments: ["a", "a/b/c", "a/b/", "a//b"])
  func createIfMissing(path: String) throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path(of: path), createIfMissing: true)
    try storage.put("f", [1])
    #expect(folder.content(of: path + "/f") == [1])
    let again = try FileStorage(path: folder.path(of: path), createIfMissing: true)
    #expect(try again.list() == ["f"])
  }

  @Test("a path that is no folder is refused")
  func notAFolder() throws {
    let folder = try TemporaryFolder()
    try folder.put("file", [1])
    for path in [folder.path(of: "file"), folder.path(of: "file/x"), "", "a\0b"] {
      #expect(
        thrownCode { try FileStorage(path: path, createIfMissing: true) }
          == .io, "\(path)")
    }
  }

  @Test("a folder whose links lead in a circle is no damage")
  func circle() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "link")
    for createIfMissing in [false, true] {
      let code = thrownCode { try FileStorage(path: path, createIfMissing: createIfMissing) }
      #expect(code == .io)
    }
  }

  @Test("links, folders and pipes in place of a file are refused")
  func irregularFiles() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try folder.put("target", [1, 2])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path(of: "link"), withDestinationPath: "target")
    try manager.createDirectory(atPath: folder.path(of: "sub"), withIntermediateDirectories: false)
    #expect(unsafe mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    for name in ["link", "sub", "pipe"] {
      #expect(
        thrownCode { try storage.read(name, limit: 9) } == .corrupted)
      #expect(
        thrownCode { try storage.map(name, byteCount: 2) } == .corrupted)
      #expect(thrownCode { try storage.create(name) } == .io)
    }
    try manager.createSymbolicLink(atPath: folder.path(of: "LOCK"), withDestinationPath: "target")
    #expect(
      thrownCode { try storage.acquireWriterLock() } == .corrupted)
    #expect(folder.content(of: "target") == [1, 2])
  }

  @Test("a folder that is moved is still the same storage")
  func movedFolder() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path(of: "a"), createIfMissing: true)
    try storage.put("f", [1])
    try FileManager.default.moveItem(
      atPath: folder.path(of: "a"), toPath: folder.path(of: "b"))
    try storage.put("g", [2])
    #expect(folder.content(of: "b/g") == [2])
  }

  @Test("a folder without permission to write is read-only")
  func withoutPermission() throws {
    guard getuid() != 0 else { return print("SKIPPED: the superuser may write everywhere") }
    let folder = try TemporaryFolder()
    try folder.put("f", [1])
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    unsafe chmod(folder.path, 0o555)
    defer { unsafe chmod(folder.path, 0o755) }
    #expect(try storage.read("f", limit: 9).array == [1])
    #expect(thrownCode { try storage.create("g") } == .readOnly)
    #expect(thrownCode { try storage.acquireWriterLock() } == .readOnly)
  }

  @Test("a full device is told from other failures")
  func fullDevice() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      return print("SKIPPED: this system has no /dev/full")
    }
    let folder = FileDescriptor(adopting: unsafe open("/dev/full", O_WRONLY | O_CLOEXEC))
    let bytes = ByteView(copying: [1])
    #expect(
      thrownCode { try SystemCalls.append(folder, bytes, "full") }
        == .diskFull)
  }

  @Test("files are as private as their folder", arguments: [0o700, 0o755, 0o750])
  func privacy(permissions: Int) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path)
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try storage.put("f", [1])
    try storage.acquireWriterLock().release()
    for name in ["f", "LOCK"] {
      let found = try files.attributesOfItem(atPath: folder.path(of: name))[.posixPermissions]
      #expect(found as? Int == 0o600 | permissions & 0o044, "\(name)")
    }
  }

  #if os(Linux)
    @Test("memory of a mapped file can be had back, and its bytes come again")
    func releasedPages() throws {
      let folder = try TemporaryFolder()
      let storage = try FileStorage(path: folder.path, createIfMissing: false)
      let bytes = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try storage.put("f", bytes)
      let view = try storage.map("f", byteCount: bytes.count)
      /// The kilobytes of the mapping that are in memory, as the system says.
      func residentSize() throws -> Int {
        // Read to its end: the system gives a page at a time.
        let maps = String(
          decoding: try InputFile(path: "/proc/self/smaps").readToEnd(), as: UTF8.self)
        let lines = maps.split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasSuffix(folder.path(of: "f")) })
        let size = lines[start...].first { $0.hasPrefix("Rss:") }?.split(separator: " ")[1]
        return try #require(size.flatMap { Int($0) })
      }
      #expect(firstDifference(view.array, bytes) == nil)
      #expect(try residentSize() == 4_096)
      view.slice(100..<200).releasePages()
      #expect(try residentSize() == 0)
      #expect(firstDifference(view.array, bytes) == nil)
      ByteView(copying: [1, 2]).releasePages()
    }
  #endif

  @Test("the volume says how much room it has")
  func room() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    let known = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
    let whole = try #require(known[.systemSize] as? NSNumber).uint64Value
    let found = try #require(storage.availableByteCount())
    #expect(found > 0 && found <= whole)
  }

  @Test("no descriptor is left open")
  func descriptors() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else {
      return print("SKIPPED: this system does not list open descriptors")
    }
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try storage.put("f", [1, 2, 3])
    var views: [ByteView] = []
    for _ in 0..<200 {
      views.append(try storage.map("f", byteCount: 3))
      views.append(try storage.read("f", limit: 9))
      _ = try storage.list()
      _ = thrownCode { try storage.map("f", byteCount: 4) }
      try storage.acquireWriterLock().release()
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      .filter { $0.hasPrefix(folder.path) }
    #expect(open == [folder.path])
    #expect(views.allSatisfy { $0.array == [1, 2, 3] })
  }
}

@Suite("The writer's lock of a folder")
struct FileWriterLockTests {
  @Test("is one for every path to the folder")
  func paths() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path(of: "index")
    let first = try FileStorage(path: inner, createIfMissing: true)
    let link = folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "index")
    let lock = try first.acquireWriterLock()
    for path in [inner, inner + "/", inner + "/../index", link] {
      let storage = try FileStorage(path: path, createIfMissing: false)
      #expect(
        thrownCode { try storage.acquireWriterLock() } == .writerBusy)
    }
    lock.release()
    #expect(thrownCode { try first.acquireWriterLock() } == nil)
  }

  @Test("respects another process, and says which one it is")
  func otherProcess() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    try storage.acquireWriterLock().release()
    try folder.put("LOCK", Array("pid 4711   \n".utf8))
    // A second open description conflicts like one of another process.
    let other = FileDescriptor(adopting: unsafe open(folder.path(of: "LOCK"), O_RDWR | O_CLOEXEC))
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == 0)
    do {
      _ = try storage.acquireWriterLock()
      Issue.record("the lock was given twice")
    } catch {
      #expect(error.code == .writerBusy)
      #expect(error.message.contains("pid 4711"))
    }
    #expect(flock(other.rawValue, LOCK_UN) == 0)
    let lock = try storage.acquireWriterLock()
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == -1)
    let text = String(decoding: folder.content(of: "LOCK") ?? [], as: UTF8.self)
    #expect(text.split { $0 == " " || $0 == "\n" } == ["pid", "\(getpid())"])
    lock.release()
  }

  @Test("is not taken in a file that says something else, unless there is an index")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    let words = Array("notes on locks".utf8)
    try folder.put("LOCK", words)
    #expect(thrownCode { try storage.acquireWriterLock() } == .io)
    #expect(thrownCode { try storage.acquireWriterLock() } == .io, "and nothing holds it")
    try folder.put("manifest-0000000000000001", [1])
    try storage.acquireWriterLock().release()
    #expect(folder.content(of: "LOCK") == words)
    try folder.put("LOCK", [UInt8](repeating: 0, count: 40))
    try storage.acquireWriterLock().release()
    #expect(folder.content(of: "LOCK")?.starts(with: "pid ".utf8) == true)
  }

  @Test("is intact until it is released, or somebody removes or replaces the file")
  func intact() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    let lock = try storage.acquireWriterLock()
    #expect(lock.isIntact)
    try FileManager.default.removeItem(atPath: folder.path(of: "LOCK"))
    #expect(!lock.isIntact)
    let other = try storage.acquireWriterLock()
    #expect(other.isIntact && !lock.isIntact)
    other.release()
    #expect(!other.isIntact)
  }

  @Test("survives that the file is opened and closed by others in the process")
  func otherDescriptors() throws {
    let folder = try TemporaryFolder()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    let lock = try storage.acquireWriterLock()
    _ = folder.content(of: "LOCK")
    let other = FileDescriptor(adopting: unsafe open(folder.path(of: "LOCK"), O_RDWR | O_CLOEXEC))
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == -1)
    lock.release()
  }
}

@Suite("The list of mounted volumes")
struct MountTableTests {
  @Test("tells volumes that machines share from local ones")
  func kinds() {
    let table = MountTable(
      """
      36 35 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
      40 35 0:53 / /home/x rw,relatime shared:9 master:2 - nfs4 server:/x rw,vers=4.2
      41 35 0:54 / /mnt rw - tmpfs tmpfs rw
      42 35 0:55 / /a rw - 9p drvfs rw
      43 35 0:56 / /b rw - virtiofs share rw
      44 35 0:57 / /c rw - fuse.sshfs me@there: rw
      45 35 0:58 / /d rw - fuseblk /dev/sda1 rw
      46 35 0:59 / /e rw - fuse.fuse-overlayfs fuse-overlayfs rw
      broken line
      -
      """)
    let shared = [53, 54, 55, 56, 57, 58, 59, 254 << 8 | 1].filter {
      table.isSharedVolume(device: $0)
    }
    #expect(shared == [53, 55, 56, 57])
  }
}
