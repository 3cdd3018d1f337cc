/// Answers one request over one set of segments.
///
/// Knows no document type, so that searching is compiled once. Used by one thread.
struct SearchRunner {
  private let request: SearchRequest
  private let segments: SegmentSet
  private let schema: IndexSchema
  private let ranking: BM25
  /// The number of best documents to find, including those before the request's offset.
  private let capacity: Int
  private let counting: Counting
  /// Asked within every loop over postings whether to give up.
  private let stop: SearchStop
  /// A cache that keeps lists from one search of the request to the next; nil for that of the
  /// segments.
  private var cache: ListCache?

  /// - Parameter ranking: The parameters for a request that has none.
  /// - Precondition: The request's numbers are not negative.
  init(
    _ request: SearchRequest, over segments: SegmentSet, schema: IndexSchema, ranking: BM25,
    stop: SearchStop = SearchStop()
  ) {
    precondition(
      request.limit >= 0 && request.offset >= 0,
      "limit \(request.limit) and offset \(request.offset) must not be negative")
    self.request = request
    self.segments = segments
    self.schema = schema
    self.ranking = request.ranking ?? ranking
    self.stop = stop
    let (sum, isTooLarge) = request.limit.addingReportingOverflow(request.offset)
    capacity = min(isTooLarge ? .max : sum, segments.documentCount)
    counting =
      switch request.counting {
      case .exact: .exact
      case .upTo(let count): .upTo(max(1, count))
      // Whether there is any hit decides whether to search with fewer words.
      case .none: capacity == 0 ? .upTo(1) : .none
      }
  }

  /// Searches until something is found, first as asked, then with fewer words, as long as there is
  /// time.
  ///
  /// - Throws: `unknownField`; `corrupted`; `limitExceeded` if the query is nested too deeply;
  ///   `cancelled`.
  mutating func run() throws(SearchError) -> SearchAnswer {
    try schema.requireFields(of: request.query)
    let query = request.query.interpreted(with: schema)
    let resolver = QueryResolver(schema, weights: try weights())
    var found = try search(resolver.resolve(query.query))
    var matched = MatchedWords.all
    if found.isEmpty, !query.relaxations.isEmpty {
      // From now on, each word is looked up once, whatever the number of searches.
      cache = segments.lists ?? ListCache()
      if let step = try firstHit(query.relaxations, resolver) {
        found = try search(resolver.resolve(step.query))
        matched = .most(atLeast: step.wordCount, of: step.allWordCount)
      }
    }
    return SearchAnswer(
      top: found.top.dropFirst(request.offset),
      total: request.counting == .none ? .notCounted : found.total,
      isComplete: !stop.isOutOfTime, query: query, matched: matched)
  }

  /// Returns the fields' weights when the request has any of its own.
  private func weights() throws(SearchError) -> [Float]? {
    guard let own = request.fieldWeights, !own.isEmpty else { return nil }
    var weights = schema.fields.map(\.definition.weight)
    for (field, weight) in own {
      precondition(
        weight >= 0 && weight.isFinite,
        "the weight of the field \(field) must be finite and not negative, is \(weight)")
      guard let id = schema.field(named: field.name)?.id else {
        throw schema.unknown(field.name)
      }
      weights[Int(id.rawValue)] = Float(min(weight, Query.boostRange.upperBound))
    }
    return weights
  }

  /// Returns the first of the steps that finds anything; nil when there is none, or no time to look.
  ///
  /// - Complexity: the logarithm of their number in searches for one document each.
  private func firstHit(
    _ steps: QueryRelaxations, _ resolver: QueryResolver
  ) throws(SearchError) -> QueryRelaxations.Step? {
    // Each step finds all that the one before does.
    var range = 0..<steps.count
    while !range.isEmpty, !stop.isOutOfTime {
      let middle = range.lowerBound + range.count / 2
      let probe = try Searcher.search(
        resolver.resolve(steps[middle].query), in: segments, limit: 0, counting: .upTo(1),
        parameters: ranking, stop: stop, cache: cache)
      range = probe.isEmpty ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    guard !stop.isOutOfTime, range.lowerBound < steps.count else { return nil }
    return steps[range.lowerBound]
  }

  private func search(_ query: ResolvedQuery) throws(SearchError) -> Searcher.Answer {
    try Searcher.search(
      query, in: segments, limit: capacity, counting: counting, parameters: ranking, stop: stop,
      cache: cache)
  }
}

/// The answer to a request, before any document is read.
struct SearchAnswer {
  /// The best documents, those before the request's offset left out.
  let top: ArraySlice<TopDocuments.Entry>
  let total: MatchCount
  /// False when there was no more time: then ``top`` has the best of what was looked at.
  let isComplete: Bool
  let query: InterpretedQuery
  let matched: MatchedWords
}
