import Foundation
import Martlet
import MartletToolSupport

/// `snippets`: measures the passages that are shown of hits.
enum SnippetsCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "snippets",
      summary: "Measures the snippets of a page of hits.",
      operands: [.init("FILE", "JSON lines with an id and a text", kind: .file)],
      options: [
        .init("--field", value: "NAME", "the member that is searched (default: text)"),
        .init("--analyzer", value: "NAME", "the analyzer of the texts (default: language:en)"),
        .init("--source", value: "NAME", "the kind of the texts (default: plain)"),
        .init("--bytes", value: "N", "texts are joined and cut to this size (default: 10000)"),
        .init("--hits", value: "N", "how many hits a page has (default: 20)"),
        .init("--count", value: "N", "how many queries (default: 200)"),
      ],
      discussion: """
        Each query has two or three words of a text, the last one unfinished. One thread;
        searching is not measured. "hits" is their mean number. "all" has reading the document; the
        others begin with its text.
        """)
  ) { arguments in
    let setting = try Setting(arguments)
    let index = try setting.index(arguments.required("FILE"))
    let queries = setting.queries
    guard !queries.isEmpty else {
      throw ToolFailure("no line has a member \"\(setting.field)\" with words to search for")
    }
    var table = TextTable(columns: [.left, .right, .right, .right, .right])
    table.add(["", "median", "95 %", "worst", "hits"])
    for part in Part.allCases {
      var hitCount = 0
      var times: [Double] = []
      for query in queries {
        let seconds = try (0..<2).map { _ in
          // New results, which know no words yet.
          let hits = try index.searchSync(query, limit: setting.hitCount).hits
          hitCount += hits.count
          return try part.seconds(hits)
        }
        times.append(min(seconds[0], seconds[1]))
      }
      let samples = Samples(times)
      table.add([
        part.rawValue, Figures.time(samples.median), Figures.time(samples.percentile(0.95)),
        Figures.time(samples.percentile(1)),
        Figures.decimal(Double(hitCount) / Double(2 * queries.count), places: 1),
      ])
    }
    print(table.text)
    return .success
  }

  /// The parts of showing a page of hits, each of which is measured.
  private enum Part: String, CaseIterable {
    case all = "snippets, all"
    case reading = "  reading the documents"
    case marking = "  highlights of the texts"
    case snippets = "  snippets of the texts"

    /// Returns the time for all hits.
    func seconds(_ hits: [Hit<Record>]) throws -> Double {
      let texts = try hits.map { try $0.document()["text"]?.string ?? "" }
      return try Stopwatch.time {
        for (hit, text) in zip(hits, texts) {
          switch self {
          case .all: _ = try hit.snippet("text")
          case .reading: _ = try hit.document()
          case .marking: _ = try hit.highlights(in: "text", of: text)
          case .snippets: _ = try hit.snippet("text", of: text)
          }
        }
      }.0
    }
  }

  /// The documents and the queries.
  private final class Setting {
    let field: String
    let hitCount: Int
    private let analyzer: String
    private let source: String
    private let byteCount: Int
    private let count: Int
    private(set) var queries: [String] = []

    init(_ arguments: CommandArguments) throws {
      field = arguments.value("--field") ?? "text"
      analyzer = arguments.value("--analyzer") ?? "language:en"
      source = arguments.value("--source") ?? "plain"
      byteCount = try arguments.integer("--bytes", default: 10_000, in: 1...10_000_000)
      hitCount = try arguments.integer("--hits", default: 20, in: 1...1_000)
      count = try arguments.integer("--count", default: 200, in: 1...1_000_000)
    }

    /// Makes an index of the file, with texts of at least the size that was asked for.
    func index(_ file: String) throws -> SearchIndex<Record> {
      var records: [Record] = []
      var lines = try LineReader(path: file)
      var line: [UInt8] = []
      var text = ""
      while try lines.next(into: &line) {
        let record = try Record(json: line, keyField: "id")
        guard let value = record[field]?.string else { continue }
        text += value + "\n\n"
        guard text.utf8.count >= byteCount else { continue }
        let part = String(decoding: text.utf8.prefix(byteCount), as: UTF8.self)
        records.append(Record(key: record.key, fields: ["text": .string(part)]))
        text = ""
      }
      let schema = RecordSchema(fields: [.text("text", source: source, analyzer: analyzer)])
      let index = try SearchIndex<Record>.inMemory(
        schema: schema, options: IndexOptions(searchConcurrency: 1))
      try index.writeSync { try $0.put(contentsOf: records) }
      let step = max(1, records.count / count)
      let texts = stride(from: 0, to: records.count, by: step).prefix(count).map { number in
        records[number]["text"]?.string ?? ""
      }
      queries = texts.enumerated().compactMap { Self.words(of: $1, wordCount: 2 + $0 % 2) }
      return index
    }

    /// Returns neighbouring words of a text, the last one cut.
    private static func words(of text: String, wordCount: Int) -> String? {
      let words = text.prefix(2_000).split { !$0.isLetter }.map(String.init)
        .filter { $0.count > 3 }
      guard words.count > 20 else { return nil }
      let chosen = Array(words[9..<9 + wordCount])
      return (chosen.dropLast() + chosen.suffix(1).map { String($0.dropLast()) })
        .joined(separator: " ")
    }
  }
}
