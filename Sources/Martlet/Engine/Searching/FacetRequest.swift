/// A request to count the matching documents by the values of a field.
///
/// ```swift
/// let request = SearchRequest("storm") {
///   $0.facets = [.values("artist", limit: 5), .ranges("year", [1800..<1850, 1850..<1900])]
/// }
/// ```
///
/// A document of several values is counted once for each of them.
public struct FacetRequest: Sendable, Hashable {
  /// The order of a facet's values.
  public enum Order: Sendable, Hashable {
    /// The values with the most documents first.
    case count
    /// The values in rising order.
    case value
  }

  /// A period of the Gregorian calendar in UTC.
  public enum Period: Sendable, Hashable {
    /// A calendar year.
    case year
    /// A calendar month.
    case month
    /// A calendar day.
    case day
  }

  enum Kind: Sendable, Hashable {
    case values(limit: Int, Order)
    /// The texts of a lower bound and a limit.
    case ranges([ValueRange])
    case dates(Period)
  }

  /// The field whose values are counted.
  public let field: FieldRef
  let kind: Kind
  /// A Boolean value that indicates whether the parts of the filter that are about this field are
  /// left out when its values are counted. The default is false.
  ///
  /// Set it for a list of values from which a person chooses several: without it, the values that
  /// are not chosen would count nothing. Only parts of ``SearchRequest/filter`` that are required,
  /// and about no other field, are left out.
  public var ignoresOwnFilter = false

  /// The values of a field with their counts.
  ///
  /// - Parameters:
  ///   - field: A field of keywords, numbers or dates.
  ///   - limit: The most values to return. It must not be negative.
  ///   - order: The order of the values, which decides which ones are returned.
  public static func values(
    _ field: FieldRef, limit: Int = 10, order: Order = .count
  ) -> FacetRequest {
    FacetRequest(field: field, kind: .values(limit: limit, order))
  }

  /// The number of documents with a value in each of some ranges, which may overlap.
  ///
  /// - Parameters:
  ///   - field: A field of numbers or dates.
  ///   - ranges: The ranges, each without its upper bound.
  public static func ranges<Value: QueryValue & Comparable>(
    _ field: FieldRef, _ ranges: [Range<Value>]
  ) -> FacetRequest {
    FacetRequest(
      field: field,
      kind: .ranges(
        ranges.map {
          ValueRange(
            lower: .init(text: $0.lowerBound.queryText, isIncluded: true),
            upper: .init(text: $0.upperBound.queryText, isIncluded: false),
            kind: ValueKind(given: Value.fieldKind))
        }))
  }

  /// The number of documents with a date in each year, month or day that has any.
  ///
  /// - Parameters:
  ///   - field: A field of dates.
  ///   - period: The period that is counted, in UTC.
  public static func dates(_ field: FieldRef, by period: Period) -> FacetRequest {
    FacetRequest(field: field, kind: .dates(period))
  }

  /// The same facet, counted without the parts of the filter that are about its field.
  public var ignoringOwnFilter: FacetRequest {
    var request = self
    request.ignoresOwnFilter = true
    return request
  }
}

/// The matching documents counted by the values of a field.
public struct Facet: Sendable, Hashable {
  /// A value, or a range of values, and the number of documents that have it.
  public struct Value: Sendable, Hashable {
    /// The keyword, the number, the date in ISO 8601, or the range as `lower..<upper`.
    public let text: String
    /// The number, the seconds of the date since the start of 1970, or the lower bound of the
    /// range; nil for a keyword.
    public let number: Double?
    /// The number of matching documents.
    public let count: Int
  }

  /// The field.
  public let field: FieldRef
  /// The values in the order that was asked for.
  public let values: [Value]
  /// The number of different values that the matching documents have, including those that are not
  /// in ``values``; for ranges, the number of ranges.
  public let valueCount: Int
  /// The number of matching documents that have no value.
  public let missingCount: Int
}
