/// A word of a query as ``RankRule`` values see it.
struct RuleWord: Sendable {
  /// The documents with the word in each field, the most important field first.
  var fields: [ResolvedQuery]
  /// The documents with the word in the right spelling.
  var right: ResolvedQuery
  /// The documents with exactly this word.
  var exact: ResolvedQuery
}

/// Finding the words.
extension QueryResolver {
  /// Returns the words of `query` that count in rules.
  func ruleWords(in query: Query) -> [RuleWord] {
    plainWords(in: query).compactMap { word in
      if word.terms?.isEmpty == true { return nil }
      let kind: LeafResolver.Kind = word.isUnfinished ? .typed : .word
      let resolvers = (fields(word.field) ?? []).filter { $0.definition.kind == .text }
        .map(resolver).ordered { $0.weight > $1.weight }
      guard !resolvers.isEmpty else { return nil }
      func any(_ clauses: [ResolvedQuery?]) -> ResolvedQuery {
        .any(of: clauses.compactMap(\.self)) ?? .nothing
      }
      return RuleWord(
        fields: resolvers.map { resolver in
          word.isMisspelt && mayBeMisspelt(in: resolver.field)
            ? any([resolver.resolve(misspelt: word.text, kind).clause])
            : any([resolver.resolve(word.text, kind).clause])
        },
        right: any(resolvers.map { $0.resolve(word.text, kind).clause }),
        exact: any(resolvers.map { $0.resolve(word.text, .phrase).clause }))
    }
  }
}
