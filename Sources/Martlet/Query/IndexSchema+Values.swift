extension IndexSchema.Field {
  /// Makes sure that the field can have the values that a leaf compares it with.
  ///
  /// - Throws: `unsuitableValue`, with the name and the kind of the field.
  func requireValues(of node: QueryNode) throws(SearchError) {
    switch node {
    case .value(let text, _, let kind):
      try require(kind, text) { definition.kind.numbers(in: text) != nil }
    case .range(let range, _):
      guard definition.kind != .text else {
        throw range.texts.isEmpty
          ? unsuitable("any value (`*`)", "that is only found in keyword, number and date fields")
          : unsuitable("a range", "words have no order: use a keyword, number or date field")
      }
      for text in range.texts {
        try require(range.kind, text) { definition.kind.numbers(in: text) != nil }
      }
      try requireOrder(of: range)
    // A text that is not finished need not be a number yet.
    case .word(let text, _), .phrase(let text, false, _), .sloppyPhrase(let text, _, false, _):
      try requireNumber(text)
    case .synonyms(let texts, _): for text in texts { try requireNumber(text) }
    case .pattern(let pattern, _): try requireTexts("the pattern \(shown(pattern.description))")
    case .fuzzy(let word, _, _): try requireTexts("words like \"\(shown(word))\"")
    default: return
    }
  }

  /// - Parameter isNumber: Returns true if the text can be read as a number or date of the field.
  private func require(
    _ kind: ValueKind, _ text: String, isNumber: () -> Bool
  ) throws(SearchError) {
    let found = shown(text)
    switch (definition.kind, kind.given) {
    case (.text, .number?), (.keyword, .number?):
      throw unsuitable("the number \(found)", "pass a String, \"\(found)\"")
    case (.text, .date?), (.keyword, .date?):
      throw unsuitable("a Date", "pass a String, or use a date field")
    case (.number, .date?):
      throw unsuitable("a Date", "pass a number, such as timeIntervalSince1970")
    // Whatever number a program gives: none is equal to one that is not a number.
    case (.number, .number?), (.date, .number?): return
    case (.number, _):
      if !isNumber() {
        throw unsuitable("\"\(found)\"", "expected a number, such as 1840 or -2.5")
      }
    case (.date, _):
      if !isNumber() {
        throw unsuitable("\"\(found)\"", "expected a date, such as 2026-11-21, 2026-11 or 2026")
      }
    case (.text, _), (.keyword, _): return
    }
  }

  /// Makes sure that a range that was typed does not end before it begins, which finds nothing.
  private func requireOrder(of range: ValueRange) throws(SearchError) {
    guard range.kind.given == nil, definition.kind.isReversed(range),
      let lower = range.lower?.text, let upper = range.upper?.text
    else { return }
    throw unsuitable(
      "a range from \"\(shown(lower))\" to \"\(shown(upper))\", which ends before it begins",
      "give the lower value first")
  }

  /// Makes sure that the text is a number or date in a field of these.
  private func requireNumber(_ text: String) throws(SearchError) {
    guard !definition.kind.hasPatterns,
      !text.unicodeScalars.allSatisfy(QueryAlphabet.isSpace)
    else { return }
    try require(ValueKind(given: nil), text) { definition.kind.numbers(in: text) != nil }
  }

  /// Makes sure that patterns can find the field's values.
  private func requireTexts(_ found: String) throws(SearchError) {
    if !definition.kind.hasPatterns { throw unsuitable(found, "expected a value or a range") }
  }

  private func unsuitable(_ found: String, _ wayOut: String) -> SearchError {
    SearchError(
      .unsuitableValue,
      "the field \"\(definition.name)\" has \(definition.kind.valuesName), and is compared with "
        + found, advice: wayOut)
  }

  /// Returns the beginning of a value that a message has room for.
  private func shown(_ text: String) -> String {
    text.utf8.count <= Self.shownByteCount ? text : "\(text.prefix(Self.shownByteCount))…"
  }

  /// The most bytes of a value in a message.
  private static let shownByteCount = 60
}

extension FieldKind {
  /// The name of the values of a field of this kind, for messages.
  var valuesName: String {
    switch self {
    case .text: "text"
    case .keyword: "keywords"
    case .number: "numbers"
    case .date: "dates"
    }
  }
}
