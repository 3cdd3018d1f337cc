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
        throw unsuitable("a range", "words have no order: use a keyword, number or date field")
      }
      for text in range.texts {
        try require(range.kind, text) { definition.kind.numbers(in: text) != nil }
      }
    default: return
    }
  }

  /// - Parameter isNumber: Returns true if the text can be read as a number or date of the field.
  private func require(
    _ kind: ValueKind, _ text: String, isNumber: () -> Bool
  ) throws(SearchError) {
    let found =
      text.utf8.count <= Self.shownByteCount ? text : "\(text.prefix(Self.shownByteCount))…"
    switch (definition.kind, kind.given) {
    case (.text, .number?), (.keyword, .number?):
      throw unsuitable("the number \(found)", "pass a String, \"\(found)\"")
    case (.text, .date?), (.keyword, .date?):
      throw unsuitable("a Date", "pass a String, or use a date field")
    case (.number, .date?):
      throw unsuitable("a Date", "pass a number, such as timeIntervalSince1970")
    case (.number, _):
      if !isNumber() { throw unsuitable("\"\(found)\"", "pass a number") }
    case (.date, _):
      if !isNumber() {
        throw unsuitable("\"\(found)\"", "pass a Date, or a text such as 2026-11-21 or 2026")
      }
    case (.text, _), (.keyword, _): return
    }
  }

  private func unsuitable(_ found: String, _ wayOut: String) -> SearchError {
    let kind =
      switch definition.kind {
      case .text: "text"
      case .keyword: "keywords"
      case .number: "numbers"
      case .date: "dates"
      }
    return SearchError(
      .unsuitableValue,
      "the field \"\(definition.name)\" has \(kind), and is compared with \(found); \(wayOut)")
  }

  /// The most bytes of a value in a message.
  private static let shownByteCount = 60
}
