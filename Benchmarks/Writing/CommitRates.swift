import Dispatch
import Foundation
import Martlet
import MartletToolSupport
import Synchronization

/// How many writes of one document a second an index takes, by level and by the number of threads
/// that write at the same time: those that wait for the medium share a sync.
enum CommitRates {
  /// One row for each level, a column for each number of threads.
  static func table(_ artworks: [Artwork], seconds: Double) throws -> String {
    let threadCounts = [1, 8]
    var table = TextTable(columns: [.left] + threadCounts.map { _ in .right })
    table.add(["writes a second"] + threadCounts.map { "\($0) writing" })
    table.addRule()
    for (name, level) in [("full", Durability.full), ("normal", .normal), ("none", .none)] {
      let rates = try threadCounts.map { count in
        try rate(artworks, level, threads: count, seconds: seconds)
      }
      table.add([name] + rates.map { Figures.count(Int($0)) })
    }
    return table.text
  }

  /// - Returns: Writes a second.
  private static func rate(
    _ artworks: [Artwork], _ durability: Durability, threads: Int, seconds: Double
  ) throws -> Double {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let index = try SearchIndex<NumberedArtwork>(
      at: folder, options: IndexOptions(durability: durability))
    let next = Progress()
    let stopwatch = Stopwatch()
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          while stopwatch.seconds < seconds {
            let number = next.value.add(1, ordering: .relaxed).oldValue
            try index.writeSync { try $0.put(NumberedArtwork(number, from: artworks)) }
          }
        } catch {
          next.failure.withLock { $0 = error }
        }
      }
    }
    group.wait()
    let total = stopwatch.seconds
    if let error = next.failure.withLock({ $0 }) { throw error }
    try index.close()
    return Double(next.value.load(ordering: .relaxed)) / total
  }

  /// The number of the next document, and what went wrong.
  private final class Progress: Sendable {
    let value = Atomic(0)
    let failure = Mutex<(any Error)?>(nil)
  }
}
