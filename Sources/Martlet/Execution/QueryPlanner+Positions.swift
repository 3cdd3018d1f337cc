/// Clauses that ask where terms stand; their documents become one list.
extension QueryPlanner {
  /// Returns the node of a positional clause.
  mutating func positional(_ clause: PositionalClause) throws(SearchError) -> PlanNode {
    let entry = try entry(clause)
    let weight = clause.isOneWord ? 0 : try idf(of: clause)
    let marker = TermClause(field: clause.field, term: [], boost: clause.boost)
    let number = append(marker, entry)
    if weight > 0 { setWeight(clause.boost * weight, ofTerm: number) }
    return leaf(number)
  }

  /// Returns the sum of the idfs of the words: for alternatives the highest, and none for prefixes
  /// and patterns.
  private mutating func idf(of clause: PositionalClause) throws(SearchError) -> Float {
    var sums: [Float] = []
    for node in clause.nodes {
      let children = sums.suffix(node.childCount)
      var sum: Float = 0
      switch node {
      case .terms(let terms):
        for term in terms {
          sum = max(
            sum, try inverseDocumentFrequency(TermClause(field: clause.field, term: term, boost: 1))
          )
        }
      case .prefix, .pattern: break
      case .phrase, .near: sum = children.reduce(0, +)
      case .any: sum = children.max() ?? 0
      case .start, .widened: sum = children.first ?? 0
      }
      sums.removeLast(children.count)
      sums.append(sum)
    }
    return sums.first ?? 0
  }

  /// Returns the lists of the documents that the clause matches, unless an earlier search left them
  /// in the cache.
  private func entry(_ clause: PositionalClause) throws(SearchError) -> ListCache.Entry {
    let sought = PositionalClause(
      field: clause.field, nodes: clause.nodes.joiningWords, boost: 1)
    let lists = cache ?? segments.madeLists
    // No node begins with this byte, so that the documents of a filter have another key.
    let key = ListCache.Key(
      field: clause.field, words: .query([UInt8.max] + ResolvedQuery.positional(sought).bytes),
      parameters: parameters[clause.field])
    if let entry = lists.find(key) { return entry }
    let candidates = try Self.documents(
      of: sought.candidates(hasPositions: true), in: segments, stop, lists)
    let entry = try self.entry(in: clause.field) {
      (index, field, lengths, segment, stop) throws(SearchError) in
      guard let candidates = candidates.lists[index] else { return nil }
      return try SpanSearch.list(
        of: sought, among: candidates, in: field, segment, lengths, stop)
    }
    lists.insert(entry, for: key)
    return entry
  }
}
