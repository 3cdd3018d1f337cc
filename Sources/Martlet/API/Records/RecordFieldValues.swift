/// Converts a value of a record into the values that a field searches.
struct RecordFieldValues {
  let name: String
  let kind: FieldKind
  let field: FieldID

  /// Appends the value, or the elements of an array. Null values are skipped.
  ///
  /// - Throws: `documentRejected` if the value does not suit the kind of the field.
  func append(
    _ value: Record.Value, to values: inout [InputDocument.Value]
  ) throws(SearchError) {
    guard case .array(let elements) = value else { return try append(single: value, to: &values) }
    for element in elements { try append(single: element, to: &values) }
  }

  private func append(
    single value: Record.Value, to values: inout [InputDocument.Value]
  ) throws(SearchError) {
    if value == .null { return }
    // JSON has no such numbers: they are stored as null, and skipped like null.
    if case .number(let number) = value, !number.isFinite { return }
    switch kind {
    case .text, .keyword: values.append(try text(value), to: field)
    case .number: values.append(try number(value), to: field)
    case .date: values.append(try date(value), to: field)
    }
  }

  private func text(_ value: Record.Value) throws(SearchError) -> String {
    switch value {
    case .string(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .number(let number): return String(number)
    default: throw rejected("a string or a list of strings", value)
    }
  }

  private func number(_ value: Record.Value) throws(SearchError) -> Double {
    if let number = value.number ?? value.string.flatMap(number(in:)) { return number }
    throw rejected("a number", value)
  }

  /// Returns the decimal number that is written in `text`; nil for words such as `nan`, which Swift
  /// reads as numbers too, and for numbers that are too large.
  private func number(in text: String) -> Double? {
    guard text.utf8.allSatisfy({ Self.numberSigns.contains($0) }), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }

  private static let numberSigns = Set("0123456789+-.eE".utf8)

  /// A whole number of four digits is a year, as where people type it. The second that it would be
  /// otherwise is in the first three hours of 1970.
  private func date(_ value: Record.Value) throws(SearchError) -> Double {
    let text: String? =
      switch value {
      case .string(let text): text
      case .integer(let year) where (1_000...9_999).contains(year): String(year)
      default: nil
      }
    let seconds =
      if let text {
        DateText.seconds(text) ?? DateText.period(text)?.lowerBound
      } else {
        value.number
      }
    if let seconds { return seconds }
    throw rejected(
      "a date such as 2026-11-21T09:43:05Z, a year, or seconds since 1970 without quotes", value)
  }

  private func rejected(_ expected: String, _ value: Record.Value) -> SearchError {
    let found = value.string.map { "\"\($0.prefix(60))\"" } ?? value.kindName
    return SearchError(
      .documentRejected, "the field \(name) takes \(expected), found \(found)")
  }
}
