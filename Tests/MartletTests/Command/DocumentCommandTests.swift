#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Commands for single documents and terms")
  struct DocumentCommandTests {
    private static let notes = #"""
      {"id": "1", "title": "Swifts", "text": "They sleep flying", "year": 1758, "at": "2026-11-21"}
      {"id": 2, "title": "Martlets", "text": "They never land", "tags": ["A b"], "at": "2026-11-21T09:43:05Z"}
      {"id": "3", "title": "Swallows", "text": "They land", "year": 0.5}
      """#

    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      try run.write("notes.jsonl", Self.notes)
      let line = "index @i -i @notes.jsonl -t title -t text --keyword tags --number year --date at"
      #expect(run(line) == .success)
      return run
    }

    @Test("get prints what is stored, byte for byte, and says which keys are not there")
    func get() throws {
      let run = try indexed()
      let lines = Self.notes.split(separator: "\n")
      let found = try run.output("get @i 2 1")
      #expect(found.end == .exit(0))
      #expect(found.output == "\(lines[1])\n\(lines[0])\n")
      let missing = try run.output("get @i 7")
      #expect(missing.end == .exit(1))
      #expect(missing.output == "mart: \(run.path("i")) has no document with the key \"7\"\n")
      #expect(run("get @i") == .usage)
    }

    @Test("export prints all documents as JSON lines, which can be indexed again")
    func export() throws {
      let run = try indexed()
      #expect(run("delete @i 3") == .success)
      let outcome = try run.output("export @i")
      #expect(outcome.end == .exit(0))
      #expect(outcome.output == Self.notes.split(separator: "\n")[..<2].map { $0 + "\n" }.joined())
      try run.write("copy.jsonl", outcome.output)
      #expect(run("index @j -i @copy.jsonl") == .success)
      #expect(try run.output("export @j").output == outcome.output)
    }

    @Test("export keeps a document on one line, however it was stored")
    func oneLine() throws {
      let json = "{\r\n \"a\": \"x\\ny\",\n \"b\": 1 }"
      #expect(JSONText.line(Array(json.utf8)) == "{   \"a\": \"x\\ny\",  \"b\": 1 }")
      #expect(JSONText.line(Array("{\"ä\":1}".utf8)) == "{\"ä\":1}")
      #expect(JSONText.line(Array("{\t\"a\":\t\"\\t\"}".utf8)) == #"{ "a": "\t"}"#)
    }

    @Test("delete removes documents, counts them, and says which were not there")
    func delete() throws {
      let run = try indexed()
      let outcome = try run.output("delete @i 1 9 2 1")
      #expect(outcome.end == .exit(1))
      #expect(
        outcome.lines == [
          "mart: \(run.path("i")) has no document with the key \"9\"",
          "2 documents deleted, 1 left",
        ])
      #expect(try run.output("delete @i 3").output == "1 document deleted, 0 left\n")
      #expect(try run.output("search @i they").end == .exit(1))
      #expect(run("delete @none 3") == .failure)
      #expect(!FileManager.default.fileExists(atPath: run.path("none")))
    }

    @Test("compact leaves one segment, and keeps every document")
    func compact() throws {
      let run = try indexed()
      try run.write("more.jsonl", #"{"id": "9", "title": "x", "text": "y"}"#)
      #expect(run("index @i -i @more.jsonl") == .success)
      for option in ["", " --reorder"] {
        let outcome = try run.output("compact @i\(option)")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.hasPrefix("\(run.path("i")): "), "\(outcome.output)")
        #expect(outcome.output.contains(", now ") && outcome.output.contains(" in 1 segment, "))
      }
      let statistics = try SearchIndex<Record>.readOnly(path: run.path("i")).statistics
      #expect(statistics.documentCount == 4 && statistics.segmentCount == 1)
    }

    @Test("terms lists the terms of each field with the number of documents")
    func terms() throws {
      let run = try indexed()
      let outcome = try run.output("terms @i")
      #expect(outcome.end == .exit(0))
      let lines = outcome.lines.map { $0.split(separator: " ").joined(separator: " ") }
      #expect(
        lines == [
          "1 title martlets", "1 title swallows", "1 title swifts", "1 text flying",
          "2 text land", "1 text never", "1 text sleep", "3 text they", "1 tags A b",
          "1 year 0.5", "1 year 1758", "1 at 2026-11-21", "1 at 2026-11-21T09:43:05Z",
        ])
    }

    @Test("terms with a beginning, a field, a limit, the most frequent first, and as JSON")
    func chosenTerms() throws {
      let run = try indexed()
      #expect(try run.output("terms @i SW").lines == ["1  title  swallows", "1  title  swifts"])
      #expect(
        try run.output("terms @i -f text -n2 --frequent").lines == [
          "3  text  they", "2  text  land",
        ])
      let json = #"{"documents":2,"field":"text","term":"land"}"#
      #expect(try run.output("terms @i la --json").output == json + "\n")
      #expect(try run.output("terms @i zz").end == .exit(1))
      let numbers = try run.output("terms @i 17 -f year")
      #expect(numbers.end == .exit(2))
      #expect(
        numbers.output
          == "mart: the terms of year are numbers, which are not listed by their beginning: leave out "
          + "17\n")
      #expect(try run.output("terms @i -f year").lines == ["1  year  0.5", "1  year  1758"])
      let wrong = try run.output("terms @i -f titel")
      #expect(wrong.end == .exit(2))
      #expect(wrong.output.hasSuffix("did you mean title?\n"))
    }

    @Test("terms of dates are those of facets: the Gregorian calendar, also before 1582")
    func dateTerms() throws {
      let run = try CommandRun()
      let dates = [
        "1066-10-14T12:00:00Z", "1492-10-12", "2026-11-21T09:43:05.5Z", "2026-11-21T09:43:06Z",
      ]
      let lines = dates.enumerated().map { "{\"id\": \($0), \"at\": \"\($1)\"}" }
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i -i @a.jsonl --date at") == .success)
      let found = try run.output("terms @i -f at").lines
      #expect(found == dates.map { "1  at  \($0)" })
    }

    @Test("terms counts only documents that are there, and tells stems from words")
    func liveTerms() throws {
      let run = try CommandRun()
      let lines = (0..<300).map {
        "{\"id\": \($0), \"t\": \"flying \($0 % 2 == 0 ? "cats" : "cat")\"}"
      }
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i -i @a.jsonl -t t --language en") == .success)
      try run.write("b.jsonl", "{\"id\": \"x\", \"t\": \"cats\"}")
      #expect(run("index @i -i @b.jsonl") == .success)
      let keys = (0..<10).map { "\($0)" }.joined(separator: " ")
      #expect(run("delete @i \(keys)") == .success)
      let found = try run.output("terms @i").lines
        .map { $0.split(separator: " ").joined(separator: " ") }
      #expect(
        found == [
          "145 t cat", "146 t cats", "290 t flying", "291 t cat stem", "290 t fli stem",
        ])
    }

    @Test("stats and check print JSON for programs")
    func json() throws {
      struct Stats: Decodable {
        struct Field: Decodable {
          var name: String
          var kind: String
          var documents: Int
          var missing: Int
        }
        var documents: Int
        var fields: [Field]
      }
      struct Check: Decodable {
        struct Problem: Decodable {
          var code: String
          var file: String?
        }
        var sound: Bool
        var documents: Int?
        var problems: [Problem]
      }
      let run = try indexed()
      let stats = try JSONDecoder().decode(
        Stats.self, from: Data(try run.output("stats @i --json").output.utf8))
      #expect(stats.documents == 3)
      #expect(stats.fields.map(\.name) == ["title", "text", "tags", "year", "at"])
      #expect(stats.fields.map(\.documents) == [3, 3, 1, 2, 2])
      #expect(stats.fields.map(\.missing) == [0, 0, 2, 1, 1])
      #expect(stats.fields.map(\.kind) == ["text", "text", "keyword", "number", "date"])
      func check() throws -> (ChildProcess.End, Check) {
        let outcome = try run.shell("$mart check i --json 2>/dev/null")
        return (outcome.end, try JSONDecoder().decode(Check.self, from: Data(outcome.output.utf8)))
      }
      let (end, sound) = try check()
      #expect(end == .exit(0) && sound.sound && sound.documents == 3 && sound.problems.isEmpty)
      let files = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      let segment = try #require(files.first { $0.hasPrefix("seg-") })
      try run.write("i/\(segment)", "damage")
      let (damagedEnd, damaged) = try check()
      #expect(damagedEnd == .exit(1) && !damaged.sound)
      #expect(damaged.problems.contains { $0.code == "corrupted" && $0.file == segment })
    }
  }
#endif
