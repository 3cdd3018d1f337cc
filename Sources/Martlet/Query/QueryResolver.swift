/// Rewrites a query against a schema: names become fields, texts become terms.
///
/// A text that gives several positions becomes a phrase; a leaf without a field becomes one clause
/// per text field, of which any may match; a leaf that gives no term at all is neutral and is left
/// out of its parent. The query must not hold a `user` node any more.
struct QueryResolver {
  private let schema: IndexSchema
  private let weights: [Float]?

  /// - Parameter weights: The fields' weights by their numbers, in place of those of the schema.
  init(_ schema: IndexSchema, weights: [Float]? = nil) {
    self.schema = schema
    self.weights = weights
  }

  /// A clause, or nil when it is neutral; and whether it excludes what it matches.
  private struct Part {
    var clause: ResolvedQuery?
    var isNegated = false

    static let neutral = Part(clause: nil)
  }

  /// The query in the words of the index.
  ///
  /// - Throws: `limitExceeded` when the query nests more than ``ResolvedQuery/depthLimit`` levels.
  func resolve(_ query: Query) throws(SearchError) -> ResolvedQuery {
    let depth = query.depth
    guard depth <= ResolvedQuery.depthLimit else {
      throw SearchError(
        .limitExceeded,
        "the query nests \(depth) levels, at most \(ResolvedQuery.depthLimit) are searched")
    }
    let root = query.folded { node, children in part(node, children) }
    guard let clause = root.clause else { return .nothing }
    return root.isNegated ? Self.everything(but: [clause]) : clause
  }

  private func part(_ node: QueryNode, _ children: ArraySlice<Part>) -> Part {
    switch node {
    case .everything: return Part(clause: .everything)
    case .nothing, .user: return Part(clause: .nothing)
    case .word(let text, let field): return leaf(text, field, .word)
    case .typed(let text, let field): return leaf(text, field, .typed)
    case .prefix(let text, let field): return leaf(text, field, .prefix)
    case .phrase(let text, let lastIsPrefix, let field):
      return leaf(text, field, lastIsPrefix ? .phrasePrefix : .phrase)
    case .value(let text, let field): return leaf(text, field, .phrase)
    case .all: return all(children)
    case .any(let atLeast, _): return any(children, atLeast: atLeast)
    case .preferring: return preferring(children)
    case .not:
      guard var child = children.first, child.clause != nil else { return .neutral }
      child.isNegated.toggle()
      return child
    case .boost(let factor):
      guard var child = children.first else { return .neutral }
      child.clause = child.clause.map { Self.boosted($0, by: Float(factor)) }
      return child
    }
  }

  private func all(_ children: ArraySlice<Part>) -> Part {
    let parts = children.filter { $0.clause != nil }
    if parts.count < 2 { return parts.first ?? .neutral }
    var clause = BooleanClause()
    clause.required = parts.filter { !$0.isNegated }.compactMap(\.clause)
    clause.prohibited = parts.filter(\.isNegated).compactMap(\.clause)
    if clause.required.isEmpty { clause.required = [.everything] }
    return Part(clause: .boolean(clause))
  }

  private func any(_ children: ArraySlice<Part>, atLeast: Int) -> Part {
    let parts = children.compactMap { part in
      part.clause.map { part.isNegated ? Self.everything(but: [$0]) : $0 }
    }
    if parts.count < 2 { return Part(clause: parts.first) }
    let needed = min(atLeast, parts.count)
    return Part(clause: .boolean(BooleanClause(optional: parts, atLeast: needed)))
  }

  private func preferring(_ children: ArraySlice<Part>) -> Part {
    guard let first = children.first, let second = children.last else { return .neutral }
    guard let required = first.clause else { return .neutral }
    guard let optional = second.clause, !second.isNegated else { return first }
    let base = first.isNegated ? Self.everything(but: [required]) : required
    return Part(clause: .boolean(BooleanClause(required: [base], optional: [optional])))
  }

  private static func everything(but clauses: [ResolvedQuery]) -> ResolvedQuery {
    .boolean(BooleanClause(required: [.everything], prohibited: clauses))
  }

  /// The same clause with its scores multiplied.
  private static func boosted(_ query: ResolvedQuery, by factor: Float) -> ResolvedQuery {
    switch query {
    case .nothing, .everything: return query
    case .term(var clause):
      clause.boost = product(clause.boost, factor)
      return .term(clause)
    case .prefix(var clause):
      clause.boost = product(clause.boost, factor)
      return .prefix(clause)
    case .phrase(var clause):
      clause.boost = product(clause.boost, factor)
      return .phrase(clause)
    case .boolean(var clause):
      clause.required = clause.required.map { boosted($0, by: factor) }
      clause.optional = clause.optional.map { boosted($0, by: factor) }
      return .boolean(clause)
    }
  }

  /// The product, kept within what a sum of scores can hold.
  private static func product(_ left: Float, _ right: Float) -> Float {
    min(left * right, Float(Query.boostRange.upperBound))
  }
}

/// The leaves.
extension QueryResolver {
  private enum LeafKind {
    case word, typed, prefix, phrase, phrasePrefix

    var use: TokenUse {
      switch self {
      case .word: .query
      case .typed, .prefix, .phrasePrefix: .prefix
      case .phrase: .phrase
      }
    }

    /// Whether the last token stands for all terms that it begins.
    var lastIsPrefix: Bool { self == .prefix || self == .phrasePrefix || self == .typed }
  }

  private func leaf(_ text: String, _ name: FieldRef?, _ kind: LeafKind) -> Part {
    guard let name else {
      return Self.any(schema.textFields.map { clause(text, schema[$0], kind) })
    }
    guard let field = schema.field(named: name.name) else { return Part(clause: .nothing) }
    return Part(clause: clause(text, field, kind))
  }

  private func weight(_ field: IndexSchema.Field) -> Float {
    weights?[Int(field.id.rawValue)] ?? field.definition.weight
  }

  /// Any of the clauses; those that are neutral are left out.
  private static func any(_ clauses: [ResolvedQuery?]) -> Part {
    let parts = clauses.compactMap { $0 }
    if parts.count < 2 { return Part(clause: parts.first) }
    return Part(clause: .boolean(BooleanClause(optional: parts, atLeast: 1)))
  }

  private func clause(
    _ text: String, _ field: IndexSchema.Field, _ kind: LeafKind
  ) -> ResolvedQuery? {
    switch field.definition.kind {
    case .text: return textClause(text, field, kind)
    case .keyword:
      let term = TermClause(field: field.id, term: Array(text.utf8), boost: 0)
      return kind.lastIsPrefix ? .prefix(term) : .term(term)
    case .number, .date:
      guard let number = Double(text) else { return .nothing }
      return .term(
        TermClause(field: field.id, term: SortableNumber.encode(number), boost: 0))
    }
  }

  private func textClause(
    _ text: String, _ field: IndexSchema.Field, _ kind: LeafKind
  ) -> ResolvedQuery? {
    if kind == .typed {
      return Self.any([
        textClause(text, field, .word), textClause(text, field, .prefix),
      ]).clause
    }
    let places = AnalyzedText(text, field.analyzer, for: kind.use).places
    guard let last = places.last else { return nil }
    guard places.count > 1 else { return alternatives(last.entries, field, kind) }
    let first = places[0].position
    let parts = places.map { place in
      PhraseClause.Part(
        term: Self.word(place.entries).bytes, offset: UInt32(place.position - first))
    }
    let boost = weight(field)
    return phrase(parts, field, lastIsPrefix: kind.lastIsPrefix, boost)
  }

  private func phrase(
    _ parts: [PhraseClause.Part], _ field: IndexSchema.Field, lastIsPrefix: Bool, _ boost: Float
  ) -> ResolvedQuery {
    guard field.definition.hasPositions else {
      return .boolean(
        BooleanClause(
          required: parts.map {
            .term(TermClause(field: field.id, term: $0.term, boost: boost))
          }))
    }
    return .phrase(
      PhraseClause(field: field.id, parts: parts, lastIsPrefix: lastIsPrefix, boost: boost))
  }

  /// What stands for a place of a phrase: the word, and not its stem.
  private static func word(_ entries: [AnalyzedText.Entry]) -> AnalyzedText.Entry {
    entries.first { $0.form == .word } ?? entries[0]
  }

  private func alternatives(
    _ entries: [AnalyzedText.Entry], _ field: IndexSchema.Field, _ kind: LeafKind
  ) -> ResolvedQuery? {
    let boost = weight(field)
    if kind.lastIsPrefix {
      let term = Self.word(entries).bytes
      return .prefix(TermClause(field: field.id, term: term, boost: boost))
    }
    return Self.any(
      entries.map { .term(TermClause(field: field.id, term: $0.bytes, boost: boost)) }
    ).clause
  }
}
