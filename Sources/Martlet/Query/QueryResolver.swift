/// Rewrites a query against a schema: names become fields, texts become terms.
///
/// A leaf without a field becomes one clause per text field, of which any may match; what it
/// becomes in one field is said at ``LeafResolver``. A leaf that gives no term at all is neutral and
/// is left out of its parent. So are stop words where other words are asked for: they decide
/// neither what is found nor the order. The query must not hold a `user` node any more.
struct QueryResolver {
  let schema: IndexSchema
  private let weights: [Float]?
  private let textFields: [IndexSchema.Field]
  /// Whether several words may have a synonym together.
  private let hasJoinedSynonyms: Bool

  /// - Parameter weights: The fields' weights by their numbers, in place of those of the schema.
  init(_ schema: IndexSchema, weights: [Float]? = nil) {
    self.schema = schema
    self.weights = weights
    textFields = schema.textFields.map { schema[$0] }
    hasJoinedSynonyms = schema.fields.contains { $0.analyzer.synonymTable.longestKey > 1 }
  }

  /// A clause, or nil when it is neutral.
  struct Part {
    var clause: ResolvedQuery?
    /// Whether it excludes what it matches.
    var isNegated = false
    /// What its words are worth.
    var words = QueryWords.none
    /// The plain word that it is, which may be one of several that have a synonym.
    var source: (text: String, field: FieldRef?)?

    static let neutral = Part(clause: nil)
  }

  /// The query in the words of the index.
  ///
  /// - Throws: `limitExceeded` when the query nests more than ``ResolvedQuery/depthLimit`` levels.
  func resolve(_ query: Query) throws(SearchError) -> ResolvedQuery {
    let depth = query.nodes.depth
    guard depth <= ResolvedQuery.depthLimit else {
      throw SearchError(
        .limitExceeded,
        "the query nests \(depth) levels, at most \(ResolvedQuery.depthLimit) are searched")
    }
    let root = query.nodes.folded { node, children in part(node, children) }
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
      child.clause = child.clause?.boosted(by: Float(factor))
      return child
    }
  }

  private func leaf(_ text: String, _ name: FieldRef?, _ kind: LeafResolver.Kind) -> Part {
    var fields = textFields
    if let name {
      guard let field = schema.field(named: name.name) else { return Part(clause: .nothing) }
      fields = [field]
    }
    let source = hasJoinedSynonyms && (kind == .word || kind == .typed) ? (text, name) : nil
    if fields.count == 1 {
      let leaf = resolver(for: fields[0]).resolve(text, kind)
      return Part(
        clause: leaf.clause, words: leaf.clause == nil ? .none : leaf.words, source: source)
    }
    let leaves = fields.map { resolver(for: $0).resolve(text, kind) }
    // Fields with other analyzers do not turn a stop word into one that has to be there.
    let words = leaves.filter { $0.clause != nil }.map(\.words).min() ?? .none
    return Part(
      clause: .any(of: leaves.compactMap(\.clause)), words: words,
      source: source)
  }

  /// What turns texts into clauses for a field.
  func resolver(for field: IndexSchema.Field) -> LeafResolver {
    LeafResolver(field, weight: weights?[Int(field.id.rawValue)] ?? field.definition.weight)
  }

  /// The parts that are not neutral, without stop words when there are other words.
  private static func counted(_ children: ArraySlice<Part>) -> (parts: [Part], words: QueryWords) {
    let parts = children.filter { $0.clause != nil }
    let words = parts.filter { !$0.isNegated }.map(\.words).max() ?? .none
    guard words == .content else { return (parts, words) }
    return (parts.filter { $0.isNegated || $0.words != .stop }, words)
  }

  func all(_ children: ArraySlice<Part>) -> Part {
    let synonyms = hasJoinedSynonyms ? synonyms(ofWordsIn: children) : []
    guard synonyms.isEmpty else {
      return all(joined(children, synonyms))
    }
    let (parts, words) = Self.counted(children)
    if parts.count < 2 { return parts.first ?? .neutral }
    var clause = BooleanClause()
    clause.required = parts.filter { !$0.isNegated }.compactMap(\.clause)
    clause.prohibited = parts.filter(\.isNegated).compactMap(\.clause)
    if clause.required.isEmpty { clause.required = [.everything] }
    return Part(clause: .boolean(clause), words: words)
  }

  private func any(_ children: ArraySlice<Part>, atLeast: Int) -> Part {
    var children = children
    if hasJoinedSynonyms {
      children += synonyms(ofWordsIn: children).map { Part(clause: $0.clause, words: .content) }
    }
    let (counted, words) = Self.counted(children)
    let clauses = counted.compactMap { part in
      part.clause.map { part.isNegated ? Self.everything(but: [$0]) : $0 }
    }
    if clauses.count < 2 { return Part(clause: clauses.first, words: words) }
    // A stop word that has gone counts as found.
    let dropped = children.count { $0.clause != nil } - clauses.count
    let needed = min(max(1, atLeast - dropped), clauses.count)
    if needed == 1 { return Part(clause: .any(of: clauses), words: words) }
    return Part(
      clause: .boolean(BooleanClause(optional: clauses, atLeast: needed)), words: words)
  }

  private func preferring(_ children: ArraySlice<Part>) -> Part {
    guard let first = children.first, let second = children.last else { return .neutral }
    guard let required = first.clause else { return .neutral }
    guard let optional = second.clause, !second.isNegated else { return first }
    if second.words == .stop, first.words == .content { return first }
    let base = first.isNegated ? Self.everything(but: [required]) : required
    return Part(
      clause: .boolean(BooleanClause(required: [base], optional: [optional])),
      words: max(first.words, second.words))
  }

  private static func everything(but clauses: [ResolvedQuery]) -> ResolvedQuery {
    .boolean(BooleanClause(required: [.everything], prohibited: clauses))
  }
}
