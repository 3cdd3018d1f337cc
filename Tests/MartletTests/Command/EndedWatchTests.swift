#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("A folder that is watched, until the program is ended")
  struct EndedWatchTests {
    /// Puts a file there that was changed long ago, so that one run reads it, and no other.
    private func write(_ run: borrowing CommandRun, _ name: String) throws {
      try run.place("t/\(name)", "word", at: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func watch(
      _ run: borrowing CommandRun, through starter: [String] = []
    ) throws -> ChildProcess {
      let words =
        starter + [
          try ChildProcess.program("mart"), "index", run.path("i"), "--files", run.path("t"),
          "--watch",
        ]
      return try ChildProcess("/usr/bin/env", words)
    }

    /// The index as one that was closed: nothing of a run is left over, and it can be written.
    private func checkClosed(_ run: borrowing CommandRun, documentCount: Int) throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      #expect(!names.contains { $0.hasPrefix("tmp-") }, "\(names)")
      #expect(run("check @i") == .success)
      let index = try SearchIndex<Record>(path: run.path("i"))
      #expect(index.statistics.documentCount == documentCount)
      #expect(index.statistics.memoryByteCount == 0)
      try index.closeSync()
    }

    @Test("ends without a failure, and has closed the index", arguments: [SIGTERM, SIGINT, SIGHUP])
    func idle(signal: Int32) throws {
      let run = try CommandRun()
      try write(run, "a")
      let child = try watch(run)
      while let line = child.readLine(), !line.hasPrefix("Watching") {}
      try write(run, "b")
      #expect(child.readLine()?.hasPrefix("1 document, 4 B in ") == true)
      child.kill(signal)
      #expect(child.readToEnd(seconds: 600) == "")
      #expect(child.wait() == .exit(0))
      try checkClosed(run, documentCount: 2)
    }

    @Test(
      "closes the index in the middle of a run, and says what is in it",
      arguments: [
        SIGTERM, SIGHUP,
      ])
    func atWork(signal: Int32) throws {
      let run = try CommandRun()
      // More than one batch of 12 MiB.
      let text = String(repeating: "x", count: 500_000)
      for number in 0..<60 { try run.write("t/\(number)", text) }
      let child = try watch(run)
      let start = ContinuousClock.now
      let lock = run.path("i/LOCK")
      while !FileManager.default.fileExists(atPath: lock),
        ContinuousClock.now - start < .seconds(600)
      {
        usleep(1_000)
      }
      child.kill(signal)
      let output = child.readToEnd(seconds: 600)
      #expect(child.wait() == .exit(130), "\(output)")
      #expect(output.contains("mart: interrupted; "), "\(output)")
      let reached = output.firstMatch(of: /first ([0-9]+) documents? reached/).flatMap { Int($0.1) }
      guard let reached else {
        #expect(!FileManager.default.fileExists(atPath: run.path("i")), "\(output)")
        return
      }
      try checkClosed(run, documentCount: reached)
    }

    @Test("goes on if it was started to outlive its terminal")
    func ignored() throws {
      let run = try CommandRun()
      try write(run, "a")
      let child = try watch(run, through: ["nohup"])
      while let line = child.readLine(), !line.hasPrefix("Watching") {}
      child.kill(SIGHUP)
      try write(run, "b")
      #expect(child.readLine()?.hasPrefix("1 document, 4 B in ") == true)
      child.kill(SIGTERM)
      #expect(child.readToEnd(seconds: 600) == "")
      #expect(child.wait() == .exit(0))
    }
  }
#endif
