import Dispatch
import Foundation
import Martlet
import MartletToolSupport

/// `stopping`: measures how soon a search ends after it was cancelled.
enum StoppingCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "stopping",
      summary: "Measures how soon a cancelled search ends.",
      operands: [
        .init("DIR", "the folder of the game's index"),
        .init("QUERIES", "lines of class<TAB>query"),
      ],
      options: [
        .init("--rounds", value: "N", "searches that are cancelled (default: 2000)")
      ],
      discussion: """
        The first one to three letters of a query are searched as the beginning of a word, while
        another task does the same without a pause. Each search is cancelled at a moment drawn from
        the first twenty milliseconds; the time is from there to its end.
        """)
  ) { arguments in
    let rounds = try arguments.integer("--rounds", default: 2_000, in: 1...1_000_000)
    let queries = try GameQuery.parse(TextFile.read(arguments.required("QUERIES")))
      .map { $0.text.filter { $0.isLetter || $0 == " " } }.filter { $0.count > 3 }
    guard !queries.isEmpty else {
      throw ToolFailure("\(arguments.required("QUERIES")) has no queries")
    }
    let index = try GameIndex(folder: arguments.required("DIR"))
    print(measure(index, queries, rounds: rounds))
    return .success
  }

  /// Returns the times from cancelling to the end of `rounds` searches, as one line.
  static func measure(_ index: GameIndex, _ queries: [String], rounds: Int) -> String {
    let load = Task.detached {
      while !Task.isCancelled { _ = try? await index.searchAsTyped(draw(queries)) }
    }
    var seconds: [Double] = []
    let cancelled = Counter()
    for _ in 0..<rounds {
      let end = DispatchSemaphore(value: 0)
      let search = Task.detached {
        do { _ = try await index.searchAsTyped(draw(queries)) } catch {
          cancelled.add()
        }
        end.signal()
      }
      // This thread is not one of those that run tasks, which are all busy.
      Thread.sleep(forTimeInterval: .random(in: 0..<0.02))
      let stopwatch = Stopwatch()
      search.cancel()
      end.wait()
      seconds.append(stopwatch.seconds)
    }
    load.cancel()
    seconds.sort()
    let places = [0.5, 0.99, 1].map { seconds[min(rounds - 1, Int(Double(rounds) * $0))] }
    let figures = places.map { Figures.time($0) }
    return
      "\(Figures.count(rounds)) searches, \(Figures.count(cancelled.count)) of them cancelled "
      + "before their end: half ended within \(figures[0]), 99 % within \(figures[1]), all within "
      + figures[2]
  }

  private static func draw(_ queries: [String]) -> String {
    String((queries.randomElement() ?? "").prefix(.random(in: 1...3)))
  }

  /// A count that several tasks share.
  private final class Counter: Sendable {
    private let value = Lock(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }
}
