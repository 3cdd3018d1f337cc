/// Searches that need the values of all matching documents: sorted, in groups, or with facets.
extension SearchRunner {
  /// The documents that one search found.
  struct Found {
    /// The best or first documents, numbered through all segments.
    var top: [TopDocuments.Entry]
    /// The number of matching documents.
    var total: MatchCount
    /// Those of the documents that do not have the right words.
    var misspelt: Set<UInt32> = []
    /// The groups, if the request asks for them.
    var groups: CollapsedSearch.Answer?
    /// All documents, if the search had to find them.
    var matches: MatchedDocuments?
    /// The position of the last document in a sorted search, if others follow.
    var last: SortPosition?

    /// True if nothing was found, and nothing was counted.
    var isEmpty: Bool { top.isEmpty && (total.number ?? 0) == 0 }
  }

  /// Searches in the order of the request's values, or in groups.
  func searchByValues(_ query: Resolved) throws(SearchError) -> Found {
    let order = SortedSearch(
      segments: segments,
      criteria: criteria.isEmpty
        ? [SortCriterion(source: .relevance), SortCriterion(source: .document)] : criteria)
    let matches =
      try order.isScored ? scoredMatches(query) : matches(filtered(query.all, by: filter))
    let total = stop.isOutOfTime ? MatchCount.atLeast(matches.count) : .exactly(matches.count)
    guard let (field, groupLimit) = collapse else {
      let found = try order.first(capacity, of: matches, after: start)
      return Found(
        top: found.top, total: total, misspelt: try misspelt(among: found.top, query),
        matches: matches, last: found.followingCount > capacity ? found.last : nil)
    }
    let groups = try CollapsedSearch(
      search: order, field: field.id, kind: field.definition.kind, groupLimit: groupLimit
    ).groups(of: matches, limit: capacity, after: start)
    return Found(
      top: groups.groups.compactMap(\.entries.first), total: total,
      misspelt: try misspelt(among: groups.groups.flatMap(\.entries), query), groups: groups,
      matches: matches, last: groups.last)
  }

  /// Returns all documents that match `query`.
  @inline(never)
  func matches(_ query: ResolvedQuery) throws(SearchError) -> MatchedDocuments {
    try MatchedDocuments(query, in: segments, stop: stop, cache: cache)
  }

  /// Returns all documents that match `query`, with their scores.
  private func scoredMatches(_ query: Resolved) throws(SearchError) -> MatchedDocuments {
    // Every document has the score 0, which need not be collected.
    if query.all == .everything, request.rank == nil {
      return try matches(filtered(query.all, by: filter))
    }
    let found = try search(query, limit: segments.documentCount, .none).answer
    return MatchedDocuments(found.top, in: segments, stop: stop)
  }

  /// Returns the end of this page; nil if no document follows, and if documents that were not
  /// looked at may stand before those of a sorted page.
  func next(_ found: Found, step: Int) -> SearchCursor? {
    guard request.limit > 0, found.top.count == capacity, capacity > skipped,
      capacity < segments.documentCount
    else { return nil }
    guard criteria.isEmpty else {
      guard !stop.isOutOfTime else { return nil }
      return found.last.map { request.cursor(.position($0, step: step)) }
    }
    if let groups = found.groups {
      return groups.groupCount > capacity
        ? request.cursor(.offset(capacity)) : nil
    }
    if case .exactly(let count) = found.total, count <= capacity { return nil }
    return request.cursor(.offset(capacity))
  }

  /// Returns the field whose values make groups, and the most documents of a group.
  func resolvedCollapse() throws(SearchError) -> (IndexSchema.Field, Int)? {
    guard let collapse = request.collapse else { return nil }
    return (try schema.fieldWithColumn(collapse.field, "group by"), max(1, collapse.limit))
  }
}
