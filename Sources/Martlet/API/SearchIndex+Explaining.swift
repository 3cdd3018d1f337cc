/// Explanations of scores.
extension Snapshot {
  /// Returns the score that a request gives the document with the given key, as a tree of numbers,
  /// or nil if there is no such document.
  ///
  /// If the request does not find the document, ``ScoreExplanation/isMatch`` is false, and the tree
  /// tells which clauses do not match. If a search for all words finds nothing and goes on with
  /// fewer of them, the explanation is of that search. The order, the page, the groups, the facets
  /// and the time limit of the request have no effect.
  ///
  /// - Throws: The errors of ``search(_:)``.
  /// - Complexity: As a search for one hit.
  @concurrent
  public func explain(
    _ key: Document.Key, _ request: SearchRequest
  ) async throws -> ScoreExplanation? {
    try await SearchCancellation.run { isCancelled in
      try core.explanation(
        ofKey: key.keyBytes, request, in: state, schema, isCancelled: isCancelled)
    }
  }

  /// Returns the score that a request gives the document with the given key, on the calling thread.
  ///
  /// See ``explain(_:_:)``.
  @available(*, noasync, message: "Use explain(_:_:), which does not block the thread.")
  public func explainSync(
    _ key: Document.Key, _ request: SearchRequest
  ) throws(SearchError) -> ScoreExplanation? {
    try core.explanation(ofKey: key.keyBytes, request, in: state, schema, isCancelled: nil)
  }
}

extension SearchIndex {
  /// Returns the score that a request gives the document with the given key, as a tree of numbers,
  /// or nil if there is no such document.
  ///
  /// See ``Snapshot/explain(_:_:)``.
  @concurrent
  public func explain(
    _ key: Document.Key, _ request: SearchRequest
  ) async throws -> ScoreExplanation? {
    try await snapshot().explain(key, request)
  }

  /// Returns the score that a request gives the document with the given key, on the calling thread.
  ///
  /// See ``Snapshot/explain(_:_:)``.
  @available(*, noasync, message: "Use explain(_:_:), which does not block the thread.")
  public func explainSync(
    _ key: Document.Key, _ request: SearchRequest
  ) throws(SearchError) -> ScoreExplanation? {
    try snapshot().explainSync(key, request)
  }
}
