extension ResolvedQuery {
  /// Returns the query for those of its documents that `filter` matches, with the same scores.
  ///
  /// A filter that is one list in each segment, or several that are all required, is searched like
  /// required words. Any other filter is evaluated once, and its documents become a list.
  ///
  /// - Complexity: O(nodes).
  func filtered(by filter: ResolvedQuery) -> ResolvedQuery {
    switch filter.nodes.last {
    case .everything: return self
    case .nothing, nil: return .nothing
    default: break
    }
    var group = ResolvedGroup()
    let parts = filter.requiredLeaves ?? [.filter(FilterClause(query: filter))]
    guard case .boolean(let counts) = nodes.last, counts.required > 0, counts.atLeast == 0 else {
      group.require(self)
      for part in parts { group.require(ResolvedQuery(nodes: [part])) }
      return group.finish()
    }
    // The clauses of the query, with the filter among the required ones.
    let clauses = nodes.childRanges
    for clause in clauses[..<counts.required] { group.require(ResolvedQuery(nodes: nodes[clause])) }
    for part in parts { group.require(ResolvedQuery(nodes: [part])) }
    for clause in clauses[counts.required...].prefix(counts.optional) {
      group.allow(ResolvedQuery(nodes: nodes[clause]))
    }
    for clause in clauses.suffix(counts.prohibited) {
      group.prohibit(ResolvedQuery(nodes: nodes[clause]))
    }
    return group.finish()
  }

  /// Returns the query for those of its documents that `other` does not match, with the same
  /// scores.
  ///
  /// - Complexity: O(nodes).
  func excluding(_ other: ResolvedQuery) -> ResolvedQuery {
    if other == .nothing { return self }
    var group = ResolvedGroup()
    if case .boolean(let counts) = nodes.last, counts.required > 0, counts.atLeast == 0 {
      let clauses = nodes.childRanges
      for clause in clauses[..<counts.required] {
        group.require(ResolvedQuery(nodes: nodes[clause]))
      }
      for clause in clauses[counts.required...].prefix(counts.optional) {
        group.allow(ResolvedQuery(nodes: nodes[clause]))
      }
      for clause in clauses.suffix(counts.prohibited) {
        group.prohibit(ResolvedQuery(nodes: nodes[clause]))
      }
    } else {
      group.require(self)
    }
    for part in other.alternativeLeaves ?? [.filter(FilterClause(query: other))] {
      group.prohibit(ResolvedQuery(nodes: [part]))
    }
    return group.finish()
  }

  /// True if the query asks for keys, whose documents depend on what was put last.
  var hasKeys: Bool {
    nodes.contains { node in
      switch node {
      case .keys: true
      case .filter(let clause): clause.query.hasKeys
      default: false
      }
    }
  }

  private init(nodes: ArraySlice<Node>) { self.init(nodes: Array(nodes)) }

  /// The leaves without a score, if the query is one of them or requires all of them and nothing
  /// else.
  private var requiredLeaves: [Node]? {
    var leaves = nodes
    if nodes.count > 1 {
      guard case .boolean(let counts) = leaves.removeLast(), counts.required == counts.total,
        leaves.count == counts.total
      else { return nil }
    }
    return Self.unscored(leaves)
  }

  /// The leaves without a score, if the query is one of them or matches if any of them does.
  private var alternativeLeaves: [Node]? {
    var leaves = nodes
    if nodes.count > 1 {
      guard case .boolean(let counts) = leaves.removeLast(), counts.isAny,
        leaves.count == counts.total
      else { return nil }
    }
    return Self.unscored(leaves)
  }

  private static func unscored(_ leaves: [Node]) -> [Node]? {
    let unscored = leaves.compactMap(\.unscored)
    return unscored.count == leaves.count ? unscored : nil
  }
}

extension ResolvedQuery.Node {
  /// The same leaf without a score; nil unless it is one list in each segment.
  fileprivate var unscored: ResolvedQuery.Node? {
    switch self {
    case .term(var clause):
      (clause.boost, clause.isConstant) = (0, true)
      return .term(clause)
    case .prefix(var clause):
      (clause.boost, clause.isConstant) = (0, true)
      return .prefix(clause)
    case .terms(var clause):
      clause.boost = 0
      return .terms(clause)
    default: return nil
    }
  }
}
