import Martlet
import MartletToolSupport

/// `game-query`: runs a file of queries under each command, one line of JSON per answer.
enum GameQueryCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "game-query",
      summary: "Measures a file of queries on the game's index.",
      operands: [
        .init("DIR", "the folder of the index"),
        .init("QUERIES", "lines of class<TAB>query"),
        .init("REPEAT", "how often each query is measured; the best counts"),
        .init(
          "COMMANDS", "TOP_10, TOP_100_COUNT, COUNT and so on, with commas between",
          isRequired: false),
      ],
      options: [
        .init(
          "--as-typed",
          "asks as for a person who is typing: last word unfinished, 20 hits, a count up to 1,000"),
        .init("--proximity", "words that stand near each other add to the scores"),
        .init("--threads", value: "N", "threads that one long search may use (default: 1)"),
      ],
      discussion: """
        Every query runs once before it is measured. The time is from the query's text to the
        results, on one thread unless --threads says otherwise. With --as-typed, the mean and the longest time are said in the end.
        """)
  ) { arguments in
    let repeats = try CommandArguments.integer(
      arguments.required("REPEAT"), called: "REPEAT", in: 1...1_000_000)
    var commands = try commands(arguments.operand("COMMANDS") ?? "")
    if arguments.has("--as-typed") { commands.append(.asTyped) }
    guard !commands.isEmpty else { throw UsageError("give COMMANDS or --as-typed") }
    let queries = try GameQuery.parse(TextFile.read(arguments.required("QUERIES")))
    var index = try GameIndex(
      folder: arguments.required("DIR"),
      searchConcurrency: arguments.integer("--threads", default: 1, in: 1...1_000))
    if arguments.has("--proximity") { index.proximity = .standard }
    for command in commands {
      for query in queries { _ = try index.search(query.text, command) }
      var times: [(microseconds: Double, text: String)] = []
      for (number, query) in queries.enumerated() {
        let result = try measure(query.text, number, command, in: index, repeats: repeats)
        times.append((result.microseconds, query.text))
        print(try result.line())
      }
      if command == .asTyped { StandardError.print(summary(times)) }
    }
    return .success
  }

  /// Returns the mean and the longest of some times.
  private static func summary(_ times: [(microseconds: Double, text: String)]) -> String {
    guard let longest = times.max(by: { $0.microseconds < $1.microseconds }) else {
      return "no query was measured"
    }
    let mean = times.reduce(0) { $0 + $1.microseconds } / Double(times.count)
    let figures = [mean, longest.microseconds].map { Figures.decimal($0, places: 1) }
    return "as typed: mean \(figures[0]) µs, longest \(figures[1]) µs for \(longest.text)"
  }

  /// Returns the commands of a list that is separated by commas.
  static func commands(_ list: String) throws(UsageError) -> [GameCommand] {
    var commands: [GameCommand] = []
    for name in list.split(separator: ",") {
      guard let command = GameCommand(String(name)) else {
        throw UsageError("unknown command \"\(name)\" in COMMANDS")
      }
      commands.append(command)
    }
    return commands
  }

  static func measure(
    _ text: String,
    _ number: Int,
    _ command: GameCommand,
    in index: GameIndex,
    repeats: Int
  ) throws -> GameResult {
    let (first, results) = try Stopwatch.time { try index.search(text, command) }
    var best = first
    for _ in 1..<repeats {
      best = min(best, try Stopwatch.time { try index.search(text, command) }.0)
    }
    let hits = results.hits.prefix(10).map { GameResult.Hit(id: $0.id, score: $0.score) }
    return GameResult(
      command: command, query: number, microseconds: best * 1e6, total: GameIndex.total(results),
      top: Array(hits))
  }
}
