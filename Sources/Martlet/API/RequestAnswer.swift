/// The answer to a request in one snapshot, before anybody asks for the documents.
///
/// Knows no document type, so that searching is compiled once.
struct RequestAnswer {
  /// The best documents, those before the request's offset left out.
  let top: ArraySlice<TopDocuments.Entry>
  let total: Total
  let matched: MatchedWords
  let query: InterpretedQuery
  /// What was done beyond the plain reading.
  let diagnostics: [QueryDiagnostic]

  /// What a request is answered with.
  struct Source {
    var segments: SegmentSet
    var schema: IndexSchema
    var catalog: FieldCatalog
    /// The parameters for requests that have none.
    var ranking: BM25
  }

  /// False when there was no more time: then ``top`` has the best of what was looked at.
  let isComplete: Bool

  /// Searches until something is found, first as asked, then with fewer words, as long as there is
  /// time.
  ///
  /// - Throws: `corrupted`; `limitExceeded` when a program nests the query too deeply; `cancelled`.
  init(
    _ request: SearchRequest, from source: Source, stop: SearchStop = SearchStop()
  ) throws(SearchError) {
    precondition(
      request.limit >= 0 && request.offset >= 0,
      "limit \(request.limit) and offset \(request.offset) must not be negative")
    let query = request.query.interpreted(with: source.catalog)
    var diagnostics = query.diagnostics
    let resolver = QueryResolver(
      source.schema, weights: Self.weights(request, source.schema, &diagnostics))
    var search = Search(request, resolver, source, stop)
    var answer = try search.run(query.query)
    var matched = MatchedWords.all
    if Search.isEmpty(answer), !query.relaxations.isEmpty {
      search.keepLists()
      if let step = try search.firstHit(query.relaxations) {
        answer = try search.run(step.query)
        matched = .most(atLeast: step.wordCount, of: step.allWordCount)
      }
    }
    top = answer.top.dropFirst(request.offset)
    isComplete = !stop.isOutOfTime
    total = request.totals == .none ? .notCounted : Self.total(answer)
    self.matched = matched
    self.query = query
    self.diagnostics = diagnostics
  }

  /// One way to search, for several queries.
  private struct Search {
    let resolver: QueryResolver
    let source: Source
    let capacity: Int
    let counting: Searcher.Counting
    let ranking: BM25
    let stop: SearchStop
    private var cache: ListCache?

    init(
      _ request: SearchRequest, _ resolver: QueryResolver, _ source: Source, _ stop: SearchStop
    ) {
      self.stop = stop
      self.resolver = resolver
      self.source = source
      let (sum, isTooLarge) = request.limit.addingReportingOverflow(request.offset)
      capacity = min(isTooLarge ? .max : sum, source.segments.documentCount)
      counting =
        switch request.totals {
        case .exact: .exact
        case .upTo(let count): .upTo(max(1, count))
        // Whether there is any hit decides whether to search with fewer words.
        case .none: capacity == 0 ? .upTo(1) : .none
        }
      ranking = request.ranking ?? source.ranking
    }

    /// Has each word looked up once from now on, whatever the number of searches.
    mutating func keepLists() { cache = source.segments.lists ?? ListCache() }

    /// The first of the steps that finds anything; nil when there is none, or no time to look.
    ///
    /// - Complexity: the logarithm of their number in searches for one document each.
    func firstHit(_ steps: QueryRelaxations) throws(SearchError) -> QueryRelaxation? {
      // Each step finds all that the one before does.
      var range = 0..<steps.count
      while !range.isEmpty, !stop.isOutOfTime {
        let middle = range.lowerBound + range.count / 2
        let probe = try Searcher.search(
          resolver.resolve(steps[middle].query), in: source.segments, limit: 0,
          counting: .upTo(1), parameters: ranking, stop: stop, cache: cache)
        range = Self.isEmpty(probe) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
      }
      guard !stop.isOutOfTime, range.lowerBound < steps.count else { return nil }
      return steps[range.lowerBound]
    }

    func run(_ query: Query) throws(SearchError) -> Searcher.Answer {
      try Searcher.search(
        resolver.resolve(query), in: source.segments, limit: capacity, counting: counting,
        parameters: ranking, stop: stop, cache: cache)
    }

    static func isEmpty(_ answer: Searcher.Answer) -> Bool {
      answer.top.isEmpty && (answer.count ?? 0) == 0
    }
  }

  private static func total(_ answer: Searcher.Answer) -> Total {
    guard let count = answer.count else { return .notCounted }
    return answer.isCountExact ? .exactly(count) : .atLeast(count)
  }

  /// The fields' weights when the request has any of its own.
  private static func weights(
    _ request: SearchRequest, _ schema: IndexSchema, _ diagnostics: inout [QueryDiagnostic]
  ) -> [Float]? {
    guard let own = request.fieldWeights, !own.isEmpty else { return nil }
    var weights = schema.fields.map(\.definition.weight)
    for (field, weight) in own {
      precondition(
        weight >= 0 && weight.isFinite,
        "the weight of the field \(field) must be finite and not negative, is \(weight)")
      guard let id = schema.field(named: field.name)?.id else {
        diagnostics.append(
          QueryDiagnostic(
            .unknownField, range: 0..<0,
            message: "There is no field \(field) to give a weight to."))
        continue
      }
      weights[Int(id.rawValue)] = Float(min(weight, Query.boostRange.upperBound))
    }
    return weights
  }
}
