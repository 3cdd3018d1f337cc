import Foundation
import Martlet
import MartletToolSupport

/// `game-throughput`: measures how many searches several clients of one index have answered in a
/// second.
enum GameThroughputCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "game-throughput",
      summary: "Measures searches of several clients at the same time.",
      operands: [
        .init("DIR", "the folder of the index"),
        .init("QUERIES", "lines of class<TAB>query"),
        .init("COMMANDS", "TOP_10, TOP_100_COUNT, COUNT and so on, with commas between"),
      ],
      options: [
        .init("--clients", value: "N", "threads that search (default: 8)"),
        .init("--threads", value: "N", "threads that one long search may use (default: 1)"),
        .init("--seconds", value: "S", "how long each command is measured (default: 5)"),
      ],
      discussion: """
        Every query runs once before. Then each client goes through all queries again and again,
        from a place of its own.
        """)
  ) { arguments in
    let clientCount = try arguments.integer("--clients", default: 8, in: 1...1_000)
    let seconds = try arguments.integer("--seconds", default: 5, in: 1...3_600)
    let queries = try GameQuery.parse(TextFile.read(arguments.required("QUERIES")))
    guard !queries.isEmpty else {
      throw ToolFailure("\(arguments.required("QUERIES")) has no queries that this can measure")
    }
    let index = try GameIndex(
      folder: arguments.required("DIR"),
      searchConcurrency: arguments.integer("--threads", default: 1, in: 1...1_000))
    for command in try GameQueryCommand.commands(arguments.required("COMMANDS")) {
      for query in queries { _ = try index.search(query.text, command) }
      let (times, elapsed) = try measure(
        index, queries.map(\.text), command, clientCount: clientCount, seconds: Double(seconds))
      let rate = Double(times.count) / elapsed
      print(
        "\(command.name): \(Figures.count(Int(rate))) searches a second, half within "
          + "\(Figures.time(times.median)), 99 % within \(Figures.time(times.percentile(0.99)))")
    }
    return .success
  }

  /// Returns the times of all searches that `clientCount` threads have begun within `seconds`, and
  /// the seconds until the last of them ended.
  static func measure(
    _ index: GameIndex, _ texts: [String], _ command: GameCommand, clientCount: Int,
    seconds: Double
  ) throws -> (times: Samples, elapsed: Double) {
    let results = Lock<[Result<[Double], any Error>]>([])
    let end = DispatchSemaphore(value: 0)
    let stopwatch = Stopwatch()
    for client in 0..<clientCount {
      Thread {
        let result = Result {
          try search(index, texts, command, from: texts.count * client / clientCount, seconds)
        }
        results.withLock { $0.append(result) }
        end.signal()
      }.start()
    }
    for _ in 0..<clientCount { end.wait() }
    let elapsed = stopwatch.seconds
    return (Samples(try results.withLock { $0 }.flatMap { try $0.get() }), elapsed)
  }

  private static func search(
    _ index: GameIndex, _ texts: [String], _ command: GameCommand, from first: Int,
    _ seconds: Double
  ) throws -> [Double] {
    var times: [Double] = []
    var next = first
    let stopwatch = Stopwatch()
    repeat {
      times.append(try Stopwatch.time { try index.search(texts[next % texts.count], command) }.0)
      next += 1
    } while stopwatch.seconds < seconds
    return times
  }
}
