/// For the unfinished phrases of a query, terms of which each document that matters has one.
///
/// What a query requires beside a phrase, or around it, selects documents; in others the phrase need
/// not be looked for. That is most of them where a rare word is required, as in `usns "t a`.
///
/// - Complexity: O(nodes), and for each unfinished phrase O(clauses around it).
struct SelectingTerms {
  /// Terms of which a matching document has at least one.
  typealias Choice = [TermClause]

  /// For each node, choices each of which holds for all of the node's documents.
  private var choices: [[Choice]] = []
  private let nodes: [ResolvedQuery.Node]
  private let starts: [Int]

  /// Returns nil if the query has no unfinished phrase, or requires nothing beside it.
  init?(_ query: ResolvedQuery) {
    nodes = query.nodes
    guard nodes.contains(where: Self.isUnfinished), nodes.contains(where: Self.hasRequired)
    else { return nil }
    starts = nodes.subtreeStarts()
    for (index, node) in nodes.enumerated() { choices.append(choices(of: node, at: index)) }
  }

  private static func isUnfinished(_ node: ResolvedQuery.Node) -> Bool {
    if case .phrase(let clause) = node { clause.lastIsPrefix } else { false }
  }

  private static func hasRequired(_ node: ResolvedQuery.Node) -> Bool {
    guard case .boolean(let counts) = node else { return false }
    return counts.required > 0 && counts.total > 1
  }

  /// Returns choices that hold for all documents of a node, whose children have theirs.
  private func choices(of node: ResolvedQuery.Node, at index: Int) -> [Choice] {
    switch node {
    case .term(let clause): return [[clause]]
    case .phrase(let clause):
      return clause.words.dropLast(clause.lastIsPrefix ? 1 : 0).map {
        [TermClause(field: clause.field, term: $0.term, boost: 1)]
      }
    case .boolean(let counts):
      let children = children(of: index, counts)
      if counts.required > 0 { return children.prefix(counts.required).flatMap { choices[$0] } }
      guard counts.atLeast > 0 else { return [] }
      let firsts = children.prefix(counts.optional).map { choices[$0].first }
      return firsts.contains(nil) ? [] : [firsts.flatMap { $0 ?? [] }]
    default: return []
    }
  }

  /// Returns the indices of a node's children, in order.
  private func children(of index: Int, _ counts: ClauseCounts) -> [Int] {
    var children: [Int] = []
    var child = index - 1
    for _ in 0..<counts.total {
      children.append(child)
      child = starts[child] - 1
    }
    return children.reversed()
  }

  /// Returns choices each of which holds for all documents that matter of the node at `index`.
  subscript(index: Int) -> [Choice] {
    var found: [Choice] = []
    for parent in (index + 1)..<max(index + 1, nodes.count) where starts[parent] <= index {
      guard case .boolean(let counts) = nodes[parent], counts.required > 0 else { continue }
      for child in children(of: parent, counts).prefix(counts.required)
      where !(starts[child]...child).contains(index) {
        found += choices[child]
      }
    }
    return found
  }
}
