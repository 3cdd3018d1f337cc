/// Leaves as spans, for queries that ask where words stand.
extension LeafResolver {
  /// Returns the spans of a leaf; nil if its text has no word for the field, or the field no words.
  func spans(of node: QueryNode) -> [PositionalClause.Node]? {
    guard field.definition.kind == .text else { return nil }
    return switch node {
    case .word(let text, _): words(text)
    case .typed(let text, _):
      any(of: [words(text), phrase(text, for: .prefix)])
    case .prefix(let text, _): phrase(text, for: .prefix)
    case .pattern(let pattern, _):
      sequence(PatternText(pattern).words(field.analyzer).compactMap(spans))
    case .fuzzy(let text, let edits, _):
      sequence(PatternText(text).words(field.analyzer).compactMap { fuzzy($0, edits: edits) })
    case .phrase(let text, let lastIsPrefix, _):
      phrase(text, for: lastIsPrefix ? .prefix : .phrase)
    case .sloppyPhrase(let text, let slop, let lastIsPrefix, _):
      phrase(text, for: lastIsPrefix ? .prefix : .phrase, slop: slop)
    case .synonyms(let texts, _): any(of: texts.map(words))
    default: nil
    }
  }

  /// Returns the leaf of what only its positions tell from other leaves.
  func resolve(positional node: QueryNode) -> Leaf {
    guard field.definition.kind == .text else {
      switch node {
      case .sloppyPhrase(let text, _, let lastIsPrefix, _):
        return resolve(text, lastIsPrefix ? .phrasePrefix : .phrase)
      case .synonyms(let texts, _):
        return Leaf(clause: .any(of: texts.compactMap { resolve($0, .word).clause }))
      default: return Leaf(clause: .nothing)
      }
    }
    return Leaf(clause: spans(of: node).map(clause), words: .content)
  }

  /// Returns the clause of a tree of spans.
  func clause(_ nodes: [PositionalClause.Node]) -> ResolvedQuery {
    let isNear = nodes.contains { if case .near = $0 { true } else { false } }
    // Nothing else asks where a span ends.
    let nodes = isNear ? nodes : nodes.filter { !$0.isWidened }
    let clause = PositionalClause(field: field.id, nodes: nodes, boost: weight)
    return field.definition.hasPositions
      ? .positional(clause) : clause.candidates(hasPositions: false)
  }

  private func any(of parts: [[PositionalClause.Node]?]) -> [PositionalClause.Node]? {
    let parts = parts.compactMap(\.self)
    if parts.count < 2 { return parts.first }
    return parts.flatMap(\.self) + [.any(count: parts.count)]
  }

  /// Returns the spans of parts that follow each other with at most `distance` words between them.
  func sequence(
    _ parts: [[PositionalClause.Node]], distance: Int = 0
  ) -> [PositionalClause.Node]? {
    guard var result = parts.first else { return nil }
    for part in parts.dropFirst() { result += part + [.near(distance: distance, inOrder: true)] }
    return result
  }

  /// Returns the spans of a word in all its forms and of its synonyms, each of which may be several
  /// words.
  private func words(_ text: String) -> [PositionalClause.Node]? {
    let analyzed = AnalyzedText(text, field.analyzer, for: .query)
    var readings = analyzed.readings
    for other in field.analyzer.synonymTable.others(analyzed.forms) {
      readings += AnalyzedText(other, field.analyzer, for: .query).readings
    }
    return any(of: readings.map(run))
  }

  private func run(_ slots: [AnalyzedText.Slot]) -> [PositionalClause.Node]? {
    guard !slots.isEmpty else { return nil }
    let leaves = slots.map { PositionalClause.Node.terms($0.forms.map(\.bytes)) }
    return phrase(leaves, slots, Self.offsets(of: slots), slop: 0)
  }

  /// Returns the spans of words as they are in quotes.
  private func phrase(
    _ text: String, for use: TokenUse, slop: Int = 0
  ) -> [PositionalClause.Node]? {
    let slots = AnalyzedText(text, field.analyzer, for: use).readings.first ?? []
    guard let first = slots.first else { return nil }
    var leaves = slots.map { PositionalClause.Node.terms([$0.word.bytes]) }
    if use == .prefix { leaves[leaves.count - 1] = .prefix(slots[slots.count - 1].word.bytes) }
    return phrase(
      leaves, slots, slots.map { UInt32($0.position - first.position) }, slop: slop)
  }

  private func phrase(
    _ leaves: [PositionalClause.Node], _ slots: [AnalyzedText.Slot], _ offsets: [UInt32],
    slop: Int
  ) -> [PositionalClause.Node] {
    var nodes = leaves
    if leaves.count > 1 { nodes.append(.phrase(offsets: offsets, slop: slop)) }
    let last = slots[slots.count - 1]
    let rest = last.end - last.position - (last.word.isPair ? 0 : 1)
    return rest > 0 ? nodes + [.widened(by: rest)] : nodes
  }

  func spans(of word: PatternText.Word) -> [PositionalClause.Node]? {
    switch word {
    case .plain(let text): return phrase(text, for: .phrase)
    case .apart(let pieces, let end): return spans(of: pieces, end)
    case .pattern(let pattern):
      guard pattern.hasText else { return nil }
      if let prefix = pattern.solePrefix { return [.prefix(prefix)] }
      return [.pattern(.wildcards(pattern))]
    }
  }

  private func fuzzy(_ word: PatternText.Word, edits: Int?) -> [PositionalClause.Node]? {
    guard case .pattern(let pattern) = word, case .text(let bytes) = pattern.elements.first else {
      return spans(of: word)
    }
    return [.pattern(Self.fuzzy(bytes, edits: edits))]
  }
}
