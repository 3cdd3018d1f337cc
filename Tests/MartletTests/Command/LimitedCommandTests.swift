#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Commands under the limits of a shell")
  struct LimitedCommandTests {
    private static func lines(_ count: Int) -> String {
      (0..<count).map { "{\"id\": \"\($0)\", \"text\": \"w\($0 % 97) x\($0 * 7919 % 10_007)\"}" }
        .joined(separator: "\n")
    }

    /// Runs `mart` with `arguments` after the shell's `ulimit` with `limit`.
    private static func run(
      _ limit: String, _ arguments: [String]
    ) throws -> (end: ChildProcess.End, output: String) {
      let mart = try ChildProcess.program("mart")
      let script = "ulimit \(limit); exec \"$0\" \"$@\""
      let run = try ChildProcess.run("/bin/sh", ["-c", script, mart] + arguments)
      return (run.end, run.output)
    }

    @Test("a file that may not grow ends with a message, and the next run brings everything in")
    func fileSize() throws {
      let run = try CommandRun()
      try run.write("lines.jsonl", Self.lines(6_000))
      let folder = run.path("index")
      let arguments = ["index", folder, "--input", run.path("lines.jsonl"), "--text", "text"]
      for blocks in [0, 1, 8, 64] {
        let (end, output) = try Self.run("-f \(blocks)", arguments)
        #expect(end == .exit(2), "\(blocks): \(output)")
        #expect(output.contains("larger than the system allows"), "\(blocks): \(output)")
        // An empty index would refuse other fields.
        let isLeft = FileManager.default.fileExists(atPath: folder)
        #expect(!isLeft || !output.contains("nothing was indexed"), "\(blocks): \(output)")
      }
      #expect(run("index @index --input @lines.jsonl --text text") == .success)
      #expect(run("check @index") == .success)
      #expect(try SearchIndex<Record>.readOnly(path: folder).statistics.documentCount == 6_000)
    }

    @Test("too few open files end with a message, and never with a signal")
    func openFiles() throws {
      let run = try CommandRun()
      try run.write("lines.jsonl", Self.lines(500))
      for count in 5...12 {
        let folder = run.path("index-\(count)")
        let (end, output) = try Self.run(
          "-n \(count)", ["index", folder, "--input", run.path("lines.jsonl"), "--text", "text"])
        #expect(end == .exit(0) || end == .exit(2), "\(count): \(output)")
        #expect(end == .exit(0) || output.contains("too many files are open"), "\(output)")
        #expect(run("index @index-\(count) --input @lines.jsonl --text text") == .success)
      }
    }
  }
#endif
