import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Copies of an index, as an application makes them.
@Suite("Backing up")
struct BackingUpTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    let batch: Int
    static let searchSchema = Schema<Note>(fields: [.number("batch", \.batch)])
  }

  @Test("an index in memory is saved to a folder")
  func memory() async throws {
    let folder = try TemporaryFolder()
    let index = SearchIndex<Note>.inMemory()
    try await index.write { batch in
      try batch.put(contentsOf: (0..<40).map { Note(id: $0, batch: 1) })
      try batch.setBookmark("b", [1])
    }
    try await index.write { $0.delete(contentsOf: 5..<10) }
    let url = URL(fileURLWithPath: folder.path).appendingPathComponent("copy")
    try await index.backUp(to: url)
    let copy = try await SearchIndex<Note>.open(at: url)
    #expect(copy.statistics.documentCount == 35 && copy.bookmark("b") == [1])
    #expect(try await copy.verify().problems.isEmpty)
    try await copy.write { $0.deleteAll() }
    try await copy.close()
    #expect(index.statistics.documentCount == 40 - 5)
  }

  @Test("an index whose folder was renamed is not copied into it, and is to where it was")
  func renamed() async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Note>.open(path: folder.path + "/old")
    try await index.write { try $0.put(Note(id: 1, batch: 1)) }
    try FileManager.default.moveItem(atPath: folder.path + "/old", toPath: folder.path + "/new")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "new")
    for path in ["/new/copy", "/new/a/b", "/link/copy", "/old/../new/copy"] {
      let error = await #expect(throws: SearchError.self) {
        try await index.backUp(toPath: folder.path + path)
      }
      #expect(error?.code == .io && error?.message.contains("outside of the index") == true)
    }
    try await index.backUp(toPath: folder.path + "/old/copy")
    #expect(try SearchIndex<Note>.readOnly(path: folder.path + "/old/copy").contains(1))
    try await index.close()
  }

  @Test("a copy has the permissions of the index, and a folder that is there keeps its own")
  func permissions() async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder.path + "/index", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try files.createDirectory(
      atPath: folder.path + "/there", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    let index = try await SearchIndex<Note>.open(path: folder.path + "/index")
    try await index.write { try $0.put(Note(id: 1, batch: 1)) }
    try await index.close()
    for (name, mode) in [("new", 0o700), ("there", 0o755)] {
      try SearchIndex<Note>.salvage(
        from: folder.path + "/index", to: folder.path + "/" + name)
      let found = try files.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(found[.posixPermissions] as? Int == mode, "\(name)")
    }
    // Whoever may not write to the index writes the copy.
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path + "/index")
    try SearchIndex<Note>.salvage(from: folder.path + "/index", to: folder.path + "/a/b")
    for name in ["/a", "/a/b"] {
      let found = try files.attributesOfItem(atPath: folder.path + name)
      #expect(found[.posixPermissions] as? Int == 0o755, "\(name)")
    }
    for name in try files.contentsOfDirectory(atPath: folder.path + "/new") {
      let found = try files.attributesOfItem(atPath: folder.path + "/new/" + name)
      #expect(found[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test("a copy that was interrupted before its first file can be made again")
  func interruptedAtOnce() async throws {
    let folder = try TemporaryFolder()
    let index = SearchIndex<Note>.inMemory()
    try await index.write { try $0.put(Note(id: 1, batch: 1)) }
    let copy = folder.path + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: copy + "/LOCK", contents: nil))
    try await index.backUp(toPath: copy)
    #expect(try SearchIndex<Note>.readOnly(path: copy).contains(1))
  }

  @Test("copies made while documents are written are each of one moment")
  func whileWriting() async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Note>.open(path: folder.path + "/index")
    let writer = Task {
      for batch in 1...60 {
        try await index.write { changes in
          try changes.put(contentsOf: (0..<20).map { Note(id: $0, batch: batch) })
          try changes.setBookmark("batch", [UInt8(batch)])
        }
        if batch % 20 == 0 { try await index.checkpoint() }
      }
    }
    for number in 0..<6 {
      let path = "\(folder.path)/copy\(number)"
      try await index.backUp(toPath: path)
      let copy = try SearchIndex<Note>.readOnly(at: URL(fileURLWithPath: path))
      let batch = copy.bookmark("batch").map { Int($0[0]) } ?? 0
      let found = try await copy.snapshot().count(.range("batch", batch...batch))
      #expect(found == (batch == 0 ? 0 : 20) && copy.statistics.documentCount == found)
      try await copy.close()
    }
    try await writer.value
    try await index.close()
  }

  struct Page: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    let text: String
    static let searchSchema = Schema<Page>(fields: [.keyword("text", \.text, column: false)])
  }

  @Test("damage that no search has found yet is found, and no part of a copy stays")
  func unknownDamage() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    var random = SeededRandom(seed: TestSeed.value)
    let pages = (0..<100).map { number in
      Page(id: number, text: (0..<60).map { _ in "\(random.int(in: 0..<1 << 40))" }.joined())
    }
    let index = try await SearchIndex<Page>.open(path: path)
    try await index.write { try $0.put(contentsOf: pages) }
    try await index.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    let segment = try #require(files.first { $0.hasPrefix("seg-") })
    let url = URL(fileURLWithPath: "\(path)/\(segment)")
    let whole = try Data(contentsOf: url)
    var openedCount = 0
    for part in 1..<8 {
      var bytes = whole
      bytes[bytes.count * part / 8] ^= 1
      try bytes.write(to: url)
      // Some damage is found when the index is opened.
      guard let damaged = try? SearchIndex<Page>.readOnly(at: URL(fileURLWithPath: path)) else {
        continue
      }
      openedCount += 1
      let target = "\(folder.path)/copy\(part)"
      let error = await #expect(throws: SearchError.self) {
        try await damaged.backUp(toPath: target)
      }
      #expect(error?.code == .corrupted)
      #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
    }
    #expect(openedCount > 0)
  }

  @Test("a copy that is cancelled leaves nothing, and the next one is whole")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let index = SearchIndex<Note>.inMemory()
    try await index.write { try $0.put(contentsOf: (0..<40).map { Note(id: $0, batch: 1) }) }
    let path = folder.path + "/copy"
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await index.backUp(toPath: path)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    try await index.backUp(toPath: path)
    let copy = try SearchIndex<Note>.readOnly(at: URL(fileURLWithPath: path))
    #expect(copy.statistics.documentCount == 40)
  }

  @Test("a folder in that of the index is none for its copy, by whatever name")
  func inside() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let index = try await SearchIndex<Note>.open(path: path)
    try await index.write { try $0.put(Note(id: 1, batch: 1)) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: path)
    for name in ["index/copy", "link/copy", "other/../index/a/b"] {
      let error = await #expect(throws: SearchError.self) {
        try await index.backUp(toPath: "\(folder.path)/\(name)")
      }
      #expect(error?.code == .io && error?.message.contains("outside of the index") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: path + "/copy"))
    try await index.backUp(toPath: folder.path + "/index2")
    try await index.close()
  }

  @Test("of several copies to one folder, and a new index there, one is whole and the others fail")
  func oneFolder() async throws {
    let folder = try TemporaryFolder()
    let index = SearchIndex<Note>.inMemory()
    try await index.write { try $0.put(contentsOf: (0..<40).map { Note(id: $0, batch: 1) }) }
    let damaged = folder.path + "/damaged"
    try await index.backUp(toPath: damaged)
    var successes: [Int: Int] = [:]
    for round in 0..<150 {
      let path = "\(folder.path)/\(round)"
      let whole = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<2 {
          group.addTask { await (try? index.backUp(toPath: path)) == nil ? nil : 40 }
        }
        group.addTask {
          (try? SearchIndex<Note>.salvage(from: damaged, to: path)) == nil ? nil : 40
        }
        group.addTask {
          // An index that is opened there is the application's, and is not touched.
          guard let new = try? SearchIndex<Note>(path: path) else { return nil }
          let count = new.statistics.documentCount
          let isWritten = (try? await new.write { try $0.put(Note(id: 100, batch: 1)) }) != nil
          let isClosed = (try? await new.close()) != nil
          #expect(isWritten && isClosed)
          return count + 1
        }
        return await group.reduce(into: [Int]()) { if let count = $1 { $0.append(count) } }
      }
      guard let last = whole.max() else { continue }
      successes[whole.count, default: 0] += 1
      let found = try SearchIndex<Note>.readOnly(path: path)
      #expect(found.statistics.documentCount == last, "round \(round): \(whole)")
      #expect(try await found.verify().problems.isEmpty)
      // One fills the folder; an index may be opened after that.
      #expect(whole.count == 1 || whole.count == 2 && whole.contains(41), "\(whole)")
    }
    print("copies to one folder: \(successes) of 150")
    #expect(successes.values.reduce(0, +) > 75)
  }

  @Test("a folder with files, and a damaged index, are errors that change nothing")
  func errors() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index"
    let index = try await SearchIndex<Note>.open(path: path)
    try await index.write { try $0.put(Note(id: 1, batch: 1)) }
    try await index.close()
    let taken = await #expect(throws: SearchError.self) { try await index.backUp(toPath: path) }
    #expect(taken?.code == .io && taken?.message.contains("empty folder") == true)

    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    let segment = try #require(files.first { $0.hasPrefix("seg-") })
    let url = URL(fileURLWithPath: "\(path)/\(segment)")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let damaged = try SearchIndex<Note>.readOnly(
      at: URL(fileURLWithPath: path), options: IndexOptions(onCorruption: .salvage))
    let target = folder.path + "/copy"
    let error = await #expect(throws: SearchError.self) {
      try await damaged.backUp(toPath: target)
    }
    #expect(error?.code == .corrupted)
    #expect(try !SearchIndex<Note>.exists(path: target))
    #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
  }
}
