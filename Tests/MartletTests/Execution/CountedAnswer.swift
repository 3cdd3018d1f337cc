@testable import Martlet

extension MatchCount {
  /// The number; nil if nothing was counted.
  var number: Int? {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    case .notCounted: nil
    }
  }

  /// True if the number is that of all.
  var isExact: Bool {
    if case .exactly = self { true } else { false }
  }
}
