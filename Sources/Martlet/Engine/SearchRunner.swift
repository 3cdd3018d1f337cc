/// Answers requests over one set of segments.
///
/// Knows no document type, so that searching is compiled once. A value; any number of threads may
/// use one.
struct SearchRunner {
  let segments: SegmentSet
  let schema: IndexSchema
  /// The parameters for requests that have none.
  let ranking: BM25
  /// Asked within every loop over postings whether to give up.
  var stop = SearchStop()

  /// Searches until something is found, first as asked, then with fewer words, as long as there is
  /// time.
  ///
  /// - Precondition: The request's numbers are not negative.
  /// - Throws: `unknownField`; `corrupted`; `limitExceeded` if the query is nested too deeply;
  ///   `cancelled`.
  func run(_ request: SearchRequest) throws(SearchError) -> SearchAnswer {
    precondition(
      request.limit >= 0 && request.offset >= 0,
      "limit \(request.limit) and offset \(request.offset) must not be negative")
    try schema.requireFields(of: request.query)
    let query = request.query.interpreted(with: schema)
    let resolver = QueryResolver(schema, weights: try weights(of: request))
    var search = SearchSteps(request, resolver, self)
    var found = try search.run(query.query)
    var matched = MatchedWords.all
    if found.isEmpty, !query.relaxations.isEmpty {
      search.keepLists()
      if let step = try search.firstHit(query.relaxations) {
        found = try search.run(step.query)
        matched = .most(atLeast: step.wordCount, of: step.allWordCount)
      }
    }
    return SearchAnswer(
      top: found.top.dropFirst(request.offset),
      total: request.counting == .none ? .notCounted : found.total,
      isComplete: !stop.isOutOfTime, query: query, matched: matched)
  }

  /// Returns the fields' weights when the request has any of its own.
  private func weights(of request: SearchRequest) throws(SearchError) -> [Float]? {
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

/// The settings of a request for the several searches that it may take.
private struct SearchSteps {
  private let runner: SearchRunner
  private let resolver: QueryResolver
  private let capacity: Int
  private let counting: Counting
  private let ranking: BM25
  private var cache: ListCache?

  init(_ request: SearchRequest, _ resolver: QueryResolver, _ runner: SearchRunner) {
    self.runner = runner
    self.resolver = resolver
    let (sum, isTooLarge) = request.limit.addingReportingOverflow(request.offset)
    capacity = min(isTooLarge ? .max : sum, runner.segments.documentCount)
    counting =
      switch request.counting {
      case .exact: .exact
      case .upTo(let count): .upTo(max(1, count))
      // Whether there is any hit decides whether to search with fewer words.
      case .none: capacity == 0 ? .upTo(1) : .none
      }
    ranking = request.ranking ?? runner.ranking
  }

  /// Has each word looked up once from now on, whatever the number of searches.
  mutating func keepLists() { cache = runner.segments.lists ?? ListCache() }

  /// Returns the first of the steps that finds anything; nil when there is none, or no time to look.
  ///
  /// - Complexity: the logarithm of their number in searches for one document each.
  func firstHit(_ steps: QueryRelaxations) throws(SearchError) -> QueryRelaxation? {
    // Each step finds all that the one before does.
    var range = 0..<steps.count
    while !range.isEmpty, !runner.stop.isOutOfTime {
      let middle = range.lowerBound + range.count / 2
      let probe = try run(steps[middle].query, limit: 0, counting: .upTo(1))
      range = probe.isEmpty ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    guard !runner.stop.isOutOfTime, range.lowerBound < steps.count else { return nil }
    return steps[range.lowerBound]
  }

  func run(_ query: Query) throws(SearchError) -> Searcher.Answer {
    try run(query, limit: capacity, counting: counting)
  }

  private func run(
    _ query: Query, limit: Int, counting: Counting
  ) throws(SearchError) -> Searcher.Answer {
    try Searcher.search(
      resolver.resolve(query), in: runner.segments, limit: limit, counting: counting,
      parameters: ranking, stop: runner.stop, cache: cache)
  }
}
