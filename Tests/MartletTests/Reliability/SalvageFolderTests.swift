import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Salvage from folder to folder")
struct SalvageFolderTests {
  /// A document with a text that is searched and not stored.
  private struct Page: SearchDocument {
    var id: Int
    var title: String
    var body: String?

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text("title", \.title), .text("body", \.body, stored: false),
    ])
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = folder.content(of: name)
    }
    return files
  }

  @Test("keeps what is not stored where a segment is sound, and names it where it is not")
  func unstoredFields() throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Page>(path: folder.path)
    try index.writeSync { batch in
      for id in 0..<20 { try batch.put(Page(id: id, title: "old", body: "hidden \(id)")) }
    }
    try index.checkpointSync()
    try index.writeSync { batch in
      for id in 20..<30 { try batch.put(Page(id: id, title: "new", body: "hidden \(id)")) }
    }
    try index.closeSync()
    let before = try files(folder)
    let whole = try TemporaryFolder()
    let complete = try SearchIndex<Page>.salvage(from: folder.path, to: whole.path + "/copy")
    #expect(complete.isComplete && complete.unsearchableFields == [])
    let copy = try SearchIndex<Page>(path: whole.path + "/copy")
    #expect(try copy.searchSync("hidden").total == .exactly(30))
    try copy.closeSync()
    let first = try #require(
      before.filter { $0.key.hasPrefix("seg-") }.max { $0.value.count < $1.value.count })
    // Behind the postings of the first block, whose documents stay readable.
    var bytes = first.value
    let image = try ImageReader(ByteView(copying: bytes), file: "", isTrusted: true)
    let hashes = try ImageFooter.decode(image.view, file: "").hashOffset
    bytes[hashes + 40] ^= 1
    try folder.put(first.key, bytes + [1])
    let part = try TemporaryFolder()
    let report = try SearchIndex<Page>.salvage(
      from: URL(fileURLWithPath: folder.path), to: URL(fileURLWithPath: part.path))
    #expect(!report.isComplete && report.problems.contains { $0.file == first.key })
    let rest = try SearchIndex<Page>.readOnly(path: part.path)
    #expect(rest.snapshot().documentCount == report.documentCount)
    #expect(report.documentCount + report.lostDocumentCount == 30)
    #expect(try rest.searchSync("new").total == .exactly(10))
    #expect(try rest.searchSync("hidden").total == .exactly(10))
    #expect(report.unsearchableFields == (report.documentCount > 10 ? ["body"] : []))
  }

  @Test("needs an index and an empty folder, and leaves what it finds")
  func folders() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try other.put("notes.txt", [1])
    #expect(
      thrownCode { try SearchIndex<Page>.salvage(from: folder.path, to: other.path) } == .notFound)
    try SearchIndex<Page>(path: folder.path).closeSync()
    for target in [other.path, folder.path, folder.path + "/sub"] {
      let code = thrownCode { try SearchIndex<Page>.salvage(from: folder.path, to: target) }
      #expect(code == .io, "\(target)")
    }
    #expect(try files(other) == ["notes.txt": [1]])
    let none = folder.path + "/none"
    #expect(thrownCode { try SearchIndex<Page>.salvage(from: none, to: other.path) } == .notFound)
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  @Test("refuses an index of other fields, and leaves the new folder empty")
  func otherSchema() throws {
    let folder = try TemporaryFolder()
    let target = try TemporaryFolder()
    try SearchIndex<DamageNote>(path: folder.path).closeSync()
    let code = thrownCode { try SearchIndex<Page>.salvage(from: folder.path, to: target.path) }
    #expect(code == .schemaMismatch)
    #expect(try files(target) == [:])
  }

  private func setPermissions(_ permissions: Int, _ folder: TemporaryFolder) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.path)
  }

  @Test("takes the schema that the index was made with")
  func ownSchema() throws {
    let folder = try TemporaryFolder()
    let target = try TemporaryFolder()
    let schema = Schema<DamageNote>(fields: [.keyword("id", \.id), .text("other", \.filling)])
    let index = try SearchIndex<DamageNote>(path: folder.path, schema: schema)
    try index.write(0..<30, 1)
    try index.closeSync()
    #expect(
      thrownCode { try SearchIndex<DamageNote>.salvage(from: folder.path, to: target.path) }
        == .schemaMismatch)
    let report = try SearchIndex<DamageNote>.salvage(
      from: folder.path, to: target.path, schema: schema)
    #expect(report.documentCount == 30 && report.isComplete)
    let copy = try SearchIndex<DamageNote>.readOnly(path: target.path, schema: schema)
    #expect(try copy.searchSync("id:k7").hits.map(\.id) == ["k7"])
  }

  @Test("changes nothing of the old folder, also when that is for reading only")
  func readOnlySource() throws {
    let folder = try TemporaryFolder()
    let target = try TemporaryFolder()
    let index = try SearchIndex<DamageNote>(path: folder.path)
    try index.write(0..<30, 1)
    try index.checkpointSync()
    try index.write(25..<35, 2)
    try index.closeSync()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let manifest = try #require(names.filter { $0.hasPrefix("manifest-") }.max())
    try folder.put(manifest, [1])
    let before = try files(folder)
    try setPermissions(0o555, folder)
    defer { try? setPermissions(0o755, folder) }
    let report = try SearchIndex<DamageNote>.salvage(from: folder.path, to: target.path)
    #expect(try files(folder) == before)
    #expect(report.documentCount == 35 && !report.isComplete)
    let copy = try SearchIndex<DamageNote>.readOnly(path: target.path)
    let expected = DamagedIndex.versions(0..<25, 1).merging(DamagedIndex.versions(25..<35, 2)) {
      $1
    }
    try copy.check(expected, "read-only")
  }
}
