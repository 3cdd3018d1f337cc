@testable import Martlet

extension MatchCount {
  /// True if the number is that of all.
  var isExact: Bool {
    if case .exactly = self { true } else { false }
  }
}
