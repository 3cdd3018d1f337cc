/// The last word of the query of a text that someone is typing, and the rest of the query.
struct UnfinishedWord {
  /// The word as it was typed, without signs.
  let text: String
  /// The field that the text names for the word; nil if it names none.
  let field: FieldRef?
  /// The words of a phrase before the word, with the space between; empty outside a phrase.
  private(set) var lead = ""
  /// A query for the documents that match the rest, whatever the word becomes; nil for all
  /// documents.
  private(set) var others: Query?
  /// True if it matters where the word stands: at the start of a field, or near other words.
  let isPlaced: Bool
  /// The nodes of the query before and behind the word.
  private var before: [QueryNode]
  private var after: [QueryNode]

  /// Finds the last word of `query`, which ``LenientParser`` gives for a text with
  /// ``WordCombination/all``; nil if that word is finished.
  init?(of query: Query) {
    let nodes = query.nodes
    guard let leaf = nodes.lastIndex(where: { $0.childCount == 0 }) else { return nil }
    // All nodes behind the last leaf have it as their last child.
    let parents = nodes[(leaf + 1)...]
    let isExcluded = parents.contains(.not)
    isPlaced = parents.contains { $0 == .anchored || $0.isNear }
    before = Array(nodes[..<leaf])
    after = parents.filter { $0 != .not }
    switch nodes[leaf] {
    case .typed(let word, let field): (text, self.field) = (word, field)
    case .word(let word, let field) where isExcluded && parents.first?.isBoost != true:
      (text, self.field) = (word, field)
    case .phrase(let words, true, let field):
      (text, self.field, others) = (String(QueryAlphabet.lastRun(of: words)), field, query)
      lead = String(words.utf8.dropLast(text.utf8.count)) ?? ""
      return
    default: return nil
    }
    others = leaf == 0 ? nil : Self.optional(text, field, nodes[..<leaf], parents)
  }

  /// Puts `query` before the word; documents have to match it too.
  mutating func precede(with query: Query) {
    others = query
    before = query.nodes + before
    after.append(.all(count: 2))
  }

  /// Returns the query with `leaf` in place of the word, and of those of a phrase before it.
  func query(with leaf: Query) -> Query { .joiningLists(before + leaf.nodes + after) }

  /// Returns the query in which the last word need not be found; with it, it still has a word that
  /// is no stop word.
  private static func optional(
    _ word: String, _ field: FieldRef?, _ earlier: ArraySlice<QueryNode>,
    _ parents: ArraySlice<QueryNode>
  ) -> Query {
    let word = Query.any([.prefix(word, in: field), .everything])
    let parents = parents.compactMap { (node) -> QueryNode? in
      switch node {
      case .not, .anchored: nil
      case .near: .all(count: 2)
      default: node
      }
    }
    return .joiningLists(earlier + word.nodes + parents)
  }
}

extension QueryNode {
  fileprivate var isBoost: Bool {
    switch self {
    case .boost, .constantScore: true
    default: false
    }
  }

  fileprivate var isNear: Bool {
    if case .near = self { true } else { false }
  }
}
