/// Resolves a query against a schema: names become fields, and texts become terms.
///
/// A leaf without a field becomes one clause per text field, any of which may match;
/// ``LeafResolver`` describes the clause for one field. A leaf that gives no term at all is neutral
/// and is left out of its parent. So are stop words if the query has other words: they affect
/// neither which documents are found nor their order. The query must not contain a `user` node.
struct QueryResolver {
  let schema: IndexSchema
  private let weights: [Float]?
  /// True if several words may have a synonym together.
  let hasJoinedSynonyms: Bool
  /// The fields in which words may be misspelt; nil for all text fields.
  private let misspeltFields: Set<FieldID>?

  /// - Parameters:
  ///   - weights: The fields' weights by field ID, in place of those of the schema.
  ///   - misspeltFields: The fields in which words may be misspelt; nil for all text fields.
  init(_ schema: IndexSchema, weights: [Float]? = nil, misspeltFields: Set<FieldID>? = nil) {
    self.schema = schema
    self.weights = weights
    self.misspeltFields = misspeltFields
    hasJoinedSynonyms = schema.fields.contains { $0.analyzer.synonymTable.longestKey > 1 }
  }

  /// A clause, or nil for a neutral part.
  struct Operand {
    /// The properties that few parts have, in one object because parts are copied.
    private final class Details: Sendable {
      let source: (text: String, field: FieldRef?)?
      let spans: [FieldSpans]?

      init(_ source: (text: String, field: FieldRef?)?, _ spans: [FieldSpans]?) {
        self.source = source
        self.spans = spans
      }
    }

    var clause: ResolvedQuery?
    /// True if the clause excludes its matches.
    var isNegated = false
    /// The importance of its words.
    var words = QueryWords.none
    private var details: Details?

    init(clause: ResolvedQuery?, words: QueryWords = .none) {
      self.clause = clause
      self.words = words
    }

    /// The plain word that the part consists of, if it may belong to several words that have a
    /// synonym.
    var source: (text: String, field: FieldRef?)? {
      get { details?.source }
      set { details = Details(newValue, spans) }
    }

    /// The part as spans of each field, if the query asks for positions.
    var spans: [FieldSpans]? {
      get { details?.spans }
      set { details = Details(source, newValue) }
    }

    static let neutral = Operand(clause: nil)

    /// Has `documents`, those with the word as it was typed, come before the others that the
    /// patterns of the clause find.
    mutating func prefer(_ documents: ResolvedQuery?, precedesAll: Bool) {
      guard let clause, let documents else { return }
      let patterns = clause.nodes.compactMap { node -> PatternClause? in
        if case .pattern(let clause) = node, !clause.isConstant { clause } else { nil }
      }
      guard !patterns.isEmpty else { return }
      let exact = ExactWordClause(
        documents: documents, patterns: patterns, precedesAll: precedesAll)
      self.clause = .any(of: [clause, .exactWord(exact)])
    }
  }

  /// Returns the query with fields and terms of the index.
  ///
  /// - Throws: `limitExceeded` when the query nests more than ``ResolvedQuery/depthLimit`` levels.
  func resolve(_ query: Query) throws(SearchError) -> ResolvedQuery {
    // A tree is at most as deep as its number of nodes.
    if query.nodes.count > ResolvedQuery.depthLimit { try checkDepth(of: query) }
    let root = operand(of: query)
    guard let clause = root.clause?.joiningValues else { return .nothing }
    return root.isNegated ? Self.everything(but: [clause]) : clause
  }

  private func operand(of query: Query) -> Operand {
    // Leaves are needed as spans only where positions matter.
    guard query.nodes.contains(where: \.isTied) else {
      return query.nodes.folded { operand($0, $1) }
    }
    return query.nodes.folded { node, children in
      var operand = operand(node, children)
      operand.spans = spans(of: node, children)
      return operand
    }
  }

  private func checkDepth(of query: Query) throws(SearchError) {
    let depth = query.nodes.depth
    guard depth <= ResolvedQuery.depthLimit else {
      throw SearchError(
        .limitExceeded,
        "the query nests \(depth) levels, at most \(ResolvedQuery.depthLimit) are searched")
    }
  }

  func operand(_ node: QueryNode, _ children: ArraySlice<Operand>) -> Operand {
    switch node {
    case .everything: return Operand(clause: .everything)
    case .nothing, .user: return Operand(clause: .nothing)
    case .word(let text, let field): return leaf(text, field, .word)
    case .typed(let text, let field): return leaf(text, field, .typed)
    case .prefix(let text, let field): return leaf(text, field, .prefix)
    case .pattern(let pattern, let field): return leaf(field) { $0.resolve(pattern) }
    case .fuzzy(let text, let edits, let field): return fuzzy(text, edits: edits, field)
    case .misspelt(let text, let isUnfinished, let field):
      return misspelt(text, isUnfinished: isUnfinished, field)
    case .sloppyPhrase(_, _, _, let field), .synonyms(_, let field):
      return leaf(field) { $0.resolve(positional: node) }
    case .near: return near(node, children)
    case .anchored: return anchored(children)
    case .phrase(let text, let lastIsPrefix, let field):
      return leaf(text, field, lastIsPrefix ? .phrasePrefix : .phrase)
    case .value(let text, let field, let kind):
      return leaf(text, field, kind.given == .number ? .number : .value)
    case .range(let range, let name):
      guard let field = schema.field(named: name.name) else { return Operand(clause: .nothing) }
      return Operand(clause: resolver(for: field).resolve(range))
    case .keys(let keys, _): return Operand(clause: .keys(keys))
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
    case .constantScore(let score):
      guard let child = children.first, let clause = child.clause else { return .neutral }
      let query = child.isNegated ? Self.everything(but: [clause]) : clause
      return Operand(
        clause: .filter(FilterClause(query: query, score: Float(score))), words: child.words)
    }
  }

  private func leaf(_ text: String, _ name: FieldRef?, _ kind: LeafResolver.Kind) -> Operand {
    var operand = leaf(name) { $0.resolve(text, kind) }
    if hasJoinedSynonyms, kind == .word || kind == .typed { operand.source = (text, name) }
    return operand
  }

  /// Returns true if a leaf of `query` has a word or a value for a field that it searches, or if
  /// there is no field with words. What has a letter or a digit is taken for a word without asking
  /// the analyzers, which would take as long as resolving it, unless one of them drops words.
  func hasWords(_ query: Query) -> Bool {
    if schema.textFields.isEmpty { return true }
    let keepsWords = schema.textFields.allSatisfy { $0.analyzer.keepsAllWords }
    return query.nodes.contains { node in
      switch node {
      case .word(let text, _), .typed(let text, _), .phrase(let text, _, _):
        if keepsWords, text.hasASCIIWord { return true }
      default: break
      }
      return node.childCount == 0 && operand(node, []).clause != nil
    }
  }

  /// Returns true for a word of signs alone, such as a dash between spaces, which asks for nothing.
  func isBlank(_ text: String, _ query: Query) -> Bool { !text.hasASCIIWord && !hasWords(query) }

  /// Returns the importance of the words of `query`.
  func words(of query: Query) -> QueryWords { operand(of: query).words }

  private func misspelt(_ text: String, isUnfinished: Bool, _ name: FieldRef?) -> Operand {
    let kind: LeafResolver.Kind = isUnfinished ? .typed : .word
    var operand = leaf(name) { resolver in
      mayBeMisspelt(in: resolver.field)
        ? resolver.resolve(misspelt: text, kind) : resolver.resolve(text, kind)
    }
    operand.prefer(leaf(name) { $0.resolve(text, kind) }.clause, precedesAll: true)
    if hasJoinedSynonyms { operand.source = (text, name) }
    return operand
  }

  private func fuzzy(_ text: String, edits: Int?, _ name: FieldRef?) -> Operand {
    var operand = leaf(name) { $0.resolve(fuzzy: text, edits: edits) }
    let exact = (fields(name) ?? []).compactMap { resolver(for: $0).exactWord(ofFuzzy: text) }
    operand.prefer(exact.isEmpty ? nil : .any(of: exact), precedesAll: false)
    return operand
  }

  /// Returns true if words may be misspelt in `field`.
  func mayBeMisspelt(in field: IndexSchema.Field) -> Bool {
    misspeltFields?.contains(field.id) ?? true
  }

  /// Returns the operand of a leaf that `resolve` gives for each field.
  private func leaf(
    _ name: FieldRef?, _ resolve: (LeafResolver) -> LeafResolver.Leaf
  ) -> Operand {
    guard let fields = fields(name) else { return Operand(clause: .nothing) }
    if fields.count == 1 {
      let leaf = resolve(resolver(for: fields[0]))
      return Operand(clause: leaf.clause, words: leaf.clause == nil ? .none : leaf.words)
    }
    let leaves = fields.map { resolve(resolver(for: $0)) }
    // A stop word of one field may be dropped even if it is no stop word in the other fields.
    let words = leaves.filter { $0.clause != nil }.map(\.words).min() ?? .none
    return Operand(clause: .any(of: leaves.compactMap(\.clause)), words: words)
  }

  /// Returns the fields that a leaf searches; nil if the schema lacks the one that it names.
  func fields(_ name: FieldRef?) -> [IndexSchema.Field]? {
    guard let name else { return schema.textFields }
    return schema.field(named: name.name).map { [$0] }
  }

  /// Returns the resolver that turns texts into clauses for a field.
  func resolver(for field: IndexSchema.Field) -> LeafResolver {
    LeafResolver(field, weight: weights?[Int(field.id.rawValue)] ?? field.definition.weight)
  }

  /// The parts that count: those that are not neutral, without stop words if there are other words.
  private struct Counted {
    let operands: ArraySlice<Operand>
    let words: QueryWords
    private(set) var count = 0
    private(set) var negatedCount = 0

    init(_ operands: ArraySlice<Operand>) {
      self.operands = operands
      var words = QueryWords.none
      for operand in operands where operand.clause != nil && !operand.isNegated {
        words = max(words, operand.words)
      }
      self.words = words
      for operand in operands where contains(operand) {
        count += 1
        if operand.isNegated { negatedCount += 1 }
      }
    }

    func contains(_ operand: Operand) -> Bool {
      operand.clause != nil && (operand.isNegated || operand.words != .stop || words != .content)
    }

    /// The first part that counts.
    var first: Operand? { operands.first(where: contains) }

    /// Calls `body` with the clause of each part that counts.
    func forEachClause(isNegated: Bool, _ body: (ResolvedQuery) -> Void) {
      for operand in operands where contains(operand) && operand.isNegated == isNegated {
        if let clause = operand.clause { body(clause) }
      }
    }
  }

  func all(_ children: ArraySlice<Operand>) -> Operand {
    let synonyms = hasJoinedSynonyms ? synonyms(ofWordsIn: children) : []
    guard synonyms.isEmpty else {
      return all(joined(children, synonyms))
    }
    let counted = Counted(children)
    if counted.count < 2 { return counted.first ?? .neutral }
    var group = ResolvedGroup()
    counted.forEachClause(isNegated: false) { group.require($0) }
    if counted.negatedCount == counted.count { group.require(.everything) }
    counted.forEachClause(isNegated: true) { group.prohibit($0) }
    return Operand(clause: group.finish(), words: counted.words)
  }

  private func any(_ children: ArraySlice<Operand>, atLeast: Int) -> Operand {
    var children = children
    if hasJoinedSynonyms {
      let synonyms = synonyms(ofWordsIn: children)
      children =
        atLeast > 1
        ? offering(synonyms, toWordsIn: children)
        : children + synonyms.map { Operand(clause: $0.clause, words: .content) }
    }
    let counted = Counted(children)
    var clauses: [ResolvedQuery] = []
    clauses.reserveCapacity(counted.count)
    for operand in children where counted.contains(operand) {
      guard let clause = operand.clause else { continue }
      clauses.append(operand.isNegated ? Self.everything(but: [clause]) : clause)
    }
    if clauses.count < 2 { return Operand(clause: clauses.first, words: counted.words) }
    // A stop word that was dropped counts as found.
    let dropped = children.count { $0.clause != nil } - clauses.count
    let needed = min(max(1, atLeast - dropped), clauses.count)
    if needed == 1 { return Operand(clause: .any(of: clauses), words: counted.words) }
    return Operand(
      clause: .boolean(BooleanClause(optional: clauses, atLeast: needed)), words: counted.words)
  }

  private func preferring(_ children: ArraySlice<Operand>) -> Operand {
    guard let first = children.first, let second = children.last else { return .neutral }
    guard let required = first.clause else { return second.isNegated ? .neutral : second }
    guard let optional = second.clause, !second.isNegated else { return first }
    if second.words == .stop, first.words == .content { return first }
    let base = first.isNegated ? Self.everything(but: [required]) : required
    return Operand(
      clause: .boolean(BooleanClause(required: [base], optional: [optional.boosted(by: 1)])),
      words: max(first.words, second.words))
  }

  private static func everything(but clauses: [ResolvedQuery]) -> ResolvedQuery {
    .boolean(BooleanClause(required: [.everything], prohibited: clauses))
  }
}

extension String {
  /// True if the text has a letter or a digit of ASCII.
  var hasASCIIWord: Bool { utf8.contains { $0 &- 0x30 < 10 || $0 | 0x20 &- 0x61 < 26 } }
}
