extension Query {
  /// Returns a query for documents with a value in this range. It adds nothing to the score.
  ///
  /// ```swift
  /// let early = Query.range("year", 1840...1850)
  /// let recent = Query.range("edited", lastMonth...)
  /// ```
  ///
  /// Numbers and dates are compared as numbers. Keywords are compared byte by byte, so `"a"..<"b"`
  /// has all that begin with a small *a*. The words of a text field have no order, so a range there
  /// is an error (``SearchError/Code/unsuitableValue``) when the search runs.
  public static func range(
    _ field: FieldRef, _ range: ClosedRange<some QueryValue & Comparable>
  ) -> Query {
    self.range(field, from: range.lowerBound, upTo: range.upperBound, includesUpper: true)
  }

  /// Returns a query for documents with a value in this range, which does not have its upper bound.
  public static func range(_ field: FieldRef, _ range: Range<some QueryValue & Comparable>) -> Query
  {
    self.range(field, from: range.lowerBound, upTo: range.upperBound, includesUpper: false)
  }

  /// Returns a query for documents with this value or a greater one.
  public static func range<Value: QueryValue & Comparable>(
    _ field: FieldRef, _ range: PartialRangeFrom<Value>
  ) -> Query {
    self.range(field, from: range.lowerBound, upTo: Value?.none, includesUpper: false)
  }

  /// Returns a query for documents with this value or a smaller one.
  public static func range<Value: QueryValue & Comparable>(
    _ field: FieldRef, _ range: PartialRangeThrough<Value>
  ) -> Query {
    self.range(field, from: Value?.none, upTo: range.upperBound, includesUpper: true)
  }

  /// Returns a query for documents with a smaller value.
  public static func range<Value: QueryValue & Comparable>(
    _ field: FieldRef, _ range: PartialRangeUpTo<Value>
  ) -> Query {
    self.range(field, from: Value?.none, upTo: range.upperBound, includesUpper: false)
  }

  /// Returns a query for documents with any of these values; with no values, none. It adds nothing
  /// to the score.
  ///
  /// - Complexity: a look-up per value and segment, however many there are.
  public static func anyOf(_ field: FieldRef, _ values: some Sequence<some QueryValue>) -> Query {
    let queries = values.map { Query.is(field, $0) }
    return queries.isEmpty ? Query(nodes: [.nothing(of: field)]) : .any(queries)
  }

  private static func range<Value: QueryValue>(
    _ field: FieldRef, from lower: Value?, upTo upper: Value?, includesUpper: Bool
  ) -> Query {
    let range = ValueRange(
      lower: lower.map { ValueRange.Bound(text: $0.queryText, isIncluded: true) },
      upper: upper.map { ValueRange.Bound(text: $0.queryText, isIncluded: includesUpper) },
      kind: ValueKind(given: Value.fieldKind))
    return Query(nodes: [.range(range, field: field)])
  }
}
