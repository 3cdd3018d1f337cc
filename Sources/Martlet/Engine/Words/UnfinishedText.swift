/// A text that someone is typing: its last word, and what comes before.
struct UnfinishedText {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The text before the last word, with the space.
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
      earlier = String(text[..<last.startIndex])
    }
  }

  /// Returns the query for the words before the last one; nil if there are none.
  func earlierQuery(
    in field: FieldRef, _ schema: IndexSchema
  ) throws(SearchError) -> ResolvedQuery? {
    let words = earlier.split(whereSeparator: \.isWhitespace).map {
      Query.word(String($0), in: field)
    }
    let query = try QueryResolver(schema).resolve(.all(words))
    // Signs alone are no words.
    return query == .nothing ? nil : query
  }
}
