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
    // Four digits are a year.
    return text.utf8.count == 4 ? text + ".0" : text
  }
}
