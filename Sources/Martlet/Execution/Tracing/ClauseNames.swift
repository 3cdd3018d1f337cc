/// Names of clauses, as people type them.
struct ClauseNames {
  private let fields: [FieldDefinition]

  init(_ fields: [FieldDefinition]) { self.fields = fields }

  /// Returns the name of a leaf; nil for a node that combines others, or finds everything or
  /// nothing.
  func name(of node: ResolvedQuery.Node) -> String? {
    switch node {
    case .nothing, .everything, .boolean: nil
    case .term(let clause): text(clause.term, clause.field)
    case .prefix(let clause): text(clause.term, clause.field, suffix: "*")
    case .phrase(let clause): text(of: clause)
    case .terms(let clause): "a set of values" + name(clause.field)
    case .pattern(let clause): clause.pattern.text + name(clause.field)
    case .exactWord(let clause):
      "the word of \(clause.patterns.first?.pattern.text ?? "") itself"
    case .wholeText(let clause): "the whole text" + name(clause.field)
    case .positional(let clause): text(of: clause) + name(clause.field)
    case .keys(let keys): keys.count == 1 ? "one key" : "\(keys.count) keys"
    case .filter(let clause):
      name(of: clause) + (clause.score == nil ? "" : parts(of: clause.query))
    }
  }

  private func name(of clause: FilterClause) -> String {
    clause.score == nil ? "a filter" : "a constant score"
  }

  /// Returns ` of "storm" in title`, with the first clauses of a query. Of those that are constant
  /// scores themselves, it does not tell the clauses: they may be nested as deeply as any.
  private func parts(of query: ResolvedQuery) -> String {
    let names = query.nodes.compactMap { node in
      if case .filter(let clause) = node { name(of: clause) } else { name(of: node) }
    }
    guard !names.isEmpty else { return "" }
    return " of " + names.prefix(Self.mostParts).joined(separator: ", ")
      + (names.count > Self.mostParts ? ", …" : "")
  }

  /// The most clauses that a name has.
  private static let mostParts = 3

  /// Returns ` in title`, for the name of a clause.
  func name(_ field: FieldID) -> String { " in \(fields[Int(field.rawValue)].name)" }

  /// Returns true if `boost` is the weight of a field, and not 1 as other boosts are.
  func isWeight(_ boost: Float, of field: FieldID) -> Bool {
    boost != 1 && boost == fields[Int(field.rawValue)].weight
  }

  /// Returns the term and its field.
  func text(_ term: [UInt8], _ field: FieldID, suffix: String = "") -> String {
    let kind = fields[Int(field.rawValue)].kind
    if kind == .number || kind == .date, let number = SortableNumber.decode(term) {
      return kind.text(of: number) + name(field)
    }
    guard term.first == AnalyzedTerm.stemMarker else {
      return "\"\(String(decoding: term, as: UTF8.self))\(suffix)\"" + name(field)
    }
    return "stem \"\(String(decoding: term.dropFirst(), as: UTF8.self))\"" + name(field)
  }

  /// Returns the phrase in quotes and its field.
  func text(of clause: PhraseClause) -> String {
    let words = clause.words.map { String(decoding: $0.term, as: UTF8.self) }
    return "\"\(words.joined(separator: " "))\(clause.lastIsPrefix ? "*" : "")\""
      + name(clause.field)
  }

  /// Returns the clause without its field.
  func text(of clause: PositionalClause) -> String {
    clause.nodes.folded { (node, children: ArraySlice<String>) -> String in
      let list = children.joined(separator: " ")
      switch node {
      case .terms(let terms):
        let words = terms.map { term in
          String(decoding: term.drop { $0 == AnalyzedTerm.stemMarker }, as: UTF8.self)
        }
        return words.count == 1 ? words[0] : "{" + words.joined(separator: " ") + "}"
      case .prefix(let prefix): return String(decoding: prefix, as: UTF8.self) + "*"
      case .pattern(let pattern): return pattern.text
      case .phrase(_, slop: 0): return "\"\(list)\""
      case .phrase(_, let slop): return "\"\(list)\"~\(slop)"
      case .any: return "(" + children.joined(separator: " OR ") + ")"
      case .near(let distance, let inOrder):
        return "("
          + children.joined(separator: inOrder ? " BEFORE/\(distance) " : " NEAR/\(distance) ")
          + ")"
      case .start: return "^" + list
      case .widened: return list
      }
    }
  }
}

extension TermPattern {
  /// The pattern as people type it.
  var text: String {
    switch self {
    case .fuzzy(let word, let edits): "\(String(decoding: word, as: UTF8.self))~\(edits)"
    case .misspelt(let misspelling):
      "\(String(decoding: misspelling.word, as: UTF8.self))~\(misspelling.edits)"
        + (misspelling.isPrefix ? "*" : "")
    case .wildcards(let pattern):
      pattern.elements.map { element in
        switch element {
        case .any: "*"
        case .one: "?"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        }
      }.joined()
    }
  }
}
