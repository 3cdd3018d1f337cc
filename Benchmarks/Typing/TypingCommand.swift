import Foundation
import Martlet
import MartletToolSupport

/// `typing`: measures searches for texts that are typed letter by letter.
enum TypingCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "typing",
      summary: "Measures searches with every letter that is typed.",
      operands: [.init("FILE", "JSON lines with an id and a text", kind: .file)],
      options: [
        .init("--field", value: "NAME", "the member that is searched (default: text)"),
        .init(
          "--queries", value: "TSV", kind: .file,
          "the texts that are typed, after the last tab of each line (default: beginnings of texts)"
        ),
        .init("--count", value: "N", "how many texts are typed (default: 1000)"),
        .init("--fuzzy", "words may be misspelt"),
        .init("--worst", value: "N", "how many of the slowest to print (default: 10)"),
      ],
      discussion: """
        Each letter is one search as applications have it by default: 20 hits, and a total up to 1,000.
        One thread; a search is measured once, and again if it took long, so that a pause of the
        machine does not count.
        """)
  ) { arguments in
    let count = try arguments.integer("--count", default: 1_000, in: 1...1_000_000)
    let worst = try arguments.integer("--worst", default: 10, in: 0...1_000)
    let field = arguments.value("--field") ?? "text"
    let (index, texts) = try index(of: arguments.required("FILE"), field: field, count: count)
    let typed = try arguments.value("--queries").map { try queries($0, count: count) } ?? texts
    guard typed.contains(where: { !$0.isEmpty }) else {
      throw ToolFailure("there is nothing to type: no line has a member \"\(field)\" with a text")
    }
    var searches = try measure(index, typed, arguments.has("--fuzzy") ? .auto : .none)
    let times = Samples(searches.map(\.seconds))
    print(
      "\(Figures.count(searches.count)) searches for \(Figures.count(typed.count)) texts: half within "
        + "\(Figures.time(times.median)), 95 % within \(Figures.time(times.percentile(0.95))), "
        + "99 % within \(Figures.time(times.percentile(0.99))), all within "
        + Figures.time(times.percentile(1)))
    searches.sort { $0.seconds > $1.seconds }
    for search in searches.prefix(worst) {
      print("  \(Figures.time(search.seconds))  \(search.text.onOneLine)")
    }
    return .success
  }

  /// A search for what has been typed so far.
  struct Search {
    var text: String
    var seconds: Double
  }

  /// The time from which on a search is measured again.
  private static let longSeconds = 0.001

  /// Types all texts letter by letter.
  static func measure(
    _ index: SearchIndex<Record>, _ texts: [String], _ typos: Typos = .none
  ) throws -> [Search] {
    var searches: [Search] = []
    for text in texts {
      for end in text.indices.dropFirst() + [text.endIndex] {
        let typed = String(text[..<end])
        let request = SearchRequest(typed) { $0.typos = typos }
        var seconds = try Stopwatch.time { try index.searchSync(request) }.0
        if seconds > longSeconds {
          for _ in 0..<2 {
            seconds = min(seconds, try Stopwatch.time { try index.searchSync(request) }.0)
          }
        }
        searches.append(Search(text: typed, seconds: seconds))
      }
    }
    return searches
  }

  /// Makes an index of a file, and returns it with the first words of some of its texts.
  static func index(
    of file: String, field: String, count: Int
  ) throws -> (SearchIndex<Record>, [String]) {
    let schema = RecordSchema(fields: [.text("text")])
    var records: [Record] = []
    var lines = try LineReader(path: file)
    var line: [UInt8] = []
    while try lines.next(into: &line) {
      let record = try Record(json: line, keyField: "id")
      records.append(Record(key: record.key, fields: ["text": record[field] ?? ""]))
    }
    let index = try SearchIndex<Record>.inMemory(
      schema: schema, options: IndexOptions(searchConcurrency: 1))
    try index.writeSync { try $0.put(contentsOf: records) }
    let step = max(1, records.count / count)
    let texts = stride(from: 0, to: records.count, by: step).compactMap { number in
      records[number]["text"].flatMap(firstWords)
    }
    return (index, Array(texts.prefix(count)))
  }

  /// Returns the first three words of a text.
  private static func firstWords(_ value: Record.Value) -> String? {
    guard case .string(let text) = value, !text.isEmpty else { return nil }
    return text.prefix(200).split(separator: " ").prefix(3).joined(separator: " ")
  }

  private static func queries(_ file: String, count: Int) throws -> [String] {
    try TextFile.read(file).split(separator: "\n").prefix(count).map { line in
      String(line.split(separator: "\t").last ?? "")
    }
  }
}
