import Foundation
import Martlet
import MartletToolSupport

/// Measures documents written one `write` at a time, each of which is searched for at once.
struct SingleWrites {
  /// The times of the writes in seconds, in order.
  var seconds: [Double] = []
  /// The number of segments after each write.
  var segmentCounts: [Int] = []
  /// The number of segments once merging has come to rest.
  var segmentsAtRest = 0

  /// Writes `count` documents and measures each write.
  ///
  /// - Throws: The errors of the index; ``ToolFailure`` if a document is not found as soon as
  ///   `write` has returned.
  static func measure(
    _ index: SearchIndex<NumberedArtwork>, _ artworks: [Artwork], count: Int
  ) throws -> SingleWrites {
    var result = SingleWrites()
    for number in 0..<count {
      let artwork = NumberedArtwork(number, from: artworks)
      let (seconds, _) = try Stopwatch.time { try index.writeSync { try $0.put(artwork) } }
      result.seconds.append(seconds)
      let found = try index.searchSync("mark:mark\(number)").hits.map(\.id)
      guard found == [number] else {
        throw ToolFailure("expected to find document \(number) once written, found \(found)")
      }
      result.segmentCounts.append(index.statistics.segmentCount)
    }
    result.segmentsAtRest = atRest(index)
    return result
  }

  /// Returns the number of segments once it has not changed for a second.
  private static func atRest(_ index: SearchIndex<NumberedArtwork>) -> Int {
    var (count, unchanged) = (index.statistics.segmentCount, 0)
    while unchanged < 10 {
      Thread.sleep(forTimeInterval: 0.1)
      unchanged = index.statistics.segmentCount == count ? unchanged + 1 : 0
      count = index.statistics.segmentCount
    }
    return count
  }

  /// A row for each tenth of the writes, and a summary.
  var text: String {
    var table = TextTable(columns: Array(repeating: .right, count: 6))
    table.add(["writes", "mean", "median", "p95", "worst", "segments"])
    table.addRule()
    let step = max(1, seconds.count / 10)
    for start in stride(from: 0, to: seconds.count, by: step) {
      let end = min(start + step, seconds.count)
      let part = Samples(Array(seconds[start..<end]))
      let segments = segmentCounts[start..<end].max() ?? 0
      table.add([
        "\(Figures.count(start + 1)) to \(Figures.count(end))", Figures.time(part.mean),
        Figures.time(part.median), Figures.time(part.percentile(0.95)),
        Figures.time(part.percentile(1)), "≤ \(segments)",
      ])
    }
    let count = Figures.count(seconds.count, "document")
    return table.text + "\n\n\(count), each found as soon as its write had returned; "
      + "\(Figures.count(segmentsAtRest, "segment")) at rest."
  }
}
