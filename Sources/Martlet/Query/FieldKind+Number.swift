extension FieldKind {
  /// Returns the number that a text is in a field of this kind; nil if it is none, also for "nan",
  /// or if the field has no numbers.
  func number(in text: String) -> Double? {
    let number: Double? =
      switch self {
      case .text, .keyword: nil
      case .number: Double(text)
      case .date: DateText.seconds(text) ?? Double(text)
      }
    return number.flatMap { $0.isNaN ? nil : $0 }
  }

  /// Returns the number that a text is in a field of this kind, the first one of a whole year,
  /// month or day unless a program gave a number; nil if it is none.
  func firstNumber(in text: String, given kind: ValueKind) -> Double? {
    if self == .date, kind.given != .number, let period = DateText.period(text) {
      return period.lowerBound
    }
    return number(in: text)
  }

  /// Half the time in which two dates are one, in seconds: the last bits of a time depend on
  /// whether it was read from a text, and on whether it was counted from 1970 or 2001.
  private static let dateTolerance = 0.000_000_5

  /// Returns the numbers that a text may mean in a field of this kind: those of a whole year, month
  /// or day in a field of dates, unless a program gave a number, otherwise those of a microsecond,
  /// and one number in other fields.
  ///
  /// - Returns: The first number, and the end of a period, which does not belong to it; nil if the
  ///   text is no number or date.
  func numbers(
    in text: String, given kind: ValueKind = .unknown
  ) -> (first: Double, end: Double?)? {
    if self == .date, kind.given != .number, let period = DateText.period(text) {
      return (period.lowerBound, period.upperBound)
    }
    guard let number = number(in: text) else { return nil }
    guard self == .date, number.isFinite else { return (number, nil) }
    return (
      number - Self.dateTolerance, max(number + Self.dateTolerance, number.nextUp)
    )
  }

  /// Returns true if a range of numbers or dates, as somebody typed it, ends before it begins, so
  /// that it finds nothing.
  func isReversed(_ range: ValueRange) -> Bool {
    guard let lower = range.lower?.text, let upper = range.upper?.text,
      let first = numbers(in: lower), let last = numbers(in: upper)
    else { return false }
    // The end of a period does not belong to it.
    return last.end.map { $0 <= first.first } ?? (last.first < first.first)
  }

  /// Returns the text of a number in a field of this kind: a date in ISO 8601 if it has dates.
  package func text(of number: Double) -> String {
    self == .date ? DateText.text(number) : number.queryText
  }
}
