/// Searching and reading one state of the index.
extension IndexCore {
  /// Answers `request` from `state`, and returns what `take` makes of the answer; once more for
  /// each segment that turns out to be damaged on the way, where the options allow to leave it out.
  ///
  /// - Parameters:
  ///   - schema: The fields, with the analyzers for the query.
  ///   - isCancelled: Tells whether the caller has gone; nil if it cannot go.
  ///   - take: Gets the answer, and the state that it is of.
  /// - Throws: As ``SearchRunner/run()``; what `take` throws.
  func search<Result>(
    _ request: SearchRequest, in state: IndexState, _ schema: IndexSchema,
    isCancelled: (@Sendable () -> Bool)?,
    _ take: (consuming SearchAnswer, IndexState) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let isOver = request.timeLimit.map { limit in
      // An instant holds no longer ones.
      let end = ContinuousClock.now + min(limit, .seconds(Int64(1) << 40))
      return { @Sendable in ContinuousClock.now >= end }
    }
    let tracer = request.isTraced ? SearchTracer(schema.definitions) : nil
    let stop = SearchStop(
      isCancelled: isCancelled, isOver: isOver, threads: searchThreads, tracer: tracer)
    let start = options.events.map { _ in ContinuousClock.now }
    return try reading(state) { (state) throws(SearchError) in
      var runner = SearchRunner(
        request, over: state.segments, schema: schema, ranking: options.ranking, stop: stop)
      let answer = try runner.run()
      if let start { reportSearch(answer.query, since: start) }
      return try take(answer, state)
    }
  }

  /// Returns the number of documents of `state` that match `query`.
  ///
  /// - Parameter isCancelled: Tells whether the caller has gone; nil if it cannot go.
  /// - Throws: `corrupted`; `limitExceeded` when a program nests the query too deeply; `cancelled`.
  func count(
    _ query: Query, in state: IndexState, _ schema: IndexSchema,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SearchError) -> Int {
    try count(
      query, in: state, schema, SearchStop(isCancelled: isCancelled, threads: searchThreads))
  }

  /// Returns the number of documents of `state` that match `query`, as far as `stop` allows.
  func count(
    _ query: Query, in state: IndexState, _ schema: IndexSchema, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    try schema.requireFields(of: query)
    let resolved = try QueryResolver(schema).resolve(query.interpreted(with: schema).query)
    return try reading(state) { (state) throws(SearchError) in
      try Searcher.count(resolved, in: state.segments, stop: stop)
    }
  }

  /// Returns the stored bytes of the document with this key; nil when there is none.
  func storedBytes(forKey key: [UInt8], in state: IndexState) throws(SearchError) -> [UInt8]? {
    try reading(state) { (state) throws(SearchError) in
      guard let (segment, number) = try state.segments.find(key) else { return nil }
      return try state.segments.segments[segment].reader.storedFields.bytes(of: number)
    }
  }

  /// Returns true if there is a document with this key.
  func contains(_ key: [UInt8], in state: IndexState) throws(SearchError) -> Bool {
    try reading(state) { (state) throws(SearchError) in
      try state.segments.find(key) != nil
    }
  }
}
