import Foundation
import Martlet
import MartletToolSupport

/// Measures an index of one size.
enum ScaleRun {
  /// Builds an index of the first `documentCount` texts in a temporary folder and searches it.
  static func measure(
    _ texts: ScaleTexts, _ queries: ScaleQueries, documentCount: Int, repeats: Int
  ) throws -> ScaleTable.Row {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let index = try SearchIndex<GameDocument>(
      at: folder, options: IndexOptions(durability: .none))
    var (bytes, seconds) = (0, 0.0)
    // Memory that smaller indexes have left in the heap is used again, so all of it counts.
    let before = MemorySampler.current()
    let growth = try MemorySampler.peak {
      (bytes, seconds) = try build(index, texts, documentCount)
    }
    let times = try queries.kinds.map { try time($0, index, repeats: repeats) }
    try index.closeSync()
    return ScaleTable.Row(
      documentCount: documentCount, textBytes: bytes, buildSeconds: seconds,
      indexBytes: try GameIndex.size(ofFolder: folder.path), ownMemory: before + growth,
      times: times)
  }

  /// Adds the texts. The time for making them does not count.
  private static func build(
    _ index: SearchIndex<GameDocument>, _ texts: ScaleTexts, _ count: Int
  ) throws -> (bytes: Int, seconds: Double) {
    var (bytes, seconds) = (0, 0.0)
    for start in stride(from: 0, to: count, by: 50_000) {
      let documents = (start..<min(count, start + 50_000)).map {
        GameDocument(id: "\($0)", text: texts.text($0))
      }
      bytes += documents.reduce(0) { $0 + ($1.text ?? "").utf8.count }
      seconds += try Stopwatch.time {
        try index.writeSync { try $0.put(contentsOf: documents) }
      }.0
    }
    seconds += try Stopwatch.time { try index.compactSync() }.0
    return (bytes, seconds)
  }

  /// Returns the mean over the queries of a kind, each the best of several repetitions.
  private static func time(
    _ kind: ScaleQueries.Kind, _ index: SearchIndex<GameDocument>, repeats: Int
  ) throws -> Double {
    var sum = 0.0
    for query in kind.queries {
      let request = GameIndex.request(query, kind.command)
      _ = try index.searchSync(request)
      var best = Double.infinity
      for _ in 0..<repeats {
        best = min(best, try Stopwatch.time { try index.searchSync(request) }.0)
      }
      sum += best
    }
    return sum / Double(max(1, kind.queries.count))
  }
}
