import Dispatch
import Foundation
import Martlet
import MartletToolSupport
import Synchronization

/// The number of writes of one document per second, by durability and by the number of concurrent
/// writers. Writers that wait for the medium share a sync.
enum CommitRates {
  /// The concurrent writers.
  private struct Writers {
    var count: Int
    /// True for tasks, which await; false for threads, which block.
    var areTasks: Bool

    var name: String {
      "\(count) \(areTasks ? "task" : "thread")\(count == 1 ? "" : "s")"
    }
  }

  /// Returns a table with a row for each level and a column for each kind of writers.
  static func table(_ artworks: [Artwork], seconds: Double) throws -> String {
    let writers = [1, 8].flatMap { count in
      [false, true].map { Writers(count: count, areTasks: $0) }
    }
    var table = TextTable(columns: [.left] + writers.map { _ in .right })
    table.add(["writes a second"] + writers.map(\.name))
    table.addRule()
    for (name, level) in [("full", Durability.full), ("normal", .normal), ("none", .none)] {
      let rates = try writers.map { try rate(artworks, level, $0, seconds: seconds) }
      table.add([name] + rates.map { Figures.count(Int($0)) })
    }
    return table.text
  }

  /// Returns the number of writes per second.
  private static func rate(
    _ artworks: [Artwork], _ durability: Durability, _ writers: Writers, seconds: Double
  ) throws -> Double {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = Run(
      index: try SearchIndex(at: folder, options: IndexOptions(durability: durability)),
      artworks: artworks, seconds: seconds)
    let group = DispatchGroup()
    for _ in 0..<writers.count {
      group.enter()
      if writers.areTasks {
        Task.detached {
          await run.writeAsTask()
          group.leave()
        }
      } else {
        Thread.detachNewThread {
          run.writeAsThread()
          group.leave()
        }
      }
    }
    group.wait()
    let total = run.stopwatch.seconds
    if let error = run.failure.withLock({ $0 }) { throw error }
    try run.index.closeSync()
    return Double(run.count.load(ordering: .relaxed)) / total
  }

  /// The state that the writers of one measurement share.
  private final class Run: Sendable {
    let index: SearchIndex<NumberedArtwork>
    let artworks: [Artwork]
    let seconds: Double
    let stopwatch = Stopwatch()
    let count = Atomic(0)
    let failure = Mutex<(any Error)?>(nil)

    init(index: SearchIndex<NumberedArtwork>, artworks: [Artwork], seconds: Double) {
      self.index = index
      self.artworks = artworks
      self.seconds = seconds
    }

    /// Returns the next document; nil if the time is over.
    private func next() -> NumberedArtwork? {
      guard stopwatch.seconds < seconds else { return nil }
      return NumberedArtwork(count.add(1, ordering: .relaxed).oldValue, from: artworks)
    }

    func writeAsTask() async {
      do {
        while let document = next() { try await index.write { try $0.put(document) } }
      } catch {
        failure.withLock { $0 = error }
      }
    }

    func writeAsThread() {
      do {
        while let document = next() { try index.writeSync { try $0.put(document) } }
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }
}
