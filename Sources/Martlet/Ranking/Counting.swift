/// The precision with which the matching documents are counted.
public enum Counting: Sendable, Hashable {
  /// The exact number. The search visits every matching document.
  case exact
  /// The exact number if it is below the given one, otherwise a lower bound. A number below 0
  /// counts as 0.
  case upTo(Int)
  /// No count. This is the fastest.
  case none

  /// The count at which counting stops.
  var limit: Int {
    switch self {
    case .exact: .max
    case .upTo(let limit): max(0, limit)
    case .none: 0
    }
  }
}

/// A number of matching documents, with the precision of the count.
public enum MatchCount: Sendable, Hashable {
  /// The exact number.
  case exactly(Int)
  /// A lower bound.
  case atLeast(Int)
  /// The request asked for no total.
  case notCounted

  /// The number, exact or not; nil if nothing was counted.
  public var number: Int? {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    case .notCounted: nil
    }
  }
}
