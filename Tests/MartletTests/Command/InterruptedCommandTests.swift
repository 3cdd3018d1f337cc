#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("The index command, interrupted or without room")
  struct InterruptedCommandTests {
    private func documentCount(_ folder: String) -> Int {
      (try? SearchIndex<Record>.readOnly(path: folder).statistics.documentCount) ?? 0
    }

    /// Waits for a condition that another process brings about.
    private func wait(for condition: () -> Bool) {
      let start = ContinuousClock.now
      while !condition(), ContinuousClock.now - start < .seconds(600) { usleep(20_000) }
    }

    /// The number of documents that the message of a failure names.
    private func reachedCount(_ output: String) -> Int? {
      if output.contains("; nothing was indexed") { return 0 }
      let match = output.firstMatch(of: /first ([0-9,]+) documents? reached/)
      return match.flatMap { Int($0.1.filter { $0 != "," }) }
    }

    @Test("says what reached the index and how to go on")
    func interrupted() throws {
      let run = try CommandRun()
      let (folder, pipe) = (run.path("i"), run.path("pipe"))
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let input = FileHandle(fileDescriptor: unsafe open(pipe, O_RDWR), closeOnDealloc: true)
      let line = ["index", folder, "--input", pipe, "--text", "t"]
      let child = try ChildProcess(ChildProcess.program("mart"), line)
      // The first 16 MiB are read before the index is made, and what follows once the first batch
      // of 12 MiB is written. Most of each document is not searched, which would take longer.
      let word = String(repeating: "x", count: 1 << 20)
      for number in 0..<20 {
        let line = "{\"id\": \(number), \"t\": \"x\", \"more\": \"\(word)\"}\n"
        try input.write(contentsOf: Data(line.utf8))
      }
      child.kill(SIGTERM)
      let output = child.readToEnd(seconds: 600)
      #expect(child.wait() == .exit(130), "\(output)")
      let reached = try #require(reachedCount(output), "\(output)")
      #expect(reached > 0 && reached == documentCount(folder), "\(output)")
      #expect(
        output.hasSuffix(
          "mart: interrupted; the first \(reached) documents reached \(folder); run this again to "
            + "bring in the rest, or with --rebuild to begin anew\n"), "\(output)")
      try run.write("rest.jsonl", #"{"id": 1, "t": "rest"}"#)
      #expect(run("index @i --input @rest.jsonl") == .success)
      #expect(documentCount(folder) == reached)
    }

    @Test("before its first batch leaves nothing behind, and says so")
    func interruptedEarly() throws {
      let run = try CommandRun()
      let (folder, pipe) = (run.path("i"), run.path("pipe"))
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let input = FileHandle(fileDescriptor: unsafe open(pipe, O_RDWR), closeOnDealloc: true)
      let child = try ChildProcess(
        ChildProcess.program("mart"), ["index", folder, "--input", pipe, "--text", "t"])
      let lines = (0..<1_500).map { "{\"id\": \($0), \"t\": \"x\"}\n" }.joined()
      try input.write(contentsOf: Data(lines.utf8))
      wait { FileManager.default.fileExists(atPath: folder + "/LOCK") }
      child.kill(SIGINT)
      let output = child.readToEnd(seconds: 600)
      #expect(child.wait() == .exit(130), "\(output)")
      #expect(output.hasSuffix("mart: interrupted; nothing was indexed\n"), "\(output)")
      #expect(!FileManager.default.fileExists(atPath: folder))
    }

    /// Runs `mart index` in a terminal on an input that comes slowly.
    private func output(of terminal: ChildProcess.Terminal?) throws -> String {
      let run = try CommandRun()
      try run.write(
        "slow.sh",
        """
        { seq 1 1500 | sed 's/.*/{"id": "&", "t": "x"}/'
          while [ ! -e "$2/LOCK" ]; do sleep 0.02; done
          sleep 1; } | "$1" index "$2" --input -
        """)
      let words = [run.path("slow.sh"), try ChildProcess.program("mart"), run.path("i")]
      let outcome = try ChildProcess.run("/bin/sh", words, terminal: terminal)
      #expect(outcome.end == .exit(0))
      return outcome.output
    }

    @Test("draws one line again and again on a terminal, narrower than it, and clears it")
    func bar() throws {
      let output = try output(of: ChildProcess.Terminal(columns: 40))
      let drawn = output.components(separatedBy: "\r").filter { $0.hasSuffix("\u{1B}[K") }
      #expect(drawn.count > 1, "\(output.debugDescription)")
      for line in drawn { #expect(line.dropLast(3).count < 40, "\(line.debugDescription)") }
      #expect(output.contains("\r\u{1B}[K1,500 documents, "), "\(output.debugDescription)")
    }

    @Test("draws nothing again on a simple terminal, nor where there is none")
    func plain() throws {
      for terminal in [ChildProcess.Terminal(columns: 40, name: "dumb"), nil] {
        let output = try output(of: terminal)
        #expect(!output.contains("\u{1B}"), "\(output.debugDescription)")
        // Each five seconds a line says how far it is.
        let lines = output.split(whereSeparator: \.isNewline)
        #expect((3..<200).contains(lines.count), "\(output.debugDescription)")
      }
    }

    @Test("and other commands end at once")
    func others() throws {
      let run = try CommandRun()
      let pipe = run.path("pipe")
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let input = FileHandle(fileDescriptor: unsafe open(pipe, O_RDWR), closeOnDealloc: true)
      let line = "echo; exec \"$0\" analyze - < \"$1\""
      let child = try ChildProcess("/bin/sh", ["-c", line, ChildProcess.program("mart"), pipe])
      #expect(child.readLine() != nil)
      usleep(300_000)
      child.kill(SIGINT)
      #expect(child.wait() == .signal(SIGINT))
      try input.close()
    }

    @Test("says how many documents are really in the index when files may not grow")
    func fileSize() throws {
      let run = try CommandRun()
      let lines = (0..<12_000).map { "{\"id\": \"\($0)\", \"text\": \"w\($0 % 97)\"}" }
      try run.write("lines.jsonl", lines.joined(separator: "\n"))
      for (number, blocks) in [2, 64].enumerated() {
        let folder = "i\(number)"
        // The limit is in units of 512 bytes.
        let outcome = try run.shell(
          "ulimit -f \(blocks); $mart index \(folder) --input lines.jsonl --text text")
        #expect(outcome.end == .exit(2))
        #expect(outcome.output.contains("larger than the system allows"), "\(outcome.output)")
        let reached = try #require(reachedCount(outcome.output), "\(outcome.output)")
        #expect(reached == documentCount(run.path(folder)), "\(outcome.output)")
        #expect(run("index @\(folder) --input @lines.jsonl --text text") == .success)
      }
    }

    #if os(Linux)
      /// True when this process may have volumes of its own.
      private static let canMount: Bool = {
        let line = "unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs /mnt'"
        return (try? ChildProcess.shell(line).end) == .exit(0)
      }()

      @Test(
        "says how many documents are really in the index when the disk is full",
        .enabled(if: canMount, "SKIPPED: this system lets the tests mount no volume"))
      func fullDisk() throws {
        let run = try CommandRun()
        try FileManager.default.createDirectory(
          atPath: run.path("volume"), withIntermediateDirectories: true)
        // Documents of 267 kB that do not compress, more than one batch of 12 MiB. Nothing of them
        // is searched, which would take longer than all the rest.
        let mount = "mount -t tmpfs -o size=2m tmpfs volume || exit 99"
        let lines = """
          for n in $(seq 1 50); do printf '{"id": %d, "t": "x", "more": "' $n
            head -c 200000 /dev/urandom | base64 -w 0; echo '"}'; done > lines.jsonl
          """
        let script = """
          \(lines); unshare -rm sh -c '\(mount); "$0" index volume/i --input lines.jsonl --text t
            echo "status $?"; "$0" stats volume/i --json' $mart
          """
        let outcome = try run.shell(script)
        #expect(outcome.output.contains("\nstatus 2\n"), "\(outcome.output)")
        #expect(outcome.output.contains("no space is left"), "\(outcome.output)")
        let reached = try #require(reachedCount(outcome.output), "\(outcome.output)")
        let found = outcome.output.firstMatch(of: /"documents":([0-9]+),"fields"/)
        let count = found.flatMap { Int($0.1) } ?? 0
        #expect(reached == count && reached < 50, "\(outcome.output)")
      }
    #endif

    @Test("counts what reached the files of an index, not what was written to memory")
    func reached() throws {
      let run = try CommandRun()
      let folder = run.path("i")
      let progress = LoadingRun(folder: folder)
      #expect(progress.reachedCount() == nil)
      let schema = RecordSchema(fields: [.text("t")])
      let index = try SearchIndex<Record>(
        path: folder, schema: schema, options: IndexOptions(durability: .none))
      func put(_ count: Int, _ run: LoadingRun) throws {
        try index.writeSync { batch in
          try batch.put(Record(key: "\(count)", fields: ["t": "x"]))
          try batch.setBookmark(LoadingRun.bookmark, run.mark(documentCount: count))
        }
      }
      try put(3_991, progress)
      #expect(progress.reachedCount() == 0)
      try index.checkpointSync()
      #expect(progress.reachedCount() == 3_991)
      try put(7_000, progress)
      #expect(progress.reachedCount() == 3_991)
      try put(5, LoadingRun(folder: folder))
      try index.closeSync()
      #expect(progress.reachedCount() == 0)
    }

    @Test(
      "tells what reached the index",
      arguments: [
        (0, "nothing was indexed"),
        (
          1,
          "the first 1 document reached d; run this again to bring in the rest, or with --rebuild to "
            + "begin anew"
        ),
        (nil, "d cannot be read, so that it is unknown what reached it"),
      ])
    func rest(reached: Int?, text: String) {
      #expect(RecordLoader.rest(reached, folder: "d") == text)
    }

    @Test("of a run that was to begin anew, says what not to repeat")
    func rebuilt() {
      #expect(
        RecordLoader.rest(2, folder: "d", hasRebuilt: true)
          == "the first 2 documents reached d; run this again without --rebuild to bring in the rest, "
          + "or as it is to begin anew")
    }

    @Test("leaves nothing of the demo")
    func demo() throws {
      let run = try CommandRun()
      try run.write("t/empty", "")
      let script = """
        TMPDIR="$PWD/t" $mart demo > /dev/null 2>&1 & process=$!
        until ls t | grep -q martlet; do sleep 0.01; done
        kill -TERM $process; wait $process; echo "ended with $?"; ls t
        """
      #expect(try run.shell(script).output == "ended with 130\nempty\n")
    }
  }
#endif
