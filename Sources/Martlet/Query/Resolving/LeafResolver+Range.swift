/// Ranges of values.
extension LeafResolver {
  /// Returns the clause of the documents with a value in `range`.
  ///
  /// A bound in a field of dates may be a whole year, month or day, which is in the range as a
  /// whole or not at all.
  func resolve(_ range: ValueRange) -> ResolvedQuery {
    switch field.definition.kind {
    case .text: .nothing
    case .keyword:
      // A term with a byte of 0 more is the next one in the order of bytes.
      terms(
        from: range.lower.map { Array($0.text.utf8) + ($0.isIncluded ? [] : [0]) } ?? [],
        upTo: range.upper.map { Array($0.text.utf8) + ($0.isIncluded ? [0] : []) })
    case .number, .date: numbers(in: range)
    }
  }

  /// Returns the clause of the documents with a number from `first` on and below `end`.
  func numbers(from first: Double, below end: Double) -> ResolvedQuery {
    terms(from: SortableNumber.encode(first), upTo: SortableNumber.encode(end))
  }

  private func numbers(in range: ValueRange) -> ResolvedQuery {
    // NaN sorts after infinity and is in no range.
    var (lower, upper) = (
      SortableNumber.encode(-.infinity), SortableNumber.encode(.infinity) + [0]
    )
    if let bound = range.lower {
      guard let numbers = numbers(bound, range.kind) else { return .nothing }
      let number = bound.isIncluded ? numbers.first : numbers.end ?? numbers.first
      lower = SortableNumber.encode(number)
      if !bound.isIncluded, numbers.end == nil { lower.append(0) }
    }
    if let bound = range.upper {
      guard let numbers = numbers(bound, range.kind) else { return .nothing }
      let number = bound.isIncluded ? numbers.end ?? numbers.first : numbers.first
      upper = SortableNumber.encode(number)
      if bound.isIncluded, numbers.end == nil { upper.append(0) }
    }
    return terms(from: lower, upTo: upper)
  }

  private func numbers(
    _ bound: ValueRange.Bound, _ kind: ValueKind
  ) -> (first: Double, end: Double?)? {
    let numbers = field.definition.kind.numbers(in: bound.text, given: kind)
    return numbers?.first.isNaN == true ? nil : numbers
  }

  private func terms(from lower: [UInt8], upTo upper: [UInt8]?) -> ResolvedQuery {
    if let upper, !lower.lexicographicallyPrecedes(upper) { return .nothing }
    let range = TermRange(lower: lower, upper: upper)
    return .terms(TermSetClause(field: field.id, ranges: [range], boost: 0))
  }
}
