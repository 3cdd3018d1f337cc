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

  /// Searches until something is found, first as asked, then with fewer words.
  ///
  /// - Parameter isCancelled: asked before each search.
  /// - Throws: `corrupted`; `limitExceeded` when a program nests the query too deeply; `cancelled`.
  init(
    _ request: SearchRequest, from source: Source, isCancelled: () -> Bool
  ) throws(SearchError) {
    precondition(
      request.limit >= 0 && request.offset >= 0,
      "limit \(request.limit) and offset \(request.offset) must not be negative")
    let query = request.query.interpreted(with: source.catalog)
    var diagnostics = query.diagnostics
    let resolver = QueryResolver(
      source.schema, weights: Self.weights(request, source.schema, &diagnostics))
    let search = Search(request, resolver, source)
    var answer = try search.run(query.query, isCancelled)
    var matched = MatchedWords.all
    if Search.isEmpty(answer), let step = try search.firstHit(query.relaxations, isCancelled) {
      answer = try search.run(step.query, isCancelled)
      matched = .most(atLeast: step.wordCount, of: step.allWordCount)
    }
    top = answer.top.dropFirst(request.offset)
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

    init(_ request: SearchRequest, _ resolver: QueryResolver, _ source: Source) {
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

    /// The first of the steps that finds anything.
    ///
    /// - Complexity: the logarithm of their number in searches for one document each.
    func firstHit(
      _ steps: [QueryRelaxation], _ isCancelled: () -> Bool
    ) throws(SearchError) -> QueryRelaxation? {
      // Each step finds all that the one before does.
      var range = 0..<steps.count
      while !range.isEmpty {
        try Self.check(isCancelled)
        let middle = range.lowerBound + range.count / 2
        let probe = try Searcher.search(
          resolver.resolve(steps[middle].query), in: source.segments, limit: 0,
          counting: .upTo(1))
        range = Self.isEmpty(probe) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound < steps.count ? steps[range.lowerBound] : nil
    }

    func run(_ query: Query, _ isCancelled: () -> Bool) throws(SearchError) -> Searcher.Answer {
      try Self.check(isCancelled)
      return try Searcher.search(
        resolver.resolve(query), in: source.segments, limit: capacity, counting: counting,
        parameters: ranking)
    }

    private static func check(_ isCancelled: () -> Bool) throws(SearchError) {
      guard isCancelled() else { return }
      throw SearchError(.cancelled, "the task was cancelled before the search was done")
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
