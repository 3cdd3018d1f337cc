import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// The syncs that making an index causes, seen as system calls.
@Suite("The folder of a new index", .serialized)
struct FolderSyncTests {
  /// The files of the calls that do `what` below `folder` while `body` runs, shortened.
  private func calls(
    _ what: String, in folder: TemporaryFolder, _ body: () throws -> Void
  ) rethrows -> [String] {
    let seen = Lock<[String]>([])
    let prefix = folder.path
    SystemCallObserver.set { call, file in
      guard file.hasPrefix(prefix), "\(call)" == what else { return }
      seen.withLock { $0.append(String(file.dropFirst(prefix.count))) }
    }
    defer { SystemCallObserver.set(nil) }
    try body()
    return seen.withLock { $0 }
  }

  private func makeIndex(_ path: String) throws {
    try SearchIndex<VictimDocument>(path: path).closeSync()
  }

  @Test("is synced into the one around it, made or not")
  func existing() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "there"), withIntermediateDirectories: false)
    let existing = try calls("synchronize", in: folder) { try makeIndex(folder.path(of: "there")) }
    #expect(existing.first == "/there/..")
    let made = try calls("synchronize", in: folder) { try makeIndex(folder.path(of: "a/b")) }
    // The outermost folder that exists may be one that a killed process made.
    #expect(made.prefix(3) == ["/..", "/a/..", "/a/b/.."])
    let opened = try calls("synchronize", in: folder) { try makeIndex(folder.path(of: "there")) }
    #expect(!opened.contains("/there/.."))
  }

  @Test("is synced into the one around it before the first manifest, by the one after a kill")
  func afterKill() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "there"), withIntermediateDirectories: false)
    try folder.put("there/LOCK", [])
    let synced = try calls("synchronize", in: folder) { try makeIndex(folder.path(of: "there")) }
    #expect(synced.first == "/there/..")
  }

  @Test("has files as private as it is", arguments: [0o700, 0o755])
  func privacy(permissions: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    let files = FileManager.default
    try files.createDirectory(
      atPath: path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: permissions])
    let index = try SearchIndex<VictimDocument>(
      path: path, options: IndexOptions(durability: .full, memoryLimit: 20_000))
    for version in 0..<30 {
      try index.writeSync { batch in
        for key in 0..<20 {
          try batch.put(VictimDocument(key: "\(version % 3)-\(key)", version: version))
        }
      }
      if version % 4 == 0 { try index.checkpointSync() }
      for name in try files.contentsOfDirectory(atPath: path) {
        guard let found = try? files.attributesOfItem(atPath: "\(path)/\(name)") else { continue }
        #expect(found[.posixPermissions] as? Int == permissions & 0o644, "\(name)")
      }
    }
    try index.closeSync()
  }
}
