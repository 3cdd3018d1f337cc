extension FieldKind {
  /// Returns the number that a text is in a field of this kind; nil if it is none, or if the field
  /// has no numbers.
  func number(in text: String) -> Double? {
    switch self {
    case .text, .keyword: nil
    case .number: Double(text)
    case .date: DateText.seconds(text) ?? Double(text)
    }
  }

  /// Returns the numbers that a text may mean in a field of this kind: those of a whole year, month
  /// or day in a field of dates, unless a program gave a number, and otherwise one number.
  ///
  /// - Returns: The first number, and the end of a period, which does not belong to it; nil if the
  ///   text is no number or date.
  func numbers(
    in text: String, given kind: ValueKind = .unknown
  ) -> (first: Double, end: Double?)? {
    if self == .date, kind.given != .number, let period = DateText.period(text) {
      return (period.lowerBound, period.upperBound)
    }
    return number(in: text).map { ($0, nil) }
  }

  /// Returns the text of a number in a field of this kind: a date in ISO 8601 if it has dates.
  package func text(of number: Double) -> String {
    self == .date ? DateText.text(number) : number.queryText
  }
}
