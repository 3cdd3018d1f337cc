/// Explaining scores.
extension IndexCore {
  /// Explains the score that `request` gives the document with this key; nil if there is none.
  ///
  /// - Parameter isCancelled: Tells whether the caller has gone; nil if it cannot go.
  /// - Throws: As ``SearchRunner/run()``.
  func explanation(
    ofKey key: [UInt8], _ request: SearchRequest, in state: IndexState, _ schema: IndexSchema,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> ScoreExplanation? {
    var request = request
    // One hit decides whether all words are searched for.
    (request.limit, request.offset, request.counting) = (1, 0, .none)
    (request.sort, request.after, request.collapse, request.facets) = ([], nil, nil, [])
    request.rules = []
    let stop = SearchStop(isCancelled: isCancelled)
    try stop.check()
    return try reading(state) { [request] (state) throws(SearchError) in
      guard let (segment, document) = try state.segments.find(key) else { return nil }
      var runner = SearchRunner(
        request, over: state.segments, schema: schema, ranking: options.ranking, stop: stop)
      return try runner.explanation(segment: segment, document)
    }
  }
}
