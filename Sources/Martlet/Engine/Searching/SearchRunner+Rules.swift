/// Searches ordered by rules.
extension SearchRunner {
  /// Searches in the order of the request's rules.
  func searchByRules(_ query: Resolved) throws(SearchError) -> Found {
    let (all, rightCount) = try search(query, limit: segments.documentCount, .none)
    var found = Found(
      top: Array(all.top.prefix(capacity)),
      total: stop.isOutOfTime ? .atLeast(all.top.count) : .exactly(all.top.count))
    do throws(SearchError) {
      let ordered = stop.isOutOfTime ? [] : try inOrderOfRules(all.top, query)
      // If the time ended meanwhile, not all documents with a word are known.
      if !stop.isOutOfTime { found.top = ordered }
    } catch {
      // Without more time, the documents stay in the order of their scores.
      guard stop.isOutOfTime, !stop.isCancelled else { throw error }
    }
    let chosen = Set(found.top.map(\.document))
    found.misspelt = Set(
      all.top[rightCount...].lazy.map(\.document).filter { chosen.contains($0) })
    return found
  }

  /// Returns the first of documents that are in the order of their scores.
  private func inOrderOfRules(
    _ entries: [TopDocuments.Entry], _ query: Resolved
  ) throws(SearchError) -> [TopDocuments.Entry] {
    let pairs = query.rulePairs
    let proximity = try pairs.flatMap { (pairs) throws(SearchError) in
      try QueryPlanner.plan(
        query.right, over: segments, parameters: ranking, stop: stop, cache: cache, pairs: pairs
      ).proximity
    }
    let order = RuleOrder(
      request.rules, query.ruleWords, pairs, proximity, in: segments, stop: stop, cache: cache)
    return try order.first(capacity, of: entries)
  }

  /// Checks that the rules have an effect.
  ///
  /// - Throws: `invalidRequest` for rules beside an order or groups.
  func checkRules() throws(SearchError) {
    guard !request.rules.isEmpty, !criteria.isEmpty || collapse != nil else { return }
    throw SearchError(
      .invalidRequest,
      "rules do not go together with "
        + (criteria.isEmpty ? "groups" : "an order by values")
        + "; expected a request with either. Leave out the one or the other")
  }
}
