/// A text that someone is typing: its last word, and what comes before.
struct UnfinishedText {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The text before the last word, with the space, the field and the signs before the word.
  let earlier: String
  /// The query that the words before the last one are; nil for all documents.
  let query: ResolvedQuery?

  /// Splits `text`; nil if its last word is finished or in another field, or if the field has no
  /// words.
  init?(_ text: String, _ field: IndexSchema.Field, _ schema: IndexSchema) throws(SearchError) {
    switch field.definition.kind {
    case .number, .date: return nil
    case .keyword:
      guard !text.isEmpty else { return nil }
      (prefix, earlier, query) = (Array(text.utf8), "", nil)
    case .text:
      guard let word = Self.lastWord(of: text, schema),
        word.field.map({ $0.name == field.definition.name }) ?? true,
        let term = field.analyzer.explain(word.text, for: .prefix).last?.rows.last?.token,
        text.hasSuffix(word.text)
      else { return nil }
      prefix = Array(term.text.utf8)
      earlier = String(text.utf8.dropLast(word.text.utf8.count)) ?? ""
      query = try word.others.map { (query) throws(SearchError) in
        try QueryResolver(schema).resolve(query)
      }
    }
  }

  /// Returns the terms that continue ``prefix`` and stand before the last word already, in the part of
  /// the text that a search reads.
  func knownTerms(_ field: IndexSchema.Field) -> Set<[UInt8]> {
    let read = String(decoding: earlier.utf8.prefix(QueryLimits.lenientByteCount), as: UTF8.self)
    let terms = field.analyzer.tokens(in: read, for: .query).map { Array($0.text.utf8) }
    return Set(terms.filter { $0.starts(with: prefix) })
  }

  /// Returns the last word of a text as a search reads it; nil if it is finished. Of a text beyond the
  /// limits, the word follows what a search reads.
  private static func lastWord(of text: String, _ schema: IndexSchema) -> UnfinishedWord? {
    let start = QueryAlphabet.lastRun(of: text).startIndex
    let options = UserQueryOptions(combine: .all, emptyFindsEverything: true)
    let parse = { LenientParser.parse($0, schema: schema, options: options) }
    let read = parse(leavingOpenSet(text, start))
    guard read.diagnostics.contains(where: { $0.kind == .textCut || $0.kind == .wordsCut }) else {
      return UnfinishedWord(of: read.query)
    }
    var word = UnfinishedWord(of: parse(String(text[start...])).query)
    word?.others = read.query
    return word
  }

  /// Returns the text without the words of a set that it is within, which are alternatives of the
  /// last word, the one at `start`.
  private static func leavingOpenSet(_ text: String, _ start: String.Index) -> String {
    let scalars = text.unicodeScalars
    guard let brace = scalars.lastIndex(where: { $0 == "{" || $0 == "}" }), brace < start,
      scalars[brace] == "{"
    else { return text }
    return String(text[..<brace] + text[start...])
  }
}
