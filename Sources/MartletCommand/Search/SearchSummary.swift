import Martlet
import MartletToolSupport

/// Totals as text.
enum SearchSummary {
  /// Returns a number: `1,234`, `1,000+` or `?`.
  static func number(_ total: MatchCount) -> String {
    switch total {
    case .exactly(let count): Figures.count(count)
    case .atLeast(let count): Figures.count(count) + "+"
    case .notCounted: "?"
    }
  }

  /// Returns a number with a noun: `1 document`, `12 documents`, `at least 1,000 documents`.
  static func count(_ total: MatchCount, _ noun: String) -> String {
    switch total {
    case .exactly(let count): Figures.count(count, noun)
    case .atLeast(let count): "at least " + Figures.count(count, noun)
    case .notCounted: "some \(noun)s"
    }
  }
}
