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
