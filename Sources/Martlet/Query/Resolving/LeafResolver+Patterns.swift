/// Words with wildcards, and misspelt words.
extension LeafResolver {
  /// Returns the leaf of a pattern.
  func resolve(_ pattern: WildcardPattern) -> Leaf {
    switch field.definition.kind {
    case .text: text(pattern)
    case .keyword: Leaf(clause: value(.wildcards(pattern)))
    case .number, .date: Leaf(clause: .nothing)
    }
  }

  /// Returns the leaf of a word with at most `edits` edits.
  func resolve(fuzzy text: String, edits: Int?) -> Leaf {
    switch field.definition.kind {
    case .text: fuzzy(text, edits: edits)
    case .keyword: Leaf(clause: value(Self.fuzzy(Array(text.utf8), edits: edits)))
    case .number, .date: Leaf(clause: .nothing)
    }
  }

  /// Returns the clause of the documents with a whole value that a pattern describes.
  private func value(_ pattern: TermPattern) -> ResolvedQuery {
    .pattern(PatternClause(field: field.id, pattern: pattern, boost: 0, isConstant: true))
  }

  static func fuzzy(_ word: [UInt8], edits: Int?) -> TermPattern {
    let isShort = String(decoding: word, as: UTF8.self).unicodeScalars.count <= shortWordLength
    return .fuzzy(word, edits: edits ?? (isShort ? 1 : 2))
  }

  /// The longest word in which one edit is expected if nothing is said about their number.
  private static let shortWordLength = 8

  private func fuzzy(_ text: String, edits: Int?) -> Leaf {
    let words = PatternText(text).words(field.analyzer)
    let clauses = words.compactMap { word -> ResolvedQuery? in
      guard case .pattern(let pattern) = word, case .text(let bytes) = pattern.elements.first else {
        return clause(of: word)
      }
      return .pattern(
        PatternClause(field: field.id, pattern: Self.fuzzy(bytes, edits: edits), boost: weight))
    }
    return leaf(clauses)
  }

  /// Returns the documents whose words are those of a fuzzy text as it was typed; nil unless it is
  /// one word.
  func exactWord(ofFuzzy text: String) -> ResolvedQuery? {
    guard field.definition.kind == .text else { return nil }
    let words = PatternText(text).words(field.analyzer)
    guard words.count == 1, case .pattern(let pattern) = words[0],
      case .text(let bytes) = pattern.elements.first
    else { return nil }
    return .term(TermClause(field: field.id, term: bytes, boost: 0, isConstant: true))
  }

  private func text(_ pattern: WildcardPattern) -> Leaf {
    leaf(PatternText(pattern).words(field.analyzer).compactMap(clause))
  }

  /// Returns the leaf that asks for all of some clauses.
  private func leaf(_ clauses: [ResolvedQuery]) -> Leaf {
    if clauses.count < 2 { return Leaf(clause: clauses.first, words: .content) }
    return Leaf(clause: .boolean(BooleanClause(required: clauses)), words: .content)
  }

  private func clause(of word: PatternText.Word) -> ResolvedQuery? {
    switch word {
    case .plain(let text): return resolve(text, .phrase).clause
    case .apart: return spans(of: word).map(self.clause)
    case .pattern(let pattern):
      // Folding may leave nothing of a word.
      guard pattern.hasText else { return nil }
      if let prefix = pattern.solePrefix {
        return .prefix(TermClause(field: field.id, term: prefix, boost: weight))
      }
      let words = ResolvedQuery.pattern(
        PatternClause(field: field.id, pattern: .wildcards(pattern), boost: weight))
      guard let word = pattern.soleWord else { return words }
      return .any(of: [words, .term(TermClause(field: field.id, term: word, boost: weight))])
    }
  }
}
