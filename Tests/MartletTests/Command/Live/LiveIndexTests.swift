#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("The live command, on an index that others change")
  struct LiveIndexTests {
    /// The files of an index, with what is in them.
    private func files(_ run: borrowing CommandRun) throws -> [(path: String, bytes: Data)] {
      try FileManager.default.contentsOfDirectory(atPath: run.path("i")).map { name in
        let path = run.path("i/\(name)")
        return (path, try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    }

    /// Writes into the files as they are, and not into new ones in their place.
    private func overwrite(_ path: String, _ bytes: Data) throws {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: UInt64(bytes.count))
      try file.seek(toOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    }

    @Test("shows what other programs write, and goes on when the index is gone")
    func changes() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.type("delta", line: "Search: delta", status: "5 documents")
      try run.write("b.jsonl", #"{"id": "new", "title": "delta", "text": "delta"}"#)
      #expect(run("index @i --input @b.jsonl") == .success)
      live.wait { $0.lines[1].hasPrefix("6 documents") }
      try FileManager.default.removeItem(atPath: run.path("i"))
      live.wait { !$0.lines[1].hasPrefix("6 documents") && $0.lines[2].isEmpty }
      live.child.type("\u{7F}\u{1B}[B")
      live.settle()
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("searches the index that takes the place of the one before", arguments: [true, false])
    func replaced(isRemoved: Bool) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.type("delta", line: "Search: delta", status: "5 documents")
      if isRemoved {
        try FileManager.default.removeItem(atPath: run.path("i"))
        live.wait { !$0.lines[1].hasPrefix("5 documents") && $0.lines[2].isEmpty }
      }
      try run.write(
        "b.jsonl", #"{"id": "new", "heading": "delta", "words": "a delta of another kind"}"#)
      #expect(
        run("index @i --rebuild --input @b.jsonl --text heading --text words") == .success)
      live.wait { $0.lines[1].hasPrefix("1 document,") }
      live.settle()
      #expect(live.screen.lines[2] == "> new · delta")
      #expect(live.screen.lines[3] == "  a delta of another kind")
      // Later changes appear as well.
      try run.write("c.jsonl", #"{"id": "newer", "heading": "delta"}"#)
      #expect(run("index @i --input @c.jsonl") == .success)
      live.wait { $0.lines[1].hasPrefix("2 documents") }
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("searches the index of another folder that is given its name")
    func renamed() throws {
      let run = try CommandRun.withLiveIndex()
      try run.write(
        "b.jsonl", #"{"id": "new", "heading": "delta", "words": "a delta of another kind"}"#)
      #expect(run("index @j --input @b.jsonl --text heading --text words") == .success)
      let live = try LiveTerminal(run.path("i"))
      live.type("delta", line: "Search: delta", status: "5 documents")
      try FileManager.default.moveItem(atPath: run.path("i"), toPath: run.path("old"))
      try FileManager.default.moveItem(atPath: run.path("j"), toPath: run.path("i"))
      live.wait { $0.lines[1].hasPrefix("1 document,") && $0.lines[2] == "> new · delta" }
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("says so when the files are damaged, and goes on until they are not")
    func damaged() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.waitForStart()
      let files = try files(run)
      for (path, bytes) in files { try overwrite(path, Data(bytes.map { ~$0 })) }
      live.child.type("delta")
      live.wait { !$0.lines[1].isEmpty && !$0.lines[1].contains("document") && $0.lines[2].isEmpty }
      live.child.type("\r\u{1B}[B")
      live.settle()
      // What was unreadable may be readable again.
      for (path, bytes) in files { try overwrite(path, bytes) }
      live.wait { $0.lines[1].hasPrefix("5 documents") && $0.lines[0] == "Search: delta" }
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("gives the terminal back, whatever happens, when the files are cut off")
    func cutOff() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"), environment: ["SWIFT_BACKTRACE=enable=no"])
      live.waitForStart()
      for (path, _) in try files(run) { try overwrite(path, Data()) }
      live.child.type("delta")
      live.settle()
      live.child.type("\u{1B}")
      // No program can read a file that was cut off behind its mapping.
      #expect([.exit(1), .signal(SIGBUS)].contains(live.end()))
      #expect(live.isRestored)
    }
  }
#endif
