#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Schema.Field {
  /// Returns a field for an integer, which is found by its exact value.
  ///
  /// Numbers are kept as `Double`: beyond 2⁵³, integers that round to the same value are the same.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the number, or nil if the document has none.
  ///   - column: True to keep the values by document as well, for sorting, groups and facets. The
  ///     default is true.
  public static func number<Number: BinaryInteger & SendableMetatype>(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Number?,
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .number, hasColumn: column) { document, field, values in
      values.append(value(document).map(Double.init), to: field)
    }
  }

  /// Returns a field for a number, which is found by its exact value.
  ///
  /// NaN counts as no value.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the number, or nil if the document has none.
  ///   - column: True to keep the values by document as well, for sorting, groups and facets. The
  ///     default is true.
  public static func number<Number: BinaryFloatingPoint & SendableMetatype>(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Number?,
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .number, hasColumn: column) { document, field, values in
      values.append(value(document).map(Double.init), to: field)
    }
  }

  /// Returns a field for several integers, each of which is found by its exact value.
  ///
  /// Numbers are kept as `Double`: beyond 2⁵³, integers that round to the same value are the same.
  public static func numbers<Number: BinaryInteger & SendableMetatype>(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> [Number],
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .number, hasColumn: column) { document, field, values in
      for number in value(document) { values.append(Double(number), to: field) }
    }
  }

  /// Returns a field for several numbers, each of which is found by its exact value.
  ///
  /// NaN counts as no value.
  public static func numbers<Number: BinaryFloatingPoint & SendableMetatype>(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> [Number],
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .number, hasColumn: column) { document, field, values in
      for number in value(document) { values.append(Double(number), to: field) }
    }
  }

  /// Returns a field for a point in time, which is found by its value in seconds since the start of
  /// 1970 in UTC, to the microsecond.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the date, or nil if the document has none.
  ///   - column: True to keep the values by document as well, for sorting, groups and facets. The
  ///     default is true.
  public static func date(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Date?,
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .date, hasColumn: column) { document, field, values in
      values.append(value(document)?.timeIntervalSince1970, to: field)
    }
  }

  /// Returns a field for several points in time, by each of which the document is found.
  ///
  /// See ``date(_:_:column:)``.
  public static func dates(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> [Date],
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .date, hasColumn: column) { document, field, values in
      for date in value(document) { values.append(date.timeIntervalSince1970, to: field) }
    }
  }
}
