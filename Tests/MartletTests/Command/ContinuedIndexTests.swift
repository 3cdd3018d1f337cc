#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("An index that is there already")
  struct ContinuedIndexTests {
    private static let rebuild = "to begin anew with an empty index, add --rebuild"

    private func indexed(_ options: String) throws -> CommandRun {
      let run = try CommandRun()
      try run.write("a.jsonl", #"{"url": "u1", "id": "1", "title": "Flying", "body": "x"}"#)
      try run.write("b.jsonl", #"{"url": "u2", "id": "2", "title": "Fly", "body": "y"}"#)
      #expect(run("index @i --input @a.jsonl \(options)") == .success)
      return run
    }

    private func keys(_ query: String, _ run: borrowing CommandRun) throws -> [String] {
      try SearchIndex<Record>.readOnly(path: run.path("i")).searchSync(query).hits.map(\.id)
        .sorted()
    }

    @Test("keeps its key, and says so if --key names another one")
    func key() throws {
      let run = try indexed("--key url")
      let refused = try run.output("index @i --input @b.jsonl --key id")
      #expect(refused.end == .exit(2))
      #expect(
        refused.output
          == "mart: \(run.path("i")) was made with --key url, not with --key id: leave "
          + "out --key; \(Self.rebuild)\n")
      #expect(run("index @i --input @b.jsonl") == .success)
      #expect(run("index @i --input @b.jsonl --key url") == .success)
      #expect(try keys("flying OR fly", run) == ["u1", "u2"])
    }

    @Test("keeps its language, and says so if --language names another one")
    func language() throws {
      let run = try indexed("--text title --language en")
      let refused = try run.output("index @i --input @b.jsonl --language de")
      #expect(refused.end == .exit(2))
      #expect(
        refused.output
          == "mart: \(run.path("i")) was made with --language en, not with --language de: "
          + "leave out --language; \(Self.rebuild)\n")
      #expect(run("index @i --input @b.jsonl --text title") == .success)
      #expect(try keys("flies", run) == ["1", "2"])
      let plain = try indexed("")
      let other = try plain.output("index @i --input @b.jsonl --language en")
      #expect(other.output.contains(" was made without --language, not with --language en: "))
    }

    @Test("made with the wrong fields says how to go on, and is made anew with --rebuild")
    func fields() throws {
      let run = try indexed("--text body")
      let refused = try run.output("index @i --input @b.jsonl --text title")
      #expect(refused.end == .exit(2))
      #expect(
        refused.output.hasSuffix(
          "leave out --text and the like to keep the fields of \(run.path("i")); \(Self.rebuild)\n")
      )
      #expect(refused.output.contains("; mart reindex makes the index again with other fields; "))
      #expect(!refused.output.contains("onMismatch"), "\(refused.output)")
      #expect(try keys("x", run) == ["1"])
      try run.write("i/mine.txt", "mine")
      let among = try run.output("index @i --input @b.jsonl --text title --key url --rebuild")
      #expect(among.end == .exit(2) && among.output.contains("mine.txt"))
      #expect(try keys("x", run) == ["1"], "nothing was removed")
      try FileManager.default.removeItem(atPath: run.path("i/mine.txt"))
      #expect(run("index @i --input @b.jsonl --text title --key url --rebuild") == .success)
      #expect(try keys("fly", run) == ["u2"])
      #expect(try SearchIndex<Record>.readOnly(path: run.path("i")).statistics.documentCount == 1)
      #expect(run("index @new --input @b.jsonl --rebuild") == .success)
    }

    @Test("of documents with the fields of files takes no --files, and keeps its documents")
    func linesAreNoFiles() throws {
      let run = try CommandRun()
      try run.write("a.jsonl", #"{"id": "1", "path": "a", "text": "b"}"#)
      try run.write("pages/a.txt", "b")
      #expect(run("index @i --input @a.jsonl --text path --text text") == .success)
      let refused = try run.output("index @i --files @pages")
      #expect(refused.end == .exit(2))
      #expect(
        refused.output
          == "mart: \(run.path("i")) has documents of --input, and takes no --files; use another "
          + "folder for the index, or \(Self.rebuild)\n")
      #expect(try keys("b", run) == ["1"])
    }

    @Test("of an application keeps what the options do not say, and takes other fields")
    func application() throws {
      let run = try CommandRun()
      var schema = RecordSchema(
        version: 2, fields: [.text("title"), .text("body", hasPositions: false, stored: false)])
      let index = try SearchIndex<Record>(path: run.path("i"), schema: schema)
      try index.closeSync()
      try run.write("a.jsonl", #"{"id": "1", "title": "Flying", "body": "x", "year": 1}"#)
      #expect(run("index @i -i @a.jsonl --text title:3 --text body --number year") == .success)
      schema.fields[0].weight = 3
      schema.fields.append(.number("year"))
      let reader = try SearchIndex<Record>.readOnly(path: run.path("i"))
      #expect(try reader.recordSchema() == schema)
      #expect(try reader.searchSync("x").hits.first?.document()["body"] == nil)
      #expect(try keys("x", run) == ["1"])
    }

    @Test("is not removed for --rebuild if the input is refused")
    func refusedRebuild() throws {
      let run = try indexed("--text body")
      try run.write("bad.jsonl", "{")
      #expect(run("index @i --input @bad.jsonl --rebuild") == .failure)
      #expect(run("index @i --input @b.jsonl --text none --rebuild") == .failure)
      #expect(run("index @i --input @none.jsonl --rebuild") == .failure)
      #expect(try keys("x", run) == ["1"])
    }

    @Test("is gone if the new one fails after it was removed, and the message says so")
    func failedRebuild() throws {
      let run = try indexed("--text body")
      try run.write("bad.jsonl", #"{"id": "1", "n": 1}"# + "\n" + #"{"id": "2", "n": "many"}"#)
      let outcome = try run.output("index @i --input @bad.jsonl --number n --rebuild")
      #expect(outcome.end == .exit(2))
      #expect(
        outcome.output.hasSuffix("; nothing was indexed; the index that was there is removed\n"))
    }

    @Test("that another program writes is not removed for --rebuild")
    func busy() throws {
      let run = try indexed("")
      let writer = try SearchIndex<Record>(path: run.path("i"))
      #expect(run("index @i --input @b.jsonl --rebuild") == .failure)
      try writer.closeSync()
      #expect(try keys("x", run) == ["1"])
    }

    @Test("several inputs go into it, each with its own name in messages")
    func inputs() throws {
      let run = try indexed("")
      let outcome = try run.output("index @j --input @a.jsonl -i @b.jsonl")
      #expect(outcome.end == .exit(0))
      #expect(outcome.lines.last?.hasPrefix("\(run.path("j")): 2 documents, ") == true)
      #expect(
        outcome.lines.contains { $0.hasPrefix("2 documents, 109 B in ") }, "\(outcome.output)")
      try run.write("c.jsonl", #"{"id": "3", "title": "z"}"# + "\n{")
      let bad = try run.output("index @j -i @a.jsonl -i @c.jsonl")
      #expect(bad.output.hasPrefix("mart: \(run.path("c.jsonl")), line 2: "), "\(bad.output)")
      #expect(bad.output.hasSuffix("; nothing was indexed\n"), "\(bad.output)")
      #expect(!bad.output.contains(".;"), "\(bad.output)")
      let missing = try run.output("index @k -i @a.jsonl -i @none.jsonl")
      #expect(missing.output == "mart: there is no file at \(run.path("none.jsonl"))\n")
      #expect(!FileManager.default.fileExists(atPath: run.path("k")))
    }

    @Test("says so once if no document has a field of it, with the names of both")
    func strangers() throws {
      let run = try indexed("--text title --keyword url")
      try run.write("c.jsonl", #"{"id": "3", "name": "Hens"}"# + "\n" + #"{"id": "4", "n": 1}"#)
      let note =
        "none of the first 2 documents has a field of \(run.path("i")), which searches title, url; "
        + "they have id, name"
      let outcome = try run.output("index @i -i @c.jsonl")
      #expect(outcome.end == .exit(0))
      #expect(outcome.lines.filter { $0 == note }.count == 1, "\(outcome.output)")
      // One document with one of the fields is enough to be meant for this index.
      try run.write("d.jsonl", #"{"id": "5", "name": "x"}"# + "\n" + #"{"id": "6", "url": "y"}"#)
      let known = try run.output("index @i -i @d.jsonl")
      #expect(known.end == .exit(0) && !known.output.contains("none of"), "\(known.output)")
    }

    @Test("a field of it may be named again that no document has this time")
    func absent() throws {
      let run = try indexed("--text title --keyword url")
      try run.write("c.jsonl", #"{"id": "3", "title": "Hens"}"#)
      #expect(run("index @i -i @c.jsonl --text title --keyword url") == .success)
      #expect(try keys("hens", run) == ["3"])
      let misspelt = try run.output("index @i -i @c.jsonl --text title --keyword url --number yera")
      #expect(misspelt.end != .exit(0) && misspelt.output.contains("a field \"yera\""))
    }

    @Test("an index that another program made for its own type of documents is not made again")
    func foreign() throws {
      let run = try CommandRun()
      let index = try SearchIndex<Memo>(path: run.path("i"))
      try index.writeSync { try $0.put(Memo(id: "1", title: "swift")) }
      try index.closeSync()
      for command in ["search @i swift", "reindex @i --text title", "compact @i"] {
        let outcome = try run.output(command)
        #expect(outcome.end != .exit(0), "\(command)")
        #expect(outcome.output.contains("in a program that has the type"), "\(outcome.output)")
        #expect(!outcome.output.contains("mart reindex"), "\(outcome.output)")
      }
    }

    @Test("dates are found as dates")
    func dates() throws {
      let run = try CommandRun()
      try run.write("a.jsonl", #"{"id": "1", "at": "2026-11-21T00:00:00Z", "t": "x"}"#)
      #expect(run("index @i -i @a.jsonl --date at -t t") == .success)
      for date in [
        "2026-11-21", "2026-11-21T00:00:00Z", "\"2026-11-21 01:00+01:00\"", "1795219200",
      ] {
        #expect(try keys("at:\(date)", run) == ["1"], "\(date)")
      }
      #expect(try keys("at:2026-11-22", run) == [])
      let years = [#""1850""#, "1850", #""1850-03""#, #"["1850-03-02", 1851]"#, "1850.5"]
      let lines = years.enumerated().map { #"{"id": "y\#($0)", "at": \#($1)}"# }
      try run.write("years.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i -i @years.jsonl") == .success)
      #expect(try keys("at:1850", run) == ["y0", "y1", "y2", "y3"])
      #expect(try keys("at:1850-03", run) == ["y2", "y3"])
      #expect(try keys("at:1851", run) == ["y3"])
      #expect(try keys("at:1970", run) == ["y4"], "seconds")
      try run.write("b.jsonl", #"{"id": "1", "at": "tomorrow", "t": "x"}"#)
      let bad = try run.output("index @i -i @b.jsonl")
      #expect(bad.end == .exit(2))
      #expect(bad.output.hasPrefix("mart: \(run.path("b.jsonl")), line 1: "), "\(bad.output)")
    }

    @Test("of another kind of input is refused with the way out")
    func kinds() throws {
      let run = try indexed("")
      try run.write("texts/a.txt", "x")
      let files = try run.output("index @i --files @texts")
      #expect(files.end == .exit(2))
      #expect(
        files.output
          == "mart: \(run.path("i")) has the fields url (text), title (text), body (text), and "
          + "takes no --files; use another folder for the index, or \(Self.rebuild)\n")
      #expect(run("index @f --files @texts") == .success)
      let lines = try run.output("index @f --input @a.jsonl")
      #expect(lines.end == .exit(2))
      #expect(
        lines.output.contains(" has the files of \(run.path("texts")), and takes no --input; "))
    }
  }
#endif
