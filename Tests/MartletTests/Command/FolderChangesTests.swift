#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Files that have changed, and files that have not")
  struct FolderChangesTests {
    /// A time long past, so that no clock is too coarse to tell it from now.
    private static let past = Date(timeIntervalSince1970: 1_700_000_000.125)

    private func write(
      _ run: borrowing CommandRun, _ name: String, _ text: String, at date: Date?
    ) throws {
      guard let date else { return try run.write("t/\(name)", text) }
      try run.place("t/\(name)", text, at: date)
    }

    private func keys(_ query: String, _ run: borrowing CommandRun) throws -> [String] {
      try SearchIndex<Record>.readOnly(path: run.path("i")).searchSync(query).hits.map(\.id)
        .sorted()
    }

    @Test("are read if their time or their size is another one, and not otherwise")
    func changed() throws {
      let run = try CommandRun()
      for name in ["time", "size", "none"] { try write(run, name, "before", at: Self.past) }
      #expect(run("index @i --files @t") == .success)
      try write(run, "time", "behind", at: Self.past + 0.01)
      try write(run, "size", "behindhand", at: Self.past)
      // What nobody can see from outside proves that the file is not read.
      try write(run, "none", "behind", at: Self.past)
      let outcome = try run.output("index @i --files @t")
      #expect(outcome.lines[0].hasPrefix("2 documents, 16 B in "), "\(outcome.output)")
      #expect(outcome.lines.last == "1 file not read, as nothing has changed")
      #expect(try keys("behind OR behindhand", run) == ["size", "time"])
      #expect(try keys("before", run) == ["none"])
      let again = try run.output("index @i --files @t")
      #expect(again.lines[0].hasPrefix("0 documents, 0 B in "), "\(again.output)")
      #expect(run("index @i --files @t --rebuild") == .success)
      #expect(try keys("before", run) == [])
    }

    @Test("are documents with any time that a file may have")
    func times() throws {
      let schema = RecordSchema(fields: FileImport.fields(analyzer: "standard"))
      let index = try SearchIndex<Record>.inMemory(schema: schema)
      let times = [-1e11, -1, 0, 1_500, Self.past.timeIntervalSince1970, 253_402_300_800, 1e17]
      let files = times.enumerated().map {
        FolderListing.File(path: "f\($0)", size: 1, modified: $1)
      }
      try index.writeSync { batch in
        for file in files {
          let fields = ["path": .string(file.path), "modified": file.modifiedValue]
          try batch.put(Record(key: file.path, fields: fields))
        }
      }
      let known = try index.reconcileSync(
        files.map { ($0.path, $0.modifiedDate) }, version: FieldRef(FolderChanges.timeField))
      #expect(known.stale == [] && known.missing == [] && known.orphaned == [])
    }

    #if os(Linux)
      @Test("are told apart by the bytes of their names, which are those of equal texts")
      func equalNames() throws {
        let run = try CommandRun()
        let names = ["caf\u{E9}", "cafe\u{301}"]
        try write(run, names[0], "composed", at: Self.past)
        #expect(run("index @i --files @t") == .success)
        try write(run, names[1], "separate", at: Self.past)
        #expect(run("index @i --files @t") == .success)
        #expect(try keys("composed", run).map { Array($0.utf8) } == [Array(names[0].utf8)])
        #expect(try keys("separate", run).map { Array($0.utf8) } == [Array(names[1].utf8)])
        try write(run, names[0], "changed now", at: Self.past + 1)
        #expect(run("index @i --files @t") == .success)
        #expect(try keys("changed OR separate", run).count == 2)
        let outcome = try run.output("delete @i \(names[0]) nothing")
        #expect(outcome.lines.contains("1 document deleted, 1 left"), "\(outcome.output)")
        #expect(try keys("separate", run).map { Array($0.utf8) } == [Array(names[1].utf8)])
      }
    #endif

    @Test("are not read again, whatever fraction of a second their times have")
    func fractions() throws {
      let run = try CommandRun()
      for number in 0..<100 {
        let seconds = Double(number) * 17_000_000.5 + Double(number * 37 % 1_000) / 1_000
        try write(run, "\(number)", "text", at: Date(timeIntervalSince1970: seconds))
      }
      #expect(run("index @i --files @t") == .success)
      let again = try run.output("index @i --files @t")
      #expect(again.lines[0].hasPrefix("0 documents, 0 B in "), "\(again.output)")
    }

    /// Indexes the files that `write` makes, within two seconds after the time that both closures
    /// are given; begins anew on a machine that takes longer.
    private func changedNow(
      _ write: (borrowing CommandRun, Date) throws -> Void,
      then check: (borrowing CommandRun, Date) throws -> Void
    ) throws {
      while true {
        let run = try CommandRun()
        let now = Date()
        try write(run, now)
        #expect(run("index @i --files @t") == .success)
        if Date() < now + 2 { return try check(run, now) }
      }
    }

    @Test("are read again if they were changed when the last run began, whose clock may be coarse")
    func unsettled() throws {
      func write(_ text: String, _ run: borrowing CommandRun, _ now: Date) throws {
        for (name, date) in [("now", now), ("later", now + 3_600), ("past", Self.past)] {
          try self.write(run, name, text, at: date)
        }
      }
      try changedNow {
        try write("before", $0, $1)
      } then: { run, now in
        try write("behind", run, now)
        #expect(run("index @i --files @t") == .success)
        #expect(try keys("behind", run) == ["later", "now"])
      }
    }

    @Test("are told apart in an index that was made without their times")
    func older() throws {
      let run = try CommandRun()
      try write(run, "a", "river", at: Self.past)
      let index = try SearchIndex<Record>(
        path: run.path("i"),
        schema: RecordSchema(fields: [
          .text("path", analyzer: "language:en", weight: 2), .text("text", analyzer: "language:en"),
        ]))
      let root = run.folder.resolvingSymlinksInPath().appendingPathComponent("t").path
      try index.writeSync { batch in
        try batch.put(Record(key: "a", fields: ["path": "a", "text": "old"]))
        try batch.put(Record(key: "b", fields: ["path": "b", "text": "old"]))
        try batch.setBookmark(IndexOrigin.bookmark, IndexOrigin.files(root: root).bytes)
      }
      try index.closeSync()
      #expect(run("index @i --files @t") == .success)
      #expect(try keys("old", run) == [])
      #expect(try keys("rivers", run) == ["a"])
      let again = try run.output("index @i --files @t")
      #expect(again.lines.last == "1 file not read, as nothing has changed", "\(again.output)")
    }

    @Test("lose their documents when they are no text any more, and keep them while unreadable")
    func noText() throws {
      let run = try CommandRun()
      try write(run, "a", "word", at: Self.past)
      try write(run, "b", "word", at: Self.past)
      #expect(run("index @i --files @t") == .success)
      try write(run, "a", "word\u{0}", at: nil)
      let outcome = try run.output("index @i --files @t")
      #expect(outcome.end == .exit(0))
      #expect(outcome.output.contains("1 document removed, whose files are no text now\n"))
      #expect(try keys("word", run) == ["b"])
      #expect(FileContents(path: run.path("t/none")) == .unreadable)
      #expect(FileContents(path: run.path("t/a")) == .other)
      #expect(FileContents(path: run.path("t/b")) == .text("word"))
    }

    @Test("that are no texts are read again if they have changed, and not otherwise")
    func leftOut() throws {
      let run = try CommandRun()
      for name in ["a", "b", "c"] { try write(run, name, "old\u{0}", at: Self.past) }
      try write(run, "text", "fourth", at: Self.past)
      let first = try run.output("index @i --files @t")
      #expect(first.lines.last?.hasPrefix("3 files left out: not UTF-8") == true, "\(first.output)")
      // What nobody can see from outside proves that the file is not read.
      try write(run, "a", "none", at: Self.past)
      try write(run, "b", "time", at: Self.past + 0.01)
      try write(run, "c", "of size", at: Self.past)
      let second = try run.output("index @i --files @t")
      #expect(second.lines[0].hasPrefix("2 documents, 11 B in "), "\(second.output)")
      #expect(
        second.lines.suffix(2) == [
          "1 file not read, as nothing has changed",
          "1 file left out: not UTF-8 text (which has no byte 0), larger than 256 MiB, or with a path of more "
            + "than 1,024 bytes",
        ], "\(second.output)")
      #expect(try keys("none OR time OR size", run) == ["b", "c"])
      // A file that is again as it was before it was a text is none, also if a run that was killed
      // has kept that in mind.
      do {
        let index = try SearchIndex<Record>(path: run.path("i"))
        let files = ["a", "b"].map {
          FolderListing.File(path: $0, size: 4, modified: Self.past.timeIntervalSince1970)
        }
        try index.writeSync { batch in
          try batch.setBookmark(LeftOutFiles.bookmark, LeftOutFiles.bytes(of: files))
        }
        try index.closeSync()
      }
      try write(run, "b", "old\u{0}", at: Self.past)
      let third = try run.output("index @i --files @t")
      #expect(third.lines.last == "1 document removed, whose files are no text now")
      #expect(try keys("time OR size", run) == ["c"])
      let fourth = try run.output("index @i --files @t")
      #expect(fourth.lines[0].hasPrefix("0 documents, 0 B in "), "\(fourth.output)")
      #expect(fourth.lines.last?.hasPrefix("2 files left out") == true, "\(fourth.output)")
      #expect(run("index @i --files @t --rebuild") == .success)
      #expect(try keys("none", run) == ["a"])
    }

    @Test("that are no texts are read again if they were changed when the last run began")
    func unsettledLeftOut() throws {
      try changedNow { run, now in
        try write(run, "a", "old\u{0}", at: now)
        try write(run, "b", "text", at: nil)
      } then: { run, now in
        try write(run, "a", "none", at: now)
        #expect(run("index @i --files @t") == .success)
        #expect(try keys("none", run) == ["a"])
      }
    }

    @Test("that are no texts are kept in mind up to a limit, the largest of them")
    func manyLeftOut() {
      let files = (0..<9_000).map {
        FolderListing.File(path: "f\($0)", size: $0, modified: 1_700_000_000)
      }
      let bytes = LeftOutFiles.bytes(of: files)
      let kept = LeftOutFiles(bookmark: bytes)
      #expect(bytes.count == 64_000)
      #expect(files.filter(kept.contains).map(\.size) == Array(1_000..<9_000))
      for other in [
        FolderListing.File(path: "f8999", size: 8_998, modified: 1_700_000_000),
        FolderListing.File(path: "f8999", size: 8_999, modified: 1_700_000_000.01),
        FolderListing.File(path: "f9", size: 8_999, modified: 1_700_000_000),
      ] {
        let isKept = kept.contains(other)
        #expect(!isKept, "\(other)")
      }
      for bytes in [nil, [], [1, 2, 3]] as [[UInt8]?] {
        let none = LeftOutFiles(bookmark: bytes)
        #expect(!none.contains(files[8_999]))
      }
    }

    @Test("with a time to come are read once")
    func future() throws {
      let run = try CommandRun()
      try write(run, "late", "word", at: Date() + 864_000)
      #expect(try run.output("index @i --files @t").output.contains("1 document,"))
      #expect(try run.output("index @i --files @t").output.contains("1 file not read"))
      #expect(try run.output("get @i late").output.contains("\"size\":4"))
    }

    @Test("have times that searches use, and that are not among the words of a line")
    func fields() throws {
      let run = try CommandRun()
      try write(run, "old", "word", at: Self.past)
      try write(run, "older", "word", at: Self.past - 86_400)
      #expect(run("index @i --files @t") == .success)
      let sorted = try run.output("search @i word --sort modified")
      #expect(sorted.lines.dropFirst().prefix(2).map { $0.contains("older") } == [true, false])
      #expect(!sorted.output.contains("2023"))
      #expect(try run.output("get @i old").output.contains("2023-11-14T22:13:20.125Z"))
    }

    @Test("are kept in step for as long as they are watched")
    func watched() throws {
      let run = try CommandRun()
      try write(run, "a", "before", at: Self.past)
      let child = try ChildProcess(
        ChildProcess.program("mart"),
        ["index", run.path("i"), "--files", run.path("t"), "--watch"])
      /// Returns the next line that is not part of a summary at the beginning.
      func next() -> String { child.readLine() ?? "" }
      #expect(next().hasPrefix("1 document, "))
      #expect(next().contains("/i: 1 document, "))
      #expect(next() == "Watching; Ctrl-C ends.")
      try write(run, "b", "behind", at: Self.past)
      #expect(next().hasPrefix("1 document, 6 B in "))
      #expect(try keys("behind", run) == ["b"])
      try FileManager.default.removeItem(atPath: run.path("t/b"))
      #expect(next() == "1 document removed, whose files are gone")
      #expect(try keys("behind", run) == [])
      try FileManager.default.moveItem(atPath: run.path("t"), toPath: run.path("s"))
      #expect(next() == "mart: there is no folder \(run.path("t"))")
      #expect(try keys("before", run) == ["a"])
      try FileManager.default.moveItem(atPath: run.path("s"), toPath: run.path("t"))
      let writer = try SearchIndex<Record>(path: run.path("i"))
      try write(run, "c", "behind", at: Self.past)
      #expect(next().hasPrefix("mart: "), "another program is writing")
      try writer.closeSync()
      #expect(next().hasPrefix("1 document, 6 B in "))
      child.kill(SIGINT)
      #expect(child.readToEnd(seconds: 600) == "")
      #expect(child.wait() == .exit(0))
      #expect(try keys("behind", run) == ["c"])
    }

    @Test("are watched only in a folder")
    func usage() throws {
      let run = try CommandRun()
      try run.write("a.jsonl", "{}")
      #expect(run("index @i --input @a.jsonl --watch") == .usage)
      #expect(run("index @i --files @none --watch") == .failure)
    }
  }
#endif
