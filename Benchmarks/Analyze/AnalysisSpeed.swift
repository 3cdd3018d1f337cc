import Foundation
import Martlet
import MartletToolSupport

/// The speed at which one analyzer turns texts into numbered terms.
struct AnalysisSpeed {
  /// The bytes of text in a round.
  let byteCount: Int
  /// The number of tokens found in a round.
  let tokenCount: Int
  /// The number of distinct terms.
  let termCount: Int
  /// The processor time of the fastest round, in seconds. Other programs do not count.
  let seconds: Double

  /// Measures `rounds` rounds over the texts, which are repeated until there are `size` bytes.
  init(_ texts: [String], analyzer: Analyzer, size: Int, rounds: Int) {
    let once = texts.reduce(0) { $0 + $1.utf8.count }
    let repeats = max(1, size / max(1, once))
    byteCount = once * repeats
    var counts = (tokens: 0, terms: 0)
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = Self.processorSeconds
      counts = AnalysisProbe.count(texts, repeats: repeats, analyzer: analyzer)
      best = min(best, Self.processorSeconds - start)
    }
    (tokenCount, termCount) = counts
    seconds = best
  }

  /// The processor time of this program so far. POSIX counts it in microseconds.
  private static var processorSeconds: Double { Double(clock()) / 1e6 }

  /// The cells of a table row after the analyzer's name.
  var cells: [String] {
    [
      Figures.bytes(byteCount), Figures.count(tokenCount), Figures.count(termCount),
      Figures.decimal(Double(byteCount) / seconds / 1e6, places: 1),
    ]
  }

  /// A short text, for a quick try.
  static let sample = [
    "The martlet is a swift that never lands: it sleeps while it flies, says an old tale.",
    "A swift's legs are short; heraldry's martlets have none (since about 1200, in England).",
  ]
}
