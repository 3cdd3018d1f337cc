#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("The index command, killed")
  struct KilledCommandTests {
    /// The first artworks as JSON lines, all with the same `edition`.
    private static func lines(_ count: Int, edition: String) throws -> String {
      try Artwork.collection().prefix(count).map { artwork in
        let fields: [String: Record.Value] = [
          "id": .string(artwork.id), "edition": .string(edition), "text": .string(artwork.text),
        ]
        return String(decoding: Record(key: artwork.id, fields: fields).json, as: UTF8.self)
      }.joined(separator: "\n")
    }

    /// Returns the number of documents of each edition in the index in `folder`.
    private static func editions(_ folder: String) throws -> [String: Int] {
      let index = try SearchIndex<Record>.readOnly(path: folder)
      var counts: [String: Int] = [:]
      for edition in ["old", "new"] {
        let request = SearchRequest(.user("edition:\(edition)")) {
          $0.limit = 100_000
        }
        counts[edition] = try index.searchSync(request).hits.count
      }
      counts["all"] = index.statistics.documentCount
      return counts
    }

    /// Files of the folder that the index does not need.
    private static func leftovers(_ folder: String) throws -> Set<String> {
      let index = try SearchIndex<Record>.readOnly(path: folder)
      let needed = Set(index.statistics.segments.map { $0.name.dropFirst(4).prefix(32) })
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(
        names.filter { name in
          if name.hasPrefix("tmp-") { return true }
          guard name.hasPrefix("seg-") || name.hasPrefix("del-") else { return false }
          return !needed.contains(name.dropFirst(4).prefix(32))
        })
    }

    @Test("while it updates everything, loses nothing old, and the next run brings everything in")
    func updating() throws {
      let run = try CommandRun()
      let count = 400
      try run.write("old.jsonl", Self.lines(count, edition: "old"))
      try run.write("new.jsonl", Self.lines(count, edition: "new"))
      let mart = try ChildProcess.program("mart")
      let folder = run.path("index")
      func index(_ name: String) throws -> ChildProcess {
        try ChildProcess(
          mart, ["index", folder, "--input", run.path(name), "--text", "text", "--text", "edition"])
      }
      let start = ContinuousClock.now
      #expect(try index("old.jsonl").wait() == .exit(0))
      let whole = (ContinuousClock.now - start) / .microseconds(1)
      var random = SeededRandom(seed: TestSeed.value)
      var (kills, leftBefore) = (0, Set<String>())
      for number in 0..<ReliabilitySize.scaled(25) {
        let child = try index(number % 2 == 0 ? "new.jsonl" : "old.jsonl")
        usleep(UInt32(random.int(in: 0..<Int(whole * 1.2) + 1)))
        child.kill(SIGKILL)
        kills += child.wait() == .signal(SIGKILL) ? 1 : 0
        let found = try Self.editions(folder)
        #expect(
          found["all"] == count && found["old", default: 0] + found["new", default: 0] == count,
          "seed \(TestSeed.value), kill \(number): \(found)")
        let left = try Self.leftovers(folder)
        // Those of one attempt: the next one that opens the index removes them.
        #expect(left.count <= 8)
        #expect(left.isSubset(of: leftBefore) || left.isDisjoint(with: leftBefore))
        leftBefore = left
        let check = try ChildProcess.run(mart, ["check", folder])
        #expect(check.end == .exit(0) && check.output.hasPrefix("sound"), "\(check.output)")
      }
      #expect(try index("new.jsonl").wait() == .exit(0))
      #expect(try Self.editions(folder) == ["all": count, "new": count, "old": 0])
      #expect(try Self.leftovers(folder) == [])
      print("mart index: \(kills) kills while it updated \(count) documents")
    }

    /// Files that look like an index's, and are not.
    private static let foreign = [
      "notes.txt", "seg-mine", "manifest-old", "wal-0000000000000001.bak", "LOCK.txt", "tmp-x",
      "sub/seg-00000000000000000000000000000000",
    ]

    @Test("or interrupted in its first batch can be run again, and leaves foreign files alone")
    func firstBatch() throws {
      let mart = try ChildProcess.program("mart")
      var random = SeededRandom(seed: TestSeed.value)
      let lines = try Self.lines(60, edition: "old")
      for number in 0..<ReliabilitySize.scaled(12) {
        let run = try CommandRun()
        try run.write("old.jsonl", lines)
        let line = ["index", run.path("index"), "--input", run.path("old.jsonl")]
        let child = try ChildProcess(mart, line)
        usleep(UInt32(random.int(in: 0..<120_000)))
        child.kill(number % 2 == 0 ? SIGKILL : SIGINT)
        child.wait()
        for name in Self.foreign { try run.write("index/\(name)", "mine") }
        let refused = try ChildProcess.run(mart, line)
        // Only where there is no index yet.
        if refused.end != .exit(0) { #expect(refused.output.contains("a folder of its own")) }
        for name in Self.foreign {
          let path = run.path("index/\(name)")
          #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
          try FileManager.default.removeItem(atPath: path)
        }
        try? FileManager.default.removeItem(atPath: run.path("index/sub"))
        let again = try ChildProcess.run(mart, line)
        #expect(again.end == .exit(0), "\(again.output)")
        #expect(try Self.editions(run.path("index"))["all"] == 60)
      }
    }

    @Test("before it had an index can be run again")
    func early() throws {
      let run = try CommandRun()
      try run.write("old.jsonl", Self.lines(3, edition: "old"))
      try run.write("index/LOCK", "")
      try run.write("index/tmp-manifest-0000000000000001", "half")
      #expect(run("index @index --input @old.jsonl") == .success)
      #expect(try Self.editions(run.path("index"))["all"] == 3)
    }

    @Test("after its first batch failed, removes its own files and nothing else")
    func cleanUp() throws {
      let run = try CommandRun()
      for name in Self.foreign { try run.write("there/\(name)", "mine") }
      try run.write("bad.jsonl", #"{"id": "1", "t": "x"}"# + "\n" + #"{"id": "", "t": "x"}"#)
      #expect(run("index @there --input @bad.jsonl --text t") == .failure)
      #expect(run("index @a/b/c --input @bad.jsonl --text t") == .failure)
      let left = try FileManager.default.subpathsOfDirectory(atPath: run.path("there"))
      #expect(Set(left) == Set(Self.foreign + ["sub"]))
      #expect(!FileManager.default.fileExists(atPath: run.path("a")))
    }

    @Test("after its first batch failed, leaves what came into the folder meanwhile")
    func cleanUpBeside() throws {
      let run = try CommandRun()
      // The documents after the first thousand come when the index has been made.
      let line = #"""
        { seq 1 1500 | sed 's/.*/{"id": "&", "t": "x"}/'
          while [ ! -e "$2/LOCK" ]; do sleep 0.02; done
          mkdir "$2/sub"; echo mine > "$2/sub/a"; echo mine > "$2/b"; echo mine > "$2/../c"
          echo '{'; } | "$1" index "$2" --input -
        """#
      let outcome = try ChildProcess.shell(
        line, [ChildProcess.program("mart"), run.path("x/y")])
      #expect(outcome.end == .exit(2), "\(outcome.output)")
      let left = try FileManager.default.subpathsOfDirectory(atPath: run.path("x"))
      #expect(left.sorted() == ["c", "y", "y/b", "y/sub", "y/sub/a"])
    }

    @Test("after its first batch failed, leaves an index that was there, also an empty one")
    func cleanUpIndex() throws {
      let run = try CommandRun()
      try run.write("good.jsonl", #"{"id": "1", "t": "x"}"#)
      try run.write("bad.jsonl", #"{"id": "", "t": "y"}"#)
      #expect(run("index @i --input @good.jsonl --text t") == .success)
      do {
        let index = try SearchIndex<Record>(path: run.path("i"))
        try index.writeSync { batch in batch.deleteAll() }
        try index.compactSync()
        try index.closeSync()
      }
      let before = try FileManager.default.contentsOfDirectory(atPath: run.path("i")).sorted()
      #expect(run("index @i --input @bad.jsonl --text t") == .failure)
      #expect(try FileManager.default.contentsOfDirectory(atPath: run.path("i")).sorted() == before)
      #expect(try SearchIndex<Record>.readOnly(path: run.path("i")).statistics.documentCount == 0)
    }
  }
#endif
