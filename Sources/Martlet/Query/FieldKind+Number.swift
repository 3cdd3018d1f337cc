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
}
