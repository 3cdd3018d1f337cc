#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("The commands that look at an index, given that of an app's own types")
  struct InspectionCommandTests {
    /// Returns the files of an index with three documents in a segment and one in the log.
    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      let index = try SearchIndex<VictimDocument>(path: run.path("i"))
      try index.writeSync { batch in
        for key in ["a", "b", "c"] { try batch.put(VictimDocument(key: key, version: 1)) }
      }
      try index.checkpointSync()
      try index.writeSync { batch in
        try batch.put(VictimDocument(key: "d", version: 2))
        batch.delete("a")
      }
      try index.closeSync()
      return run
    }

    @Test("say what is in it")
    func counts() throws {
      let run = try indexed()
      let check = try run.output("check @i").output
      #expect(check.hasPrefix("sound: 3 documents in 2 segments, "), "\(check)")
      let stats = try run.output("stats @i").output
      #expect(stats.hasPrefix("3 documents, 1 deleted, "), "\(stats)")
      for line in ["text     text            3        0", "version  number          3        0"] {
        #expect(stats.contains(line), "\(stats)")
      }
    }

    @Test("say what is damaged")
    func damaged() throws {
      let run = try indexed()
      let names = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      let segment = try #require(names.first { $0.hasPrefix("seg-") })
      var bytes = try Data(contentsOf: URL(fileURLWithPath: run.path("i/\(segment)")))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: run.path("i/\(segment)")))
      #expect(run("check @i") == .negative)
      try FileManager.default.removeItem(atPath: run.path("i/\(segment)"))
      #expect(run("check @i") == .negative)
      #expect(run("stats @i") == .failure)
    }

    @Test("say what is damaged, of an index in which nothing can be read")
    func unreadable() throws {
      let run = try CommandRun()
      let index = try SearchIndex<VictimDocument>(path: run.path("i"))
      try index.writeSync { try $0.put(VictimDocument(key: "a", version: 1)) }
      try index.checkpointSync()
      try index.closeSync()
      let names = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      let segment = try #require(names.first { $0.hasPrefix("seg-") })
      try run.write("i/\(segment)", "nothing")
      let check = try run.output("check @i")
      #expect(check.end == .exit(1))
      #expect(check.lines.first == "1 problem" && check.lines.count == 2, "\(check.output)")
      #expect(check.lines.last?.contains(segment) == true, "\(check.output)")
    }

    @Test("say what is left out of the log")
    func droppedLog() throws {
      let run = try CommandRun()
      let index = try SearchIndex<VictimDocument>(path: run.path("open"))
      for key in ["a", "b"] {
        try index.writeSync { try $0.put(VictimDocument(key: key, version: 1)) }
      }
      // As a killed process leaves it.
      try FileManager.default.copyItem(atPath: run.path("open"), toPath: run.path("i"))
      // It may have a note that all of the log was flushed, which would make the rest damage.
      try FileManager.default.removeItem(atPath: run.path("i/LOCK"))
      try index.closeSync()
      let names = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      let log = try #require(names.filter { $0.hasPrefix("wal-") }.max())
      let file = URL(fileURLWithPath: run.path("i/\(log)"))
      var bytes = try Data(contentsOf: file)
      // The last record ends before the reserved zeros.
      let last = try #require(bytes.lastIndex { $0 != 0 })
      bytes[last] ^= 1
      try bytes.write(to: file)
      let expected = "at the end of the log are left out: of a write that did not finish, or"
      let check = try run.output("check @i")
      #expect(check.end == .exit(0) && check.output.contains(expected), "\(check.output)")
      #expect(check.output.contains("(\(log))"), "\(check.output)")
      let stats = try run.output("stats @i").output
      #expect(stats.contains(expected), "\(stats)")
      for command in ["check", "stats"] {
        let json = try run.output("\(command) @i --json").output
        #expect(json.contains("\"droppedLog\":{") && json.contains(log), "\(json)")
      }
    }

    @Test("search nothing in it, and change nothing")
    func refused() throws {
      let run = try indexed()
      for line in ["search @i all", "compact @i", "backup @i @j", "export @i"] {
        #expect(run(line) == .failure, "\(line)")
      }
      let index = try SearchIndex<VictimDocument>.readOnly(path: run.path("i"))
      #expect(try index.searchSync("all").hits.count == 3)
    }
  }
#endif
