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
        the time that half of such searches take; the time is from there to its end.
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
    let usual = Samples(
      (0..<100).map { _ in
        Stopwatch.time {
          let end = DispatchSemaphore(value: 0)
          Task.detached {
            _ = try? await index.searchAsTyped(draw(queries))
            end.signal()
          }
          end.wait()
        }.0
      }
    ).median
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let end = DispatchSemaphore(value: 0)
      let wasCancelled = Lock(false)
      let search = Task.detached {
        do { _ = try await index.searchAsTyped(draw(queries)) } catch {
          wasCancelled.withLock { $0 = error is CancellationError }
        }
        end.signal()
      }
      // This thread is not one of those that run tasks, which are all busy.
      Thread.sleep(forTimeInterval: .random(in: 0...usual))
      let stopwatch = Stopwatch()
      search.cancel()
      end.wait()
      // A search that had ended before tells nothing.
      if wasCancelled.withLock({ $0 }) { seconds.append(stopwatch.seconds) }
    }
    load.cancel()
    let counts = [rounds, seconds.count].map { Figures.count($0) }
    let line = "\(counts[0]) searches, \(counts[1]) of them cancelled before their end"
    guard !seconds.isEmpty else { return line }
    let times = Samples(seconds)
    // Of fewer, the last hundredth is the longest.
    let most =
      seconds.count < 200 ? "" : "99 % within \(Figures.time(times.percentile(0.99))), "
    return line
      + ": of these, half ended within \(Figures.time(times.median)), \(most)all within "
      + Figures.time(times.percentile(1))
  }

  private static func draw(_ queries: [String]) -> String {
    String((queries.randomElement() ?? "").prefix(.random(in: 1...3)))
  }
}
