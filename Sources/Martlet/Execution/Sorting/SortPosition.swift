/// A document's position in a sorted result: its values, independent of segments, and its key, which
/// decides among documents with equal values.
struct SortPosition: Sendable, Hashable {
  /// The value of one criterion.
  enum Value: Sendable, Hashable {
    case missing
    case number(Double)
    case text([UInt8])
    case score(Float)
    /// The key, which is stored once.
    case key
  }

  /// A value per criterion.
  var values: [Value]
  var key: [UInt8]

  /// Returns true if this position comes before `other`.
  ///
  /// - Precondition: Both have a value for each of `criteria`.
  func precedes(_ other: SortPosition, _ criteria: [SortCriterion]) -> Bool {
    for (index, criterion) in criteria.enumerated() {
      let order = Self.order(values[index], other.values[index], self, other, criterion)
      if order != 0 { return order < 0 }
    }
    return key.lexicographicallyPrecedes(other.key)
  }

  /// Returns a negative number if `left` comes first, a positive one if `right` does.
  private static func order(
    _ left: Value, _ right: Value, _ one: SortPosition, _ other: SortPosition,
    _ criterion: SortCriterion
  ) -> Int {
    let order: Int
    switch (left, right) {
    case (.missing, .missing): return 0
    case (.missing, _): return criterion.missingIsFirst ? -1 : 1
    case (_, .missing): return criterion.missingIsFirst ? 1 : -1
    case (.number(let left), .number(let right)):
      order = bytes(SortableNumber.encode(left), SortableNumber.encode(right))
    case (.text(let left), .text(let right)): order = KeywordOrder.compare(left, right)
    // The highest score is first.
    case (.score(let left), .score(let right)): order = left > right ? -1 : left < right ? 1 : 0
    default: order = bytes(one.key, other.key)
    }
    return criterion.isReversed ? -order : order
  }

  private static func bytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
