#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("mart reindex")
  struct ReindexCommandTests {
    private static let lines = """
      {"id": "1", "title": "Running swifts", "body": "They nest.", "year": 1851}
      {"id": "2", "title": "A martlet", "body": "It runs.", "year": 1900}
      """

    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      try run.write("docs.jsonl", Self.lines)
      #expect(run("index @i --input @docs.jsonl --text title:3") == .success)
      return run
    }

    private func keys(_ run: borrowing CommandRun, _ query: String) throws -> [String] {
      let index = try SearchIndex<Record>.readOnly(path: run.path("i"))
      return try index.searchSync(query).hits.map(\.id).sorted()
    }

    @Test("takes other fields, and keeps the key, so that more documents can be indexed")
    func fields() throws {
      let run = try indexed()
      #expect(try keys(run, "nest") == [])
      let outcome = try run.output("reindex @i --text body --text title:2 --number year")
      #expect(outcome.end == .exit(0))
      #expect(
        outcome.lines.last?.contains(
          "2 documents with the fields body (text), title (text), year (number)") == true)
      #expect(try keys(run, "nest") == ["1"] && keys(run, "year:1900") == ["2"])
      try run.write("more.jsonl", #"{"id": "3", "title": "x", "body": "nest", "year": 1}"#)
      #expect(run("index @i --input @more.jsonl") == .success)
      #expect(try keys(run, "nest") == ["1", "3"])
      #expect(run("check @i") == .success)
    }

    @Test("refuses a new field that no document has, and leaves the index as it is")
    func unknownField() throws {
      let run = try indexed()
      let outcome = try run.output("reindex @i --text boby --text title")
      #expect(outcome.end == .exit(2))
      #expect(outcome.output.contains("mart: no document has a field \"boby\"; "))
      #expect(try keys(run, "martlet") == ["2"])
      #expect(!(try run.output("reindex @i --text body").output.contains("no document")))
    }

    @Test("takes another language for the same fields")
    func language() throws {
      let run = try indexed()
      #expect(run("reindex @i --text title --text body") == .success)
      #expect(try keys(run, "running") == ["1"])
      #expect(run("reindex @i --language en") == .success)
      #expect(try keys(run, "running") == ["1", "2"])
      #expect(run("reindex @i") == .success)
      #expect(try keys(run, "running") == ["1", "2"])
    }

    @Test("refuses what cannot be, and changes nothing")
    func refused() throws {
      let run = try indexed()
      try run.write("t/a.txt", "x")
      #expect(run("index @files --files @t") == .success)
      #expect(run("reindex @files --text body") == .usage)
      #expect(run("reindex @files --language en") == .success)
      #expect(run("index @files --files @t") == .success)
      #expect(run("reindex @missing") == .failure)
      #expect(run("reindex @i --number title") == .failure)
      #expect(try keys(run, "martlet") == ["2"])
      let writer = try SearchIndex<Record>(path: run.path("i"))
      #expect(run("reindex @i --text body") == .failure)
      try writer.closeSync()
      #expect(run("check @i") == .success)
    }
  }
#endif
