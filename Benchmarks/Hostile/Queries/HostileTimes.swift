import Dispatch
import Foundation
import Martlet
import MartletToolSupport

/// The time and memory that one hostile query takes.
struct HostileTimes {
  private let name: String
  /// The number of hits; nil if the request is refused.
  private(set) var hitCount: Int?
  private var times: [Double] = []
  private var limited = 0.0
  /// The longest time from cancelling to the end; nil if the search always ended before.
  private var cancelled: Double?
  private var shown = 0.0
  private var memory = 0

  /// Measures `query`, each time with an index that was just opened.
  init(of query: HostileQuery, in corpus: HostileCorpus, repeats: Int) throws {
    name = query.name
    let index = try corpus.open()
    memory = try MemorySampler.peak {
      try Self.search(index, query.request(corpus.words)) { _ in }
    }
    try index.closeSync()
    for _ in 0..<repeats {
      let index = try corpus.open()
      times.append(try Stopwatch.time { try measure(index, query.request(corpus.words)) }.0 - shown)
      try index.closeSync()
      limited = max(limited, try timeWithLimit(query, corpus))
      if let seconds = try Self.timeToCancel(query, corpus) {
        cancelled = max(cancelled ?? 0, seconds)
      }
    }
  }

  private mutating func measure(_ index: SearchIndex<Record>, _ request: SearchRequest) throws {
    try Self.search(index, request) { results in
      hitCount = results.hits.count
      shown = try Stopwatch.time {
        for hit in results.hits { _ = try hit.snippet("text") }
      }.0
    }
  }

  /// Searches; a request that is refused counts as one without results.
  private static func search(
    _ index: SearchIndex<Record>, _ request: SearchRequest,
    _ show: (SearchResults<Record>) throws -> Void
  ) throws {
    do { try show(try index.searchSync(request)) } catch let error as SearchError {
      guard error.code == .limitExceeded || error.code == .unsuitableValue else { throw error }
    }
  }

  private func timeWithLimit(_ query: HostileQuery, _ corpus: HostileCorpus) throws -> Double {
    let index = try corpus.open()
    var request = query.request(corpus.words)
    request.timeLimit = .milliseconds(50)
    let seconds = try Stopwatch.time { try Self.search(index, request) { _ in } }.0
    try index.closeSync()
    return seconds
  }

  private static func timeToCancel(
    _ query: HostileQuery, _ corpus: HostileCorpus
  ) throws -> Double? {
    let index = try corpus.open()
    let request = query.request(corpus.words)
    let outcome = Outcome()
    let search = Task.detached {
      do { _ = try await index.search(request) } catch {
        outcome.wasCancelled.withLock { $0 = error is CancellationError }
      }
      outcome.ended.signal()
    }
    Thread.sleep(forTimeInterval: 0.02)
    let stopwatch = Stopwatch()
    search.cancel()
    outcome.ended.wait()
    let seconds = stopwatch.seconds
    try index.closeSync()
    return outcome.wasCancelled.withLock { $0 } ? seconds : nil
  }

  /// The end of a search that another thread waits for.
  private final class Outcome: Sendable {
    let ended = DispatchSemaphore(value: 0)
    let wasCancelled = Lock(false)
  }

  static let heading = row(
    "query", ["median", "worst", "limited", "cancelled", "shown", "memory", "hits"])

  /// The figures, below ``heading``.
  var line: String {
    let samples = Samples(times)
    return Self.row(
      name,
      [
        Figures.time(samples.median), Figures.time(samples.percentile(1)), Figures.time(limited),
        cancelled.map { Figures.time($0) } ?? "–", Figures.time(shown),
        Figures.bytes(max(0, memory)),
        hitCount.map { Figures.count($0) } ?? "refused",
      ])
  }

  /// Returns a line with a name and figures.
  static func row(_ name: String, _ cells: [String]) -> String {
    func spaces(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count))
    }
    return name + spaces(name, 42) + cells.map { spaces($0, 11) + $0 }.joined()
  }
}
