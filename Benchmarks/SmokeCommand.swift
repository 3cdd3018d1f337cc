import Foundation
import Martlet
import MartletToolSupport

/// `smoke`: most commands on tiny data, so that they do not rot unnoticed.
enum SmokeCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "smoke",
      summary: "Runs most commands on tiny data and checks the answers.",
      discussion: "Takes seconds. The exit status is 1 when an answer is wrong.")
  ) { _ in
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try game(folder.path)
    try relevance(folder.path)
    try analyze()
    try scan()
    try writing()
    _ = HostileCommand.measure(size: 1_000, repeats: 1)
    try hostileQueries(folder.path)
    try LimitsCommand.measure(LimitCase.allCases, megabytes: 2)
    try growth(folder.path)
    try columns(folder.path)
    print("smoke: all that was run works")
    return .success
  }

  private static func check(_ condition: Bool, _ message: String) throws(ToolFailure) {
    guard condition else { throw ToolFailure("smoke: \(message)") }
  }

  private static func write(_ lines: [String], to path: String) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func columns(_ folder: String) throws {
    let lines = (0..<100).map { number in
      #"{"id": "\#(number)", "title": "the storm", "artist": "a\#(number % 7)", "year": \#(number)}"#
    }
    try write(lines, to: "\(folder)/values.jsonl")
    let rows = try ColumnsCommand.measure("\(folder)/values.jsonl", segments: 3, repeats: 1)
    try check(rows.allSatisfy { $0.count <= 100 }, "expected at most 100 documents in \(rows)")
    let drifts = try ReconcileCommand.measure(count: 300, segments: 2)
    try check(
      drifts.map(\.drift) == ["3 missing, 3 stale, 3 orphaned", "3 missing, 3 stale, 3 orphaned"],
      "expected three keys of each kind, found \(drifts)")
    let records = (0..<50).map {
      Record(key: "\($0)", fields: ["text": .string("the storm \($0)")])
    }
    let crash = try RecoveryCommand.measure(records, batch: 3, repeats: 1)
    try check(
      crash.documentCount == crash.writtenCount && crash.documentCount > 40,
      "expected most documents after a crash, found \(crash.documentCount)")
    let typing = URL(fileURLWithPath: "\(folder)/typing")
    let texts = try TypingCommand.makeIndex(
      in: typing, of: "\(folder)/values.jsonl", field: "title", count: 3, compacting: true)
    let searches = try TypingCommand.measure(typing, texts, passes: 2, threads: 1)
    try check(searches.count == 27, "expected 9 letters of 3 texts, found \(searches.count)")
    try check(rows.contains { $0.count == 100 }, "expected 100 documents in \(rows)")
  }

  private static func game(_ folder: String) throws {
    let texts = ["the swift flies", "the martlet never lands", "a swift martlet", "the end"]
    let documents = texts.enumerated().map { "{\"id\": \"\($0)\", \"text\": \"\($1)\"}" }
    try write(documents, to: "\(folder)/corpus.jsonl")
    let bytes = try GameIndex.build(
      corpus: "\(folder)/corpus.jsonl", folder: "\(folder)/index")
    try check(bytes > 100, "expected a corpus of more than 100 bytes, found \(bytes)")
    let index = try GameIndex(folder: "\(folder)/index")
    let (times, elapsed) = try GameThroughputCommand.measure(
      index, ["swift", "martlet"], .asTyped, clientCount: 2, seconds: 0.01)
    try check(elapsed >= 0.01, "expected 0.01 seconds or more, found \(elapsed)")
    try check(times.count > 1, "expected more than one search of two clients, found \(times.count)")
    for (query, ids) in [
      ("swift martlet", ["0", "1", "2"]), ("+swift +martlet", ["2"]), ("\"swift flies\"", ["0"]),
      ("martlet -never", ["2"]), ("+the martlet", ["0", "1", "3"]), ("fl*", ["0"]), ("none", []),
    ] {
      for command in try GameQueryCommand.commands("TOP_10,TOP_10_COUNT,COUNT") {
        let result = try GameQueryCommand.measure(query, 0, command, in: index, repeats: 2)
        if command.counts {
          try check(result.total == ids.count, "\(query) \(command.name): \(result)")
        }
        if command.limit > 0 {
          try check(result.top.map(\.id).sorted() == ids, "\(query): \(result)")
        }
      }
    }
    var build = GameIndex.Build(segmentCount: 3)
    build.deletedPercent = 30
    _ = try GameIndex.build(corpus: "\(folder)/corpus.jsonl", folder: "\(folder)/parts", build)
    let typed = try GameQueryCommand.measure(
      "swift mart", 0, .asTyped, in: GameIndex(folder: "\(folder)/parts"), repeats: 1)
    try check(typed.top.map(\.id) == ["2"] && typed.total == 1, "as typed: \(typed)")
    let queries = try GameQuery.parse("term\tswift\nterm\tmartlet")
    let touch = try FirstTouch(folder: "\(folder)/index", queries)
    try check(touch.firstPass >= touch.firstQuery, touch.line)
    let stopped = StoppingCommand.measure(index, ["swift"], rounds: 3)
    try check(stopped.hasPrefix("3 searches"), stopped)
  }

  private static func hostileQueries(_ folder: String) throws {
    let hostile = URL(fileURLWithPath: "\(folder)/hostile")
    try HostileCorpus.make(in: hostile, of: "\(folder)/corpus.jsonl", field: "text")
    let corpus = try HostileCorpus(folder: hostile)
    for query in HostileQuery.all.suffix(1) {
      let times = try HostileTimes(of: query, in: corpus, repeats: 1)
      let count = times.hitCount ?? .max
      try check(count <= 4, "expected at most 4 hits, found \(count)")
    }
  }

  private static func relevance(_ folder: String) throws {
    let documents = [
      "{\"id\": \"1\", \"title\": \"Lift\", \"body\": \"The lift of a wing in a slipstream.\"}",
      "{\"id\": \"2\", \"title\": \"Heat\", \"body\": \"Heat conduction in composite slabs.\"}",
    ]
    try write(documents, to: "\(folder)/docs.jsonl")
    try write(["1\twhat is (lift)?", "2\theat in slabs"], to: "\(folder)/queries.tsv")
    try write(["1 0 1 1", "2 0 2 1"], to: "\(folder)/qrels.txt")
    let collection = try Collection(folder: folder)
    let run = try RelevanceCommand.answer(collection, analyzer: "standard", ranking: BM25())
    let metrics = RelevanceMetrics(of: run, judgedBy: collection.judgements)
    try check(
      metrics.averagePrecision == 1, "expected a mean average precision of 1, found \(metrics)")
    print(RelevanceCommand.table("smoke", collection, metrics) + "\n")
  }

  private static func analyze() throws {
    let speed = AnalysisSpeed(AnalysisSpeed.sample, analyzer: .language("en"), size: 1, rounds: 1)
    try check(speed.tokenCount > 40 && speed.termCount < speed.tokenCount, "\(speed.cells)")
  }

  private static func scan() throws {
    let texts = try ScanCommand.texts(nil, limit: 300)
    print(try ScanComparison(texts: texts, queryCount: 8).table().text)
  }

  /// `micro`, `build` and `scale` as small as they can be, and a report of what they and the game
  /// measured.
  private static func growth(_ folder: String) throws {
    let results = "\(folder)/results"
    try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
    var figures = try MicroCommand.measure(
      documentCount: 2_000, .init(rounds: 1, seconds: 0))
    figures.add(try BuildCommand.measure(BuildOptions(file: "\(folder)/corpus.jsonl")))
    let table = try ScaleCommand.measure(
      ScaleTexts(), sizes: [100, 300], queryCount: 4, repeats: 1)
    print(table.text)
    figures.add(table.figures)
    try write(
      figures.text.split(separator: "\n").map(String.init), to: "\(results)/figures.tsv")
    try write(["term\tswift", "term\tmartlet"], to: "\(results)/queries.tsv")
    let index = try GameIndex(folder: "\(folder)/index")
    let command = try GameQueryCommand.commands("TOP_10")[0]
    let lines = try ["swift", "martlet"].enumerated().map { number, query in
      try GameQueryCommand.measure(query, number, command, in: index, repeats: 1).line()
    }
    try write(lines, to: "\(results)/martlet.jsonl")
    let options = ["--machine", "smoke", "--commit", "0", "--records", "\(folder)/records"]
    let arguments = try ReportCommand.command.syntax.parse([results] + options)
    try check(ReportCommand.command.run(arguments) == .success, "the report failed")
    let report = try TextFile.read("\(results)/report.md")
    try check(report.contains("| term | 2 |"), report)
  }

  private static func writing() throws {
    let index = SearchIndex<NumberedArtwork>.inMemory()
    let artworks = try Artwork.collection()
    let writes = try SingleWrites.measure(index, artworks, count: 40)
    try check(index.statistics.documentCount == 40, "\(index.statistics) after 40 writes")
    print(writes.text + "\n")
    print(try SearchesBesideWrites.table(index, artworks, seconds: 0.1))
  }
}
