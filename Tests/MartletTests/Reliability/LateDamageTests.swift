import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Damage in an index that can be opened, which only a search finds.
@Suite("Damage found by a search")
struct LateDamageTests {
  private static let memos = (0..<2_000).map {
    Memo(id: "\($0)", title: "one \($0 % 7) word\($0 % 300)")
  }

  /// Changes the byte at `part` of 16 in the only segment file.
  private static func damage(_ folder: TemporaryFolder, _ part: Int) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasPrefix("seg-") })
    let url = URL(fileURLWithPath: folder.path).appending(path: name)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count * part / 16] ^= 0x10
    try bytes.write(to: url)
  }

  private static func everyKey(_ index: SearchIndex<Memo>) throws -> Set<String> {
    let request = SearchRequest("one") { $0.limit = 10_000 }
    return Set(try index.searchSync(request).hits.map { try $0.document().id })
  }

  @Test("putting all documents again makes the index whole", arguments: 1..<16)
  func putAgain(part: Int) throws {
    let folder = try TemporaryFolder()
    let first = try SearchIndex<Memo>(path: folder.path)
    try first.writeSync { try $0.put(contentsOf: Self.memos) }
    try first.closeSync()
    try Self.damage(folder, part)
    let index: SearchIndex<Memo>
    do throws(SearchError) {
      index = try SearchIndex<Memo>(path: folder.path)
    } catch {
      // This part of the file is read at opening.
      return #expect(error.code == .corrupted)
    }
    #expect(try !index.verifySync().isSound)
    try index.writeSync { batch in
      batch.deleteAll()
      try batch.put(contentsOf: Self.memos)
    }
    #expect(try Self.everyKey(index) == Set(Self.memos.map(\.id)))
    #expect(try index.verifySync().isSound)
    try index.writeSync { $0.delete("7") }
    try index.closeSync()
    let again = try SearchIndex<Memo>(path: folder.path)
    #expect(try Self.everyKey(again) == Set(Self.memos.map(\.id)).subtracting(["7"]))
    #expect(try again.verifySync().isSound)
    try again.closeSync()
  }
}
