/// For the unfinished phrases of a query, terms of which each document that matters has one.
///
/// What a query requires beside a phrase, or around it, selects documents; in others the phrase
/// need not be looked for. That is most of them where a rare word is required, as in `usns "t a`.
///
/// - Complexity: O(nodes), and for each unfinished phrase O(depth).
struct SelectingTerms {
  /// Terms of which a matching document has at least one.
  typealias Choice = [TermClause]

  /// The most choices for a phrase.
  private static let mostChoices = 16

  /// For each node, choices each of which holds for all of the node's documents.
  private var choices: [[Choice]] = []
  /// For each node, the one that combines it with others; nil for the last.
  private var parents: [Int?]
  /// For each node, those that it requires.
  private var required: [[Int]] = []

  /// Returns nil if the query has no unfinished phrase, or requires nothing beside it.
  init?(_ query: ResolvedQuery) {
    let nodes = query.nodes
    guard nodes.contains(where: Self.isUnfinished), nodes.contains(where: Self.hasRequired)
    else { return nil }
    parents = Array(repeating: nil, count: nodes.count)
    let starts = nodes.subtreeStarts()
    for (index, node) in nodes.enumerated() {
      var children: [Int] = []
      for _ in 0..<node.childCount {
        children.append(children.last.map { starts[$0] - 1 } ?? index - 1)
      }
      children.reverse()
      for child in children { parents[child] = index }
      add(node, children)
    }
  }

  private static func isUnfinished(_ node: ResolvedQuery.Node) -> Bool {
    if case .phrase(let clause) = node { clause.lastIsPrefix } else { false }
  }

  private static func hasRequired(_ node: ResolvedQuery.Node) -> Bool {
    guard case .boolean(let counts) = node else { return false }
    return counts.required > 0 && counts.total > 1
  }

  /// Adds the next node, whose children have been added.
  private mutating func add(_ node: ResolvedQuery.Node, _ children: [Int]) {
    var found: [Choice] = []
    var required: ArraySlice<Int> = []
    switch node {
    case .term(let clause): found = [[clause]]
    case .phrase(let clause):
      found = clause.words.dropLast(clause.lastIsPrefix ? 1 : 0).prefix(Self.mostChoices).map {
        [TermClause(field: clause.field, term: $0.term, boost: 1)]
      }
    case .boolean(let counts) where counts.required > 0:
      required = children.prefix(counts.required)
      for child in required where found.count < Self.mostChoices { found += choices[child] }
    case .boolean(let counts) where counts.atLeast > 0:
      let firsts = children.prefix(counts.optional).map { choices[$0].first }
      if !firsts.contains(nil) { found = [firsts.flatMap { $0 ?? [] }] }
    default: break
    }
    choices.append(found)
    self.required.append(Array(required))
  }

  /// Returns choices each of which holds for all documents that matter of the node at `index`.
  subscript(index: Int) -> [Choice] {
    var found: [Choice] = []
    var child = index
    while let parent = parents[child], found.count < Self.mostChoices {
      for other in required[parent] where other != child && found.count < Self.mostChoices {
        found += choices[other]
      }
      child = parent
    }
    return Array(found.prefix(Self.mostChoices))
  }
}
