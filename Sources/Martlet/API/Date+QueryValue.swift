#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: QueryValue {
  public static var fieldKind: FieldKind { .date }

  /// The seconds since the start of 1970 in UTC.
  public var queryText: String {
    let text = timeIntervalSince1970.queryText
    // Four digits are a year, also with a sign.
    return DateText.period(text) == nil ? text : text + ".0"
  }

  /// Returns the date of a number of seconds or a text in ISO 8601, or nil if the text is neither.
  public static func value(queryText: String) -> Date? {
    FieldKind.date.number(in: queryText).map { Date(timeIntervalSince1970: $0) }
  }
}
