/// A text that someone is typing: its last word, and what comes before.
struct UnfinishedText {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The text before the last word, with the space and the signs before the word.
  let earlier: String
  private let kind: FieldKind

  /// Splits `text`; nil if its last word is finished, or if the field has no words.
  init?(_ text: String, _ field: IndexSchema.Field) {
    kind = field.definition.kind
    switch kind {
    case .number, .date: return nil
    case .keyword:
      guard !text.isEmpty else { return nil }
      (prefix, earlier) = (Array(text.utf8), "")
    case .text:
      guard let last = text.split(whereSeparator: \.isWhitespace).last,
        last.endIndex == text.endIndex
      else { return nil }
      let rows = field.analyzer.explain(String(last), for: .prefix).last?.rows ?? []
      guard let word = rows.last?.token else { return nil }
      prefix = Array(word.text.utf8)
      let start = last.unicodeScalars.firstIndex { !Self.isSign($0) } ?? last.startIndex
      earlier = String(text[..<start])
    }
  }

  /// Returns the query for the words before the last one; nil if there are none.
  func earlierQuery(
    in field: FieldRef, _ schema: IndexSchema
  ) throws(SearchError) -> ResolvedQuery? {
    let words = requiredWords.map { Query.word(String($0), in: field) }
    let query = try QueryResolver(schema).resolve(.all(words))
    // Signs alone are no words.
    return query == .nothing ? nil : query
  }

  /// The words before the last one that its documents have to have. Operators are no words; words
  /// that are excluded, alternatives, or in braces do not have to be there.
  private var requiredWords: [Substring] {
    var (words, isExcluded, isInBraces): ([Substring], Bool, Bool) = ([], false, false)
    for word in earlier.split(whereSeparator: \.isWhitespace) {
      if word.contains("{") { isInBraces = true }
      defer { if word.contains("}") { isInBraces = false } }
      switch QueryAlphabet.reservedWord(String(word)) {
      case .or: words = []
      case .not: isExcluded = true
      case .and, .near, .noDistance: continue
      case nil:
        if word.allSatisfy({ $0 == "|" }) { words = [] }
        isExcluded = isExcluded || word.hasPrefix("-") || word.hasPrefix("!")
        if !isExcluded && !isInBraces { words.append(word) }
        isExcluded = false
      }
    }
    return words
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    QueryAlphabet.isSign(scalar) || QueryAlphabet.isBracket(scalar)
      || QueryAlphabet.isQuote(scalar) || QueryAlphabet.isJoiner(scalar)
  }
}
