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
        .init("--compact", "merges the index into one segment first"),
        .init("--passes", value: "N", "how often everything is typed (default: 3)"),
        .init(
          "--threads", value: "N", "the most threads of one search (default: that of applications)"),
      ],
      discussion: """
        Each letter is one search as applications have it by default: 20 hits, and a total up to 1,000.
        All texts are typed several times, each time with an index opened anew, and the shortest time of
        each search counts, so that a pause of the machine does not.
        """)
  ) { arguments in
    let count = try arguments.integer("--count", default: 1_000, in: 1...1_000_000)
    let worst = try arguments.integer("--worst", default: 10, in: 0...1_000)
    let passes = try arguments.integer("--passes", default: 3, in: 1...100)
    let threads = try arguments.integer(
      "--threads", default: IndexOptions().searchConcurrency, in: 1...1_000)
    let field = arguments.value("--field") ?? "text"
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts = try makeIndex(
      in: folder, of: arguments.required("FILE"), field: field, count: count,
      compacting: arguments.has("--compact"))
    guard !texts.isEmpty else {
      throw ToolFailure("there is nothing to search: no line has a member \"\(field)\" with a text")
    }
    let typed = try arguments.value("--queries").map { try queries($0, count: count) } ?? texts
    guard typed.contains(where: { !$0.isEmpty }) else {
      throw ToolFailure("there is nothing to type: no line has a query")
    }
    var searches = try measure(
      folder, typed, passes: passes, threads: threads,
      typos: arguments.has("--fuzzy") ? .auto : .none)
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
    /// The shortest time so far.
    var seconds = Double.infinity
  }

  /// Types all texts letter by letter, `passes` times, and returns the shortest time of each
  /// search.
  ///
  /// A search fills caches that the next ones use, as for a person who types. For each pass the
  /// index is opened anew, so its caches are empty.
  static func measure(
    _ folder: URL, _ texts: [String], passes: Int, threads: Int, typos: Typos = .none
  ) throws -> [Search] {
    var searches = texts.flatMap { text in
      (text.indices.dropFirst() + [text.endIndex]).map { Search(text: String(text[..<$0])) }
    }
    for _ in 0..<passes {
      let index = try SearchIndex<Record>.readOnly(
        at: folder, options: IndexOptions(searchConcurrency: threads))
      for number in searches.indices {
        let request = SearchRequest(searches[number].text) { $0.typos = typos }
        let seconds = try Stopwatch.time { try index.searchSync(request) }.0
        searches[number].seconds = min(searches[number].seconds, seconds)
      }
      try index.closeSync()
    }
    return searches
  }

  private static let schema = RecordSchema(fields: [.text("text")])

  /// Makes an index of a file, and returns the first words of some of its texts.
  static func makeIndex(
    in folder: URL, of file: String, field: String, count: Int, compacting: Bool
  ) throws -> [String] {
    let index = try SearchIndex<Record>(at: folder, schema: schema)
    var (records, texts): ([Record], [String]) = ([], [])
    var lines = try LineReader(path: file)
    var line: [UInt8] = []
    while try lines.next(into: &line) {
      let record = try Record(json: line, keyField: "id")
      records.append(Record(key: record.key, fields: ["text": record[field] ?? ""]))
      if let text = record[field].flatMap(firstWords) { texts.append(text) }
      guard records.count == batchCount else { continue }
      try index.writeSync { try $0.put(contentsOf: records) }
      records = []
    }
    try index.writeSync { try $0.put(contentsOf: records) }
    if compacting { try index.compactSync() }
    print("segments: \(index.statistics.segmentCount)")
    try index.closeSync()
    let step = max(1, texts.count / count)
    return stride(from: 0, to: texts.count, by: step).prefix(count).map { texts[$0] }
  }

  /// The number of documents that are written at once.
  private static let batchCount = 2_000

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
