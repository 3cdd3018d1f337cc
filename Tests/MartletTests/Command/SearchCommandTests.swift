import Foundation
import Martlet
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("The search, stats and check commands")
struct SearchCommandTests {
  private func index() throws -> SearchIndex<Record> {
    let schema = RecordSchema(fields: [.text("title", weight: 2), .text("text"), .number("year")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      try batch.put(
        Record(
          key: "1", fields: ["title": "Swifts", "text": "They sleep\nin \"flight\".", "year": 1758])
      )
      try batch.put(Record(key: "2", fields: ["title": "Martlets", "text": "They never land."]))
    }
    return index
  }

  @Test("hits are shown in columns, one line each")
  func text() throws {
    let results = try index().searchSync(SearchRequest("sleep") { $0.counting = .exact })
    let text = try SearchReport(results: results, seconds: 0.0012)
      .text(fields: ["title", "text", "year"], width: nil)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == "1 document, 1.2 ms")
    #expect(lines[1].hasPrefix("1  "))
    #expect(lines[1].hasSuffix("  1  Swifts · They sleep in \"flight\". · 1758"))
  }

  @Test("a text that is the key is shown if its field was chosen, a number always")
  func repeated() throws {
    let schema = RecordSchema(fields: [.text("title"), .keyword("tag"), .number("key")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    try index.writeSync { batch in
      try batch.put(Record(key: "7", fields: ["title": "seven", "tag": "7", "key": 7]))
    }
    var report = SearchReport(results: try index.searchSync("seven ))) sevven sevven"), seconds: 0)
    report.words = try report.results.words()
    for isChosen in [false, true] {
      report.repeatsKey = isChosen
      let lines = try report.text(fields: ["tag", "title", "key"], width: nil).split(
        separator: "\n")
      #expect(lines.last?.hasSuffix(isChosen ? "  7  7 · seven · 7" : "  7  seven · 7") == true)
      #expect(Set(lines).count == lines.count && lines.count == 4, "\(lines)")
    }
  }

  @Test("with fewer words than asked for, the answer says so")
  func fewerWords() throws {
    let results = try index().searchSync("they sleep land")
    let text = try SearchReport(results: results, seconds: 1e-6).text(fields: ["title"], width: 80)
    #expect(text.hasPrefix("2 documents, 1.0 µs; none has all words, these have at least 2 of 3\n"))
  }

  @Test("JSON has the query, how it was understood, the total and the documents as they were")
  func json() throws {
    let query = "\"never land\""
    let results = try index().searchSync(SearchRequest(query) { $0.counting = .exact })
    let text = try SearchReport(results: results, seconds: 0.0012).json(query: query, fields: nil)
    let value = try JSONDecoder().decode([String: Record.Value].self, from: Data(text.utf8))
    #expect(
      value.keys.sorted()
        == [
          "complete", "diagnostics", "hits", "interpreted", "matched", "milliseconds", "query",
          "total",
        ])
    #expect(value["query"] == .string(query))
    #expect(value["total"] == 1)
    #expect(value["complete"] == true)
    #expect(value["milliseconds"] == 1.2)
    guard case .array(let hits)? = value["hits"], case .object(let hit)? = hits.first,
      case .object(let fields)? = hit["fields"]
    else {
      Issue.record("no hits in \(text)")
      return
    }
    #expect(hit["key"] == "2")
    #expect(fields["title"] == "Martlets")
  }

  /// The lines for one document with a long text, without the first.
  private func lines(
    width: Int?, snippet: String? = nil, _ emphasis: Terminal.Emphasis = .none
  ) throws -> [Substring] {
    let schema = RecordSchema(fields: [.text("title", weight: 2), .text("text")])
    let index = try SearchIndex<Record>.inMemory(schema: schema)
    let text =
      "\u{1B}[2J Swifts sleep in the air. In heraldry, the martlet\nnever lands. And so on."
    try index.writeSync { batch in
      try batch.put(Record(key: "1", fields: ["title": "Martlets", "text": .string(text)]))
    }
    var report = SearchReport(results: try index.searchSync("martlet"), seconds: 1e-6)
    report.textFields = ["title", "text"]
    report.snippetField = snippet
    report.emphasis = emphasis
    return try report.text(fields: ["title", "text"], width: width).split(separator: "\n")
      .dropFirst()
      .map { $0.drop { $0 != " " } }
  }

  @Test("a document that is longer than its line has its best passage in a second one")
  func passages() throws {
    let lines = try lines(width: 60)
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("  1  Martlets"))
    #expect(lines[1].hasSuffix("  In heraldry, the martlet never lands."))
    #expect(try self.lines(width: 200).count == 1)
    #expect(try self.lines(width: nil).count == 1)
    let asked = try self.lines(width: nil, snippet: "title")
    #expect(asked.map { String($0.drop { $0 == " " }) }[1] == "Martlets")
  }

  @Test("words of the query are emphasised, and no other control character is printed")
  func emphasis() throws {
    let lines = try lines(width: 60, .color).joined(separator: "\n")
    #expect(lines.contains("\u{1B}[1;31mMartlets\u{1B}[0m"))
    #expect(lines.contains("the \u{1B}[1;31mmartlet\u{1B}[0m never"))
    let whole = try self.lines(width: 300, .color).joined()
    #expect(whole.contains("\\u001B[2J Swifts"))
    #expect(whole.count { $0 == "\u{1B}" } == 4)
    #expect(try self.lines(width: 300).joined().unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test("JSON has the passage of the field that was asked for")
  func snippets() throws {
    var report = SearchReport(results: try index().searchSync("sleep "), seconds: 1e-6)
    report.snippetField = "text"
    let json = try report.json(query: "sleep", fields: [])
    #expect(
      json.contains(
        #""snippets":{"text":{"html":"They <mark>sleep</mark> in &quot;flight&quot;.","#
          + #""ranges":[{"end":10,"start":5}],"text":"They sleep in \"flight\"."}}"#))
  }

  @Test("a snippet of a field that is not there is refused")
  func wrongSnippet() throws {
    let run = try CommandRun()
    try run.write("notes.jsonl", #"{"id": "1", "text": "word"}"#)
    #expect(run("index @i --input @notes.jsonl") == .success)
    #expect(run("search @i word --snippet text") == .success)
    #expect(run("search @i word --snippet txt") == .usage)
  }

  @Test("statistics name every field and segment")
  func statistics() throws {
    let text = StatsCommand.text(try index().statistics)
    #expect(text.hasPrefix("2 documents, 0 deleted, "))
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[1] == "field kind documents without words terms")
    #expect(rows[3...5] == ["title text 2 0 2 2", "text text 2 0 7 6", "year number 1 1 0 1"])
  }

  @Test("check passes a sound index and fails a damaged or missing one")
  func check() throws {
    let run = try CommandRun()
    let lines = (0..<500).map { "{\"id\": \"\($0)\", \"text\": \"word\($0) and more\"}" }
    try run.write("notes.jsonl", lines.joined(separator: "\n"))
    #expect(run("index @i --input @notes.jsonl") == .success)
    #expect(run("check @i") == .success)
    #expect(run("search @i word7") == .success)
    #expect(run("search @i word7 --json --limit 1") == .success)
    #expect(run("stats @i") == .success)
    let files = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
    let largest = try #require(
      try files.max { try size(run.path("i/\($0)")) < size(run.path("i/\($1)")) })
    var data = try Data(contentsOf: URL(fileURLWithPath: run.path("i/\(largest)")))
    data[data.count / 2] ^= 0x40
    try data.write(to: URL(fileURLWithPath: run.path("i/\(largest)")))
    #expect(run("check @i") == .negative)
    #expect(run("check @none") == .failure)
    #expect(run("search @none x") == .failure)
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
