/// A text that someone is typing: its last word, and what comes before.
struct UnfinishedText {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The text before the last word, with the space, the field and the signs before the word.
  let earlier: String
  /// The parts of the last word before the one that goes on, such as `state-of-` of `state-of-th`,
  /// or 北京 of 北京大, whose parts are terms of their own; empty if the whole word goes on.
  let beginning: String
  /// The query that the documents have to match; nil for all documents.
  let query: ResolvedQuery?

  let field: IndexSchema.Field
  /// The last word; nil for a keyword, which is all of the text.
  private let word: UnfinishedWord?
  private let schema: IndexSchema

  /// Splits `text`; nil if its last word is finished or in another field, or if the field has no
  /// words.
  init?(_ text: String, _ field: IndexSchema.Field, _ schema: IndexSchema) throws(SearchError) {
    (self.field, self.schema) = (field, schema)
    switch field.definition.kind {
    case .number, .date: return nil
    case .keyword:
      guard !text.isEmpty else { return nil }
      (prefix, earlier, beginning) = (Array(text.utf8), "", "")
      (query, word) = (nil, nil)
    case .text:
      guard let word = Self.lastWord(of: text, schema),
        word.field.map({ $0.name == field.definition.name }) ?? true,
        let ending = UnfinishedEnding(of: word.text, field.analyzer),
        text.hasSuffix(word.text)
      else { return nil }
      (prefix, beginning, self.word) = (ending.prefix, ending.beginning, word)
      earlier = String(text.utf8.dropLast(word.text.utf8.count)) ?? ""
      let started: Query? =
        beginning.isEmpty ? nil : .phrase(word.text, in: Self.name(of: field), lastIsPrefix: true)
      let others = [word.others, started].compactMap(\.self)
      let all = others.count == 1 ? others[0] : .all(others)
      query = others.isEmpty ? nil : try QueryResolver(schema).resolve(all)
    }
  }

  /// True if a continuation has to stand in a place: behind words of the text, which are those of a
  /// phrase or the parts of the last word, near other words, or at the start of the field.
  var isTied: Bool {
    guard let word else { return false }
    return !beginning.isEmpty || !word.lead.isEmpty || word.isPlaced
  }

  /// Returns true if the rest of the text finds other documents before `term` than before other
  /// words: stop words count only if there are no other words.
  func isRead(differentlyBefore term: [UInt8]) -> Bool {
    query != nil && field.analyzer.isStopWord(term)
  }

  /// Returns the query for the documents that have `term` and that a search for the text finds once
  /// `term` continues it.
  func query(continuedBy term: [UInt8]) throws(SearchError) -> ResolvedQuery {
    let found = ResolvedQuery.term(
      TermClause(field: field.id, term: term, boost: 0, isConstant: true))
    guard let word else { return found }
    let text = word.lead + beginning + String(decoding: term, as: UTF8.self)
    // In quotes, stop words count like others.
    let name = Self.name(of: field)
    let leaf: Query = isTied ? .phrase(text, in: name) : .word(text, in: name)
    let query = try QueryResolver(schema).resolve(word.query(with: leaf))
    return isTied ? query : found.filtered(by: query)
  }

  private static func name(of field: IndexSchema.Field) -> FieldRef {
    FieldRef(field.definition.name)
  }

  /// Returns the terms that continue ``prefix`` and stand before the last word already, in the part
  /// of the text that a search reads.
  var knownTerms: Set<[UInt8]> {
    guard beginning.isEmpty, field.definition.kind == .text else { return [] }
    let read = String(decoding: earlier.utf8.prefix(QueryLimits.lenientByteCount), as: UTF8.self)
    let words = AnalyzedText(read, field.analyzer, for: .query).entries.filter { $0.form == .word }
    return Set(words.map(\.bytes).filter { $0.starts(with: prefix) })
  }

  /// Returns the last word of a text as a search reads it; nil if it is finished. Of a text beyond
  /// the limits, the word follows what a search reads.
  private static func lastWord(of text: String, _ schema: IndexSchema) -> UnfinishedWord? {
    let start = QueryAlphabet.lastRun(of: text).startIndex
    let options = UserQueryOptions(combine: .all, emptyFindsEverything: true)
    let parse = { LenientParser.parse($0, schema: schema, options: options) }
    let read = parse(leavingOpenSet(text, start))
    guard read.diagnostics.contains(where: { $0.kind == .textCut || $0.kind == .wordsCut }) else {
      return UnfinishedWord(of: read.query)
    }
    var word = UnfinishedWord(of: parse(String(text[start...])).query)
    word?.precede(with: read.query)
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
