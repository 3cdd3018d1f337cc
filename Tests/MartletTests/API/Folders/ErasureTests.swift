import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Deleted documents in the files of an index.
@Suite("Erasing what was deleted")
struct ErasureTests {
  struct Letter: SearchDocument {
    var searchKey: String { id }
    let id: String
    let text: String
    var topic: String?
    static let searchSchema = Schema<Letter>(fields: [
      .text("text", \.text), .keyword("topic", \.topic),
    ])
  }

  /// A word that no other document has, and whose bytes say whose it is.
  private static func secret(_ number: Int) -> String { "secretqx\(number)zv" }

  private static func letter(_ number: Int, isSecret: Bool) -> Letter {
    let name = isSecret ? secret(number) : "open\(number)"
    return Letter(id: "key\(name)", text: "a letter about \(name) and more", topic: "topic\(name)")
  }

  /// The names of the files in which a secret's bytes stand, whatever surrounds them.
  private static func files(in folder: String) throws -> [String] {
    let wanted = Data("secretqx".utf8)
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")).range(of: wanted) != nil
    }
  }

  @Test("compacting says so if a damaged segment keeps what was deleted")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    do {
      let index = try await SearchIndex<Letter>.open(path: folder.path)
      for number in 0..<2 {
        try await index.write { batch in
          for letter in 0..<200 { try batch.put(Self.letter(letter, isSecret: number == 0)) }
        }
        try await index.checkpoint()
      }
      try await index.close()
    }
    let segment = try #require(Self.files(in: folder.path).first { $0.hasPrefix("seg-") })
    let url = URL(fileURLWithPath: "\(folder.path)/\(segment)")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let index = try await SearchIndex<Letter>.open(
      path: folder.path, options: IndexOptions(onCorruption: .salvage))
    _ = try await index.verify()
    try await index.write { $0.delete("keyopen7") }
    for _ in 0..<2 {
      let error = await #expect(throws: SearchError.self) { try await index.compact() }
      #expect(error?.code == .corrupted && error?.file == segment)
    }
    #expect(index.statistics.documentCount == 199)
    #expect(index.statistics.segments.allSatisfy { $0.deletedCount == 0 })
    try await index.write { $0.deleteAll() }
    try await index.compact()
    #expect(try Self.files(in: folder.path).isEmpty)
    try await index.close()
  }

  @Test("compacting leaves none of its bytes in the folder", arguments: [0, 1, 2, 3])
  func compacting(round: Int) async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Letter>.open(path: folder.path)
    let secrets = (0..<40).map { Self.letter($0, isSecret: true) }
    for part in 0..<4 {
      try await index.write { batch in
        for number in part * 50..<part * 50 + 50 {
          try batch.put(Self.letter(number, isSecret: false))
        }
        try batch.put(contentsOf: secrets[part * 10..<part * 10 + 10])
      }
      if round > 0 { try await index.checkpoint() }
    }
    if round == 2 { try await index.compact() }
    #expect(try !Self.files(in: folder.path).isEmpty, "the test would find them")
    let reader = round == 3 ? try SearchIndex<Letter>.readOnly(path: folder.path) : nil
    try await index.write { batch in
      batch.delete(contentsOf: secrets[..<20].map(\.id))
      // Replacing a document deletes what it had.
      for letter in secrets[20...] {
        try batch.put(Letter(id: letter.id, text: "nothing any more"))
      }
    }
    try await index.write { batch in
      try batch.delete(where: .word("nothing", in: "text"))
    }
    try await index.compact()
    #expect(try Self.files(in: folder.path) == [])
    #expect(index.statistics.documentCount == 200)
    #expect(reader.map { $0.statistics.documentCount == 240 } ?? true)
    try await index.close()
    #expect(try Self.files(in: folder.path) == [])
  }

  @Test(
    "compacting removes what another process left that was killed while it merged",
    arguments: [IndexOptions.WriterLock.whileOpen, .perWrite])
  func abandoned(lock: IndexOptions.WriterLock) async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Letter>.open(
      path: folder.path, options: IndexOptions(writerLock: lock))
    try await index.write { try $0.put(Self.letter(1, isSecret: true)) }
    try await index.checkpoint()
    let segment = String(repeating: "7", count: 32)
    for name in ["tmp-seg-\(segment)-1002", "tmp-seg-\(segment)-1002-3"] {
      try Data("a section with \(Self.secret(1))".utf8)
        .write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try await index.write { batch in
      batch.deleteAll()
      try batch.put(Self.letter(2, isSecret: false))
    }
    try await index.compact()
    #expect(try Self.files(in: folder.path) == [])
    #expect(index.statistics.documentCount == 1)
    try await index.close()
  }

  @Test("compacting removes what a snapshot still uses soon after it is gone")
  func whileInUse() async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<Letter>.open(path: folder.path)
    try await index.write { try $0.put(Self.letter(1, isSecret: true)) }
    try await index.checkpoint()
    var snapshot: Snapshot<Letter>? = index.snapshot()
    try await index.write { batch in
      batch.deleteAll()
      try batch.put(Self.letter(2, isSecret: false))
    }
    try await index.compact()
    #expect(try await snapshot?.search("letter").hits.count == 1)
    #expect(try !Self.files(in: folder.path).isEmpty)
    snapshot = nil
    try await Waiting.until { try Self.files(in: folder.path).isEmpty }
    #expect(try Self.files(in: folder.path) == [])
    try await index.close()
  }

  @Test(
    "compacting erases what a crash left in the log",
    arguments: [200_000, IndexOptions().memoryLimit], [true, false])
  func crashed(memoryLimit: Int, isFlushed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/crashed"
    let index = try SearchIndex<Letter>.withLog(path: folder.path + "/index")
    try await index.write { try $0.put(Self.letter(1, isSecret: true)) }
    try await index.write { $0.delete("key" + Self.secret(1)) }
    // With little memory, opening writes a checkpoint after this batch, which is the last one.
    try await index.write { batch in
      for number in 0..<8_000 { try batch.put(Self.letter(number, isSecret: false)) }
    }
    try FileManager.default.copyItem(atPath: folder.path + "/index", toPath: path)
    try await index.close()
    #expect(try !Self.files(in: path).isEmpty, "the test would find it")
    // Without the writer's note, what is in the log is repeated.
    if !isFlushed { try FileManager.default.removeItem(atPath: path + "/LOCK") }
    for _ in 0..<2 {
      let crashed = try await SearchIndex<Letter>.open(
        path: path, options: IndexOptions(memoryLimit: memoryLimit))
      try await crashed.compact()
      #expect(try Self.files(in: path) == [])
      #expect(crashed.statistics.documentCount == 8_000)
      try await crashed.close()
      #expect(try Self.files(in: path) == [])
    }
  }

  @Test("compacting removes the torn end of a log that was kept for inspection")
  func tornLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/torn"
    let index = try SearchIndex<Letter>.withLog(path: folder.path + "/index")
    try await index.write { batch in
      for number in 0..<5 { try batch.put(Self.letter(number, isSecret: true)) }
    }
    try await index.write { try $0.put(Self.letter(7, isSecret: true)) }
    try FileManager.default.copyItem(atPath: folder.path + "/index", toPath: path)
    try await index.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let log = try #require(names.first { $0.hasPrefix("wal-") })
    // Without the writer's note, the last batch may as well have been torn by a crash.
    try FileManager.default.removeItem(atPath: path + "/LOCK")
    let url = URL(fileURLWithPath: "\(path)/\(log)")
    try Data(contentsOf: url).dropLast(5).write(to: url)

    let torn = try await SearchIndex<Letter>.open(path: path)
    #expect(torn.statistics.documentCount == 5 && torn.statistics.droppedLog != nil)
    try await torn.write { $0.deleteAll() }
    try await torn.checkpoint()
    #expect(try Self.files(in: path).contains { $0.hasPrefix("torn-") }, "the test would find it")
    try await torn.compact()
    #expect(try Self.files(in: path) == [])
    try await torn.write { try $0.put(Self.letter(1, isSecret: false)) }
    try await torn.close()
    let again = try await SearchIndex<Letter>.open(path: path)
    #expect(again.statistics.documentCount == 1)
    try await again.close()
  }
}
