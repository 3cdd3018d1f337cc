/// A position that is compared with many others: its keywords are folded once.
struct FoldedPosition {
  let position: SortPosition
  /// The form of each text that is compared first; empty for other values.
  private let forms: [[UInt8]]

  init(_ position: SortPosition) {
    self.position = position
    forms = position.values.map { value in
      if case .text(let text) = value { KeywordOrder.folded(text) } else { [] }
    }
  }

  /// Returns true if this position comes before `other`.
  ///
  /// - Precondition: Both have a value for each of `criteria`.
  func precedes(_ other: FoldedPosition, _ criteria: [SortCriterion]) -> Bool {
    for (index, criterion) in criteria.enumerated() {
      let order = order(index, other, criterion)
      if order != 0 { return order < 0 }
    }
    return position.key.lexicographicallyPrecedes(other.position.key)
  }

  /// Returns a negative number if this position comes first by the criterion `index`, a positive
  /// one if `other` does.
  private func order(_ index: Int, _ other: FoldedPosition, _ criterion: SortCriterion) -> Int {
    let order: Int
    switch (position.values[index], other.position.values[index]) {
    case (.missing, .missing): return 0
    case (.missing, _): return criterion.missingIsFirst ? -1 : 1
    case (_, .missing): return criterion.missingIsFirst ? 1 : -1
    case (.number(let left), .number(let right)):
      order = Self.order(SortableNumber.encode(left), SortableNumber.encode(right))
    case (.text(let left), .text(let right)):
      let first = Self.order(forms[index], other.forms[index])
      order = first != 0 ? first : Self.order(left, right)
    // The highest score is first.
    case (.score(let left), .score(let right)): order = left > right ? -1 : left < right ? 1 : 0
    default: order = Self.order(position.key, other.position.key)
    }
    return criterion.isReversed ? -order : order
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
