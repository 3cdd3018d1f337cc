/// A group of clauses while it is built: the required ones first, then the optional ones, then the
/// prohibited ones.
struct ResolvedGroup {
  private var nodes: [ResolvedQuery.Node] = []
  var counts = ClauseCounts()

  mutating func require(_ clause: ResolvedQuery) {
    checkInvariant(counts.optional + counts.prohibited == 0, "a required clause after others")
    append(clause)
    counts.required += 1
  }

  /// Adds an optional clause.
  ///
  /// - Parameter flattens: True to replace a clause that is a group of alternatives with these
  ///   alternatives.
  mutating func allow(_ clause: ResolvedQuery, flattens: Bool = false) {
    checkInvariant(counts.prohibited == 0, "an optional clause after prohibited ones")
    append(clause)
    counts.optional += 1
    guard flattens, case .boolean(let group) = clause.nodes.last, group.isAny else { return }
    nodes.removeLast()
    counts.optional += group.optional - 1
  }

  mutating func prohibit(_ clause: ResolvedQuery) {
    append(clause)
    counts.prohibited += 1
  }

  @inline(never)
  private mutating func append(_ clause: ResolvedQuery) {
    if nodes.isEmpty { nodes.reserveCapacity(8) }
    if clause.nodes.count == 1 { nodes.append(clause.nodes[0]) } else { nodes += clause.nodes }
  }

  /// Returns the group as a query, after the last clause.
  ///
  /// - Complexity: O(1) amortised.
  mutating func finish() -> ResolvedQuery {
    nodes.append(.boolean(counts))
    return ResolvedQuery(nodes: nodes)
  }
}

extension ResolvedQuery {
  /// Returns a query that combines the clauses of `clause`.
  ///
  /// - Complexity: O(nodes).
  static func boolean(_ clause: BooleanClause) -> ResolvedQuery {
    var group = ResolvedGroup()
    for child in clause.required { group.require(child) }
    for child in clause.optional { group.allow(child) }
    for child in clause.prohibited { group.prohibit(child) }
    group.counts.atLeast = clause.atLeast
    return group.finish()
  }

  /// Returns a query for any of the clauses: nil if there is none, the clause itself if there is
  /// one.
  ///
  /// A clause that is itself a group of alternatives is replaced by these, because a flat list is
  /// searched faster.
  static func any(of clauses: [ResolvedQuery]) -> ResolvedQuery? {
    if clauses.count < 2 { return clauses.first }
    var group = ResolvedGroup()
    group.counts.atLeast = 1
    for clause in clauses { group.allow(clause, flattens: true) }
    return group.finish()
  }
}
