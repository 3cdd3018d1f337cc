/// Positional clauses without their positions.
extension PositionalClause {
  /// The query for the documents that may match: those with the terms, wherever they stand.
  ///
  /// A plain phrase is asked for as such. Each term's boost is that of the clause, so that the
  /// query stands for the clause in a field without positions.
  ///
  /// - Parameter hasPositions: True if the field has positions.
  func candidates(hasPositions: Bool) -> ResolvedQuery {
    nodes.folded { node, children in
      switch node {
      case .terms(let terms):
        .any(of: terms.map { .term(TermClause(field: field, term: $0, boost: boost)) }) ?? .nothing
      case .prefix(let prefix):
        .prefix(TermClause(field: field, term: prefix, boost: boost))
      case .pattern(let pattern):
        .pattern(PatternClause(field: field, pattern: pattern, boost: boost))
      case .phrase(let offsets, slop: 0) where hasPositions:
        plainPhrase(offsets, children) ?? .boolean(BooleanClause(required: Array(children)))
      case .phrase, .near: .boolean(BooleanClause(required: Array(children)))
      case .any: .any(of: Array(children)) ?? .nothing
      case .start, .widened: children.first ?? .nothing
      }
    }
  }

  /// Returns the phrase of these words; nil if one of them is more than a term, or the last one a
  /// prefix.
  private func plainPhrase(
    _ offsets: [UInt32], _ children: ArraySlice<ResolvedQuery>
  ) -> ResolvedQuery? {
    var clause = PhraseClause(field: field, words: [], lastIsPrefix: false, boost: boost)
    for (offset, child) in zip(offsets, children) {
      guard child.nodes.count == 1 else { return nil }
      switch child.nodes[0] {
      case .term(let word): clause.words.append(.init(term: word.term, offset: offset))
      case .prefix(let word) where clause.words.count == offsets.count - 1:
        clause.words.append(.init(term: word.term, offset: offset))
        clause.lastIsPrefix = true
      default: return nil
      }
    }
    return .phrase(clause)
  }
}
