extension ResolvedQuery {
  /// The number of alternative values from which on they are looked up as one set.
  private static let leastSetCount = 8

  /// The same query with each group of many alternative values of one field, none of which scores,
  /// replaced by one set.
  ///
  /// One list is made of all their postings, which takes less time than to open each list. A filter
  /// of hundreds of values, such as years or identifiers, is one leaf.
  ///
  /// - Complexity: O(nodes).
  var joiningValues: ResolvedQuery {
    guard nodes.contains(where: { $0.childCount >= Self.leastSetCount }) else { return self }
    var joined: [Node] = []
    joined.reserveCapacity(nodes.count)
    for node in nodes {
      if case .boolean(let counts) = node, let set = Self.set(joined, counts) {
        joined.removeLast(counts.total)
        joined.append(.terms(set))
      } else {
        joined.append(node)
      }
    }
    return ResolvedQuery(nodes: joined)
  }

  /// Returns the set of the last nodes, if they are the values of a group that can be one.
  private static func set(_ nodes: [Node], _ counts: ClauseCounts) -> TermSetClause? {
    guard counts.isAny, counts.total >= leastSetCount else { return nil }
    var terms: Set<[UInt8]> = []
    var field: FieldID?
    for node in nodes.suffix(counts.total) {
      guard case .term(let clause) = node, clause.isConstant, clause.boost == 0,
        field == nil || field == clause.field
      else { return nil }
      field = clause.field
      terms.insert(clause.term)
    }
    guard let field else { return nil }
    let sorted = terms.sorted { $0.lexicographicallyPrecedes($1) }
    return TermSetClause(
      field: field, ranges: sorted.map { TermRange(lower: $0, upper: $0 + [0]) }, boost: 0)
  }
}
