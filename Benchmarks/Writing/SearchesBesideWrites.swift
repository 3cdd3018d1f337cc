import Dispatch
import Foundation
import Martlet
import MartletToolSupport
import Synchronization

/// The latency of searches on one thread while another thread does something.
enum SearchesBesideWrites {
  private static let queries = [
    "the", "landscape with figures", "\"the river\"", "por", "study for a portrait of",
    "+oil +canvas",
    "blue or red", "turner -study",
  ]

  /// Returns a table with a row for each activity of the other thread.
  static func table(
    _ index: SearchIndex<NumberedArtwork>, _ artworks: [Artwork], seconds: Double
  ) throws -> String {
    var table = TextTable(columns: [.left] + Array(repeating: .right, count: 6))
    table.add(["the other thread", "searches", "median", "p99", "p99.9", "worst", "writes"])
    table.addRule()
    let (idle, _) = try measure(index, seconds: seconds) { false }
    add("is idle", idle, 0, to: &table)
    let (computing, _) = try measure(index, seconds: seconds) {
      _ = compute(artworks); return true
    }
    add("computes", computing, 0, to: &table)
    // Documents are replaced, so that each row searches as many.
    let size = index.statistics.documentCount
    var number = 0
    let (writing, writes) = try measure(index, seconds: seconds) {
      let artwork = NumberedArtwork(number % size, from: artworks)
      number += 1
      try index.writeSync { try $0.put(artwork) }
      return true
    }
    add("writes", writing, writes, to: &table)
    let (batches, batchCount) = try measure(index, seconds: seconds) {
      let first = number
      number += 1_000
      try index.writeSync { batch in
        for number in first..<first + 1_000 {
          try batch.put(NumberedArtwork(number % size, from: artworks))
        }
      }
      return true
    }
    add("writes 1,000 at once", batches, batchCount, to: &table)
    return table.text
  }

  private static func add(
    _ name: String, _ times: Samples, _ writes: Int, to table: inout TextTable
  ) {
    table.add([
      name, Figures.count(times.count), Figures.time(times.median),
      Figures.time(times.percentile(0.99)), Figures.time(times.percentile(0.999)),
      Figures.time(times.percentile(1)), Figures.count(writes),
    ])
  }

  /// Searches for `seconds` on a separate thread, while this one repeats `work` until it returns
  /// false.
  ///
  /// - Returns: The times of the searches, and how often `work` was done.
  private static func measure(
    _ index: SearchIndex<NumberedArtwork>, seconds: Double, _ work: () throws -> Bool
  ) throws -> (Samples, Int) {
    let reader = Reader(index, seconds: seconds)
    reader.thread.start()
    var count = 0
    do {
      while !reader.isDone, try work() { count += 1 }
    } catch {
      reader.wait()
      throw error
    }
    reader.wait()
    return (Samples(try reader.result()), count)
  }

  private static func compute(_ artworks: [Artwork]) -> Int {
    artworks.prefix(200).reduce(0) { $0 ^ $1.text.hashValue }
  }

  /// A thread that searches.
  private final class Reader: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Result<[Double], any Error>?>(nil)
    private let index: SearchIndex<NumberedArtwork>
    private let seconds: Double

    init(_ index: SearchIndex<NumberedArtwork>, seconds: Double) {
      self.index = index
      self.seconds = seconds
    }

    var thread: Thread {
      Thread { [self] in
        let result = Result { try search() }
        outcome.withLock { $0 = result }
        done.signal()
      }
    }

    var isDone: Bool { outcome.withLock { $0 != nil } }

    /// Waits for the thread to end. May be called only once.
    func wait() { done.wait() }

    func result() throws -> [Double] {
      try outcome.withLock { $0 }?.get() ?? []
    }

    private func search() throws -> [Double] {
      var times: [Double] = []
      let stopwatch = Stopwatch()
      while stopwatch.seconds < seconds {
        for query in SearchesBesideWrites.queries {
          times.append(try Stopwatch.time { try index.searchSync(query) }.0)
        }
      }
      return times
    }
  }
}
