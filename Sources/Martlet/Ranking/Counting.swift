/// The exactness with which the documents that match are counted.
public enum Counting: Sendable, Hashable {
  /// All of them. Costs a visit to every document that matches.
  case exact
  /// Exactly if there are fewer than this many, otherwise "at least".
  case upTo(Int)
  /// Not at all: the quickest.
  case none

  /// The number at which counting ends; 0 if it does not begin.
  var limit: Int {
    switch self {
    case .exact: .max
    case .upTo(let limit): limit
    case .none: 0
    }
  }
}

/// The number of documents that match, as exactly as it was counted.
public enum MatchCount: Sendable, Hashable {
  /// This many.
  case exactly(Int)
  /// This many or more.
  case atLeast(Int)
  /// The request asked for no count.
  case notCounted
}
