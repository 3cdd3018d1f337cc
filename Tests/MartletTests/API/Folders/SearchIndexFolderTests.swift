import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The folder of an index")
struct SearchIndexFolderTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "Index") }

  init() throws { folder = try TemporaryFolder() }

  private func fill() throws {
    let index = try SearchIndex<Memo>(path: path)
    try index.writeSync { try $0.put(Memo(id: "1", title: "swift")) }
    try index.closeSync()
  }

  @Test("an index exists from its first opening until it is removed")
  func life() throws {
    #expect(try !SearchIndex<Memo>.exists(path: path))
    try fill()
    #expect(try SearchIndex<Memo>.exists(at: URL(fileURLWithPath: path)))
    try SearchIndex<Memo>.remove(path: path)
    #expect(try !SearchIndex<Memo>.exists(path: path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    try SearchIndex<Memo>.remove(path: path)
    try fill()
    #expect(try SearchIndex<Memo>(path: path).searchSync("swift").hits.count == 1)
  }

  @Test("removing leaves what is not the index's, and an open index alone")
  func removing() throws {
    try fill()
    let note = path + "/note.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: note))
    let index = try SearchIndex<Memo>(path: path)
    #expect(thrownCode { try SearchIndex<Memo>.remove(path: path) } == .writerBusy)
    try index.closeSync()
    try SearchIndex<Memo>.remove(at: URL(fileURLWithPath: path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["note.txt"])
  }

  @Test("a damaged index can be removed")
  func damaged() throws {
    try fill()
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.hasPrefix("manifest") {
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    #expect(thrownCode { _ = try SearchIndex<Memo>(path: path) } == .corrupted)
    #expect(try SearchIndex<Memo>.exists(path: path))
    try SearchIndex<Memo>.remove(path: path)
    try fill()
  }

  @Test("a new index does not come among other files, hidden ones aside")
  func foreignFiles() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path + "/.DS_Store"))
    try Data().write(to: URL(fileURLWithPath: path + "/photo.jpg"))
    let error = #expect(throws: SearchError.self) { _ = try SearchIndex<Memo>(path: path) }
    #expect(error?.message.contains("photo.jpg") == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.sorted() == [".DS_Store", "photo.jpg"])
    #expect(try !SearchIndex<Memo>.exists(path: path))
    try FileManager.default.removeItem(atPath: path + "/photo.jpg")
    try fill()
    try Data().write(to: URL(fileURLWithPath: path + "/late.txt"))
    #expect(try SearchIndex<Memo>(path: path).searchSync("swift").hits.count == 1)
  }

  @Test("an error has a sentence for people, and one for developers")
  func sentences() throws {
    let error = try #require(
      #expect(throws: SearchError.self) { try SearchIndex<Memo>.readOnly(path: path) })
    #expect(error.localizedDescription == "There is no search index.")
    #expect(error.failureReason == error.message)
  }
}
