import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("An earlier copy of an index that takes its place")
struct RestoredCopyTests {
  private typealias Index = SearchIndex<Memo>

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "index")
  }

  private func put(_ id: String, into index: Index) throws {
    try index.writeSync { try $0.put(Memo(id: id, title: "all")) }
  }

  private func keys(_ index: Index) throws -> Set<String> { try Set(index.snapshot().keysSync()) }

  /// Puts the files of a copy in the place of those of the index. The folder stays.
  private func restore(_ copy: String) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: path) {
      try files.removeItem(atPath: path + "/" + name)
    }
    for name in try files.contentsOfDirectory(atPath: copy) {
      try files.copyItem(atPath: copy + "/" + name, toPath: path + "/" + name)
    }
  }

  @Test(
    "is not mixed with what a reader has seen", arguments: [0, 1, 2, 4], [false, true])
  func reader(checkpointCount: Int, isSeen: Bool) throws {
    var writer = try Index(path: path)
    try put("0", into: writer)
    try writer.closeSync()
    let copy = folder.path(of: "copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    writer = try Index(path: path)
    let reader = try Index.readOnly(path: path)
    try put("1", into: writer)
    if isSeen { #expect(try reader.refreshSync()) }
    try writer.closeSync()
    try restore(copy)
    writer = try Index(path: path)
    for number in 2..<6 {
      try put("\(number)", into: writer)
      if number - 2 < checkpointCount { try writer.checkpointSync() }
      if let code = thrownCode({ try reader.refreshSync() }) {
        #expect([.notFound, .corrupted].contains(code))
        #expect(try keys(reader) == (isSeen ? ["0", "1"] : ["0"]))
      } else {
        #expect(try keys(reader) == keys(writer), "\(number)")
      }
    }
    try writer.closeSync()
    let again = try Index.readOnly(path: path)
    #expect(try keys(again) == ["0", "2", "3", "4", "5"])
  }
}
