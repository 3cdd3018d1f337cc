import Dispatch
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

@Suite("The room that an index takes")
struct DiskBoundTests {
  /// Documents that are written again and again make a long log of small images.
  @Test(
    "is bounded while checkpoints and merges fail for ever",
    arguments: [Durability.full, .normal], [true, false])
  func failingForEver(durability: Durability, isDocument: Bool) throws {
    let disk = StubbornStorage(refusing: "seg-", "tmp-manifest", "tmp-seg")
    let core = try TestEngine.open(disk) {
      $0.durability = durability
      $0.memoryLimit = 400_000
      $0.logAllowance = 20_000
      $0.mergesAutomatically = true
    }
    for round in 0..<6 {
      try core.write(TestEngine.puts(0..<200, round))
      try core.checkpoint()
    }
    core.settle()
    let before = disk.byteCount(of: "seg-", "del-", "tmp-", "manifest-")
    var expected = try core.documents()
    var marks = 0
    disk.isRefusing.store(true, ordering: .relaxed)
    var (refusals, most) = (0, 0)
    for number in 0..<4_000 {
      do {
        if isDocument {
          try core.write(TestEngine.puts(0..<20, 100 + number))
          for key in 0..<20 { expected["k\(key)"] = 100 + number }
        } else {
          try core.write([.bookmark(name: "b", bytes: Array("\(number)".utf8))])
          marks = number
        }
      } catch {
        #expect(error.code == .diskFull)
        refusals += 1
      }
      if number % 500 == 0 { #expect(thrownCode { try core.compact() } == .diskFull) }
      most = max(most, disk.byteCount(of: "wal-") - 4 * core.state.memoryByteCount)
      #expect(disk.byteCount(of: "seg-", "del-", "tmp-", "manifest-") <= before)
      if refusals > 50 { break }
    }
    #expect(refusals > 0 && most <= 4 * 20_000 + 4_096, "the log had \(most) bytes more")
    #expect(try core.documents() == expected)
    disk.isRefusing.store(false, ordering: .relaxed)
    try core.write([TestEngine.put("x", 1)])
    try core.close()
    core.background.sync {}
    expected["x"] = 1
    #expect(try TestEngine.read(disk) == expected)
    if !isDocument {
      #expect(try IndexCore.bookmarks(of: disk)["b"] == Array("\(marks)".utf8))
    }
    #expect(disk.byteCount(of: "wal-") < 20_000)
    #expect(try TestEngine.leftovers(disk) == [])
  }
}
