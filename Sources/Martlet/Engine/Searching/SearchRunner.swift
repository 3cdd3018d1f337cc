/// Answers one request over one set of segments.
///
/// Knows no document type, so that searching is compiled once. Used by one thread.
struct SearchRunner {
  let request: SearchRequest
  let segments: SegmentSet
  let schema: IndexSchema
  let ranking: FieldRankings
  /// The number of best documents to find, including those before the request's offset.
  let capacity: Int
  private let counting: Counting
  /// The order of the results; empty for relevance.
  private(set) var criteria: [SortCriterion] = []
  /// The position of the last document of the page before, in a sorted search.
  private(set) var start: SortPosition?
  /// The step of the searches for fewer words that the page before is of: 0 for all words; nil if
  /// this is the first page.
  private var startStep: Int?
  /// The number of best documents that are not returned.
  let skipped: Int
  /// The field whose values make groups, and the most documents of a group.
  private(set) var collapse: (field: IndexSchema.Field, limit: Int)?
  /// Asked within every loop over postings whether to give up.
  let stop: SearchStop
  /// A cache that keeps lists from one search of the request to the next; nil for that of the
  /// segments.
  private(set) var cache: ListCache?
  /// The request's filter in terms of the index.
  private(set) var filter: ResolvedQuery?
  /// The request's rank in terms of the index.
  private(set) var rank: RankProgram?

  /// - Parameter ranking: The parameters for a request that has none.
  /// - Precondition: The request's numbers are not negative.
  init(
    _ request: SearchRequest, over segments: SegmentSet, schema: IndexSchema, ranking: BM25,
    stop: SearchStop = SearchStop()
  ) {
    requireOfProgram(
      request.limit >= 0 && request.offset >= 0,
      "limit \(request.limit) and offset \(request.offset) must not be negative")
    self.request = request
    self.segments = segments
    self.schema = schema
    self.ranking = Self.rankings(request, schema, ranking)
    self.stop = stop
    skipped =
      switch request.after?.place {
      case nil: request.offset
      case .offset(let offset): offset
      case .position: 0
      }
    let (sum, isTooLarge) = request.limit.addingReportingOverflow(skipped)
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
    let tracer = stop.questions.tracer
    tracer?.enter(.parse)
    let query = request.query.interpreted(with: schema)
    tracer?.enter(.resolve)
    try prepare()
    var (answered, found, matched, step) = try firstAnswer(query)
    // Without more time, it is not known which documents have the right words.
    if !found.misspelt.isEmpty || stop.isOutOfTime { found.hideNegativeScores() }
    if !request.facets.isEmpty { tracer?.enter(.facets) }
    let facets = try facets(of: answered.all, found.matches)
    tracer?.enter(.read)
    stop.reportWork()
    return SearchAnswer(
      top: found.top.dropFirst(skipped), groups: found.groups,
      groupKind: collapse?.field.definition.kind ?? .keyword, facets: facets,
      total: request.counting == .none ? .notCounted : found.total,
      isComplete: !stop.isOutOfTime, query: query, resolved: answered,
      misspelt: found.misspelt, matched: matched, next: next(found, step: step), tracer: tracer)
  }

  /// Finds the fields of the request.
  private mutating func prepare() throws(SearchError) {
    try schema.requireFields(of: request.query)
    if let own = request.filter { filter = try resolved(filter: own) }
    if request.collapse != nil { collapse = try resolvedCollapse() }
    try prepareOrder()
    try checkRules()
    if request.rank != nil { rank = try resolvedRank() }
  }

  /// A query as it was answered, and the number of its step: 0 for all words.
  private typealias Answered = (query: Resolved, found: Found, matched: MatchedWords, step: Int)

  /// Searches as asked, and if nothing is found, with fewer words.
  private mutating func firstAnswer(_ query: InterpretedQuery) throws(SearchError) -> Answered {
    let resolver = QueryResolver(
      schema, weights: try weights(), misspeltFields: try request.typos.fieldIDs(in: schema))
    let misspelt =
      request.typos.isNone
      ? nil : request.query.interpreted(with: schema, allowsMisspeltWords: true)
    func answer(_ index: Int) throws(SearchError) -> Answered {
      let step = query.relaxations[index]
      let fewer = try resolved(
        step.query, misspelt: misspelt?.relaxations[index].query, resolver)
      let matched = MatchedWords.most(atLeast: step.wordCount, of: step.allWordCount)
      return (fewer, try search(fewer), matched, index + 1)
    }
    let steps = misspelt?.relaxations ?? query.relaxations
    // All pages are of the same search, whatever the index has by now.
    if let startStep, startStep > 0, startStep <= steps.count { return try answer(startStep - 1) }
    let answered = try resolved(query.query, misspelt: misspelt?.query, resolver)
    let found = try search(answered)
    guard found.isEmpty, !steps.isEmpty, startStep == nil else { return (answered, found, .all, 0) }
    // From now on, each word is looked up once, whatever the number of searches.
    cache = segments.lists ?? ListCache()
    guard let index = try firstHit(steps, resolver) else { return (answered, found, .all, 0) }
    return try answer(index)
  }

  /// Explains the score that the request gives a document.
  mutating func explanation(
    segment: Int, _ document: DocumentID
  ) throws(SearchError) -> ScoreExplanation {
    try prepare()
    let answered = try firstAnswer(request.query.interpreted(with: schema)).query
    let right = try explanation(
      of: answered.right, answered.pairs, segment: segment, document)
    guard answered.misspelt != nil, !right.isMatch else { return right }
    let other = try explanation(
      of: answered.all, pairsOfAll(answered), segment: segment, document)
    return other.isMatch ? other.lowered(by: try loweredScores(answered)) : other
  }

  private func explanation(
    of query: ResolvedQuery, _ pairs: WordPairs?, segment: Int, _ document: DocumentID
  ) throws(SearchError) -> ScoreExplanation {
    func explained(
      _ query: ResolvedQuery, _ pairs: WordPairs?
    ) throws(SearchError) -> ScoreExplanation {
      try ScoreExplainer(
        query, pairs, in: segments, schema.definitions, parameters: ranking, segment: segment,
        document, stop: stop
      ).explanation()
    }
    var relevance = try explained(query, pairs)
    if let filter, relevance.isMatch, try !explained(filter, nil).isMatch {
      relevance = ScoreExplanation(
        "relevance", 0, isMatch: false,
        parts: relevance.parts + [ScoreExplanation("the filter", 0, isMatch: false)])
    }
    guard let rank, relevance.isMatch else { return relevance }
    return rank.explanation(segment: segment, document, relevance)
  }

  /// Returns a filter in terms of the index.
  func resolved(filter query: Query) throws(SearchError) -> ResolvedQuery {
    try schema.requireFields(of: query)
    return try QueryResolver(schema).resolve(query.interpreted(with: schema).query)
  }

  /// Returns the query for those documents of `query` that pass `filter`.
  func filtered(_ query: ResolvedQuery, by filter: ResolvedQuery?) -> ResolvedQuery {
    guard let filter else { return query }
    return query.filtered(by: filter)
  }

  /// Returns the parameters of the request for each field; for one that it does not name, those of
  /// the request as a whole, of the schema, or of the index.
  private static func rankings(
    _ request: SearchRequest, _ schema: IndexSchema, _ ranking: BM25
  ) -> FieldRankings {
    let own = schema.fields.map { field in
      request.fieldRankings?[FieldRef(field.definition.name)]
        ?? (request.ranking == nil ? field.ranking : nil)
    }
    return FieldRankings(request.ranking ?? ranking, own: own)
  }

  /// Returns the fields' weights when the request has any of its own.
  ///
  /// - Throws: `unknownField` for a field of the request's weights or parameters.
  private func weights() throws(SearchError) -> [Float]? {
    for field in request.fieldRankings?.keys.sorted(by: { $0.name < $1.name }) ?? [] {
      _ = try schema.known(field)
    }
    guard let own = request.fieldWeights, !own.isEmpty else { return nil }
    var weights = schema.fields.map(\.definition.weight)
    for (field, weight) in own {
      requireOfProgram(
        weight >= 0 && weight.isFinite,
        "the weight of the field \(field) must be finite and not negative, is \(weight)")
      let id = try schema.known(field).id
      weights[Int(id.rawValue)] = Float(min(weight, Query.boostRange.upperBound))
    }
    return weights
  }

  /// Returns the index of the first of the steps that finds anything; nil when there is none, or no
  /// time to look.
  ///
  /// - Complexity: the logarithm of their number in searches for one document each.
  private func firstHit(
    _ steps: QueryRelaxations, _ resolver: QueryResolver
  ) throws(SearchError) -> Int? {
    // Each step finds all that the one before does.
    var range = 0..<steps.count
    while !range.isEmpty, !stop.isOutOfTime {
      let middle = range.lowerBound + range.count / 2
      let probe = try Searcher.search(
        filtered(resolver.resolve(steps[middle].query), by: filter), in: segments, limit: 0,
        counting: .upTo(1),
        parameters: ranking, stop: stop, cache: cache)
      range = probe.isEmpty ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    guard !stop.isOutOfTime, range.lowerBound < steps.count else { return nil }
    return range.lowerBound
  }

  private func search(_ query: Resolved) throws(SearchError) -> Found {
    guard criteria.isEmpty, collapse == nil else { return try searchByValues(query) }
    guard request.rules.isEmpty || capacity == 0 else { return try searchByRules(query) }
    // Rules have to look at all documents, so their total is exact also if none is wanted.
    let counting = request.rules.isEmpty ? counting : .exact
    let (found, rightCount) = try search(query, limit: capacity, counting)
    return Found(
      top: found.top, total: found.total,
      misspelt: rightCount == found.top.count
        ? [] : Set(found.top[rightCount...].lazy.map(\.document)))
  }

  /// Sets the order, and the place where the page begins in it.
  private mutating func prepareOrder() throws(SearchError) {
    // The index keeps documents of equal scores in an order that it can search fast.
    if !request.isByRelevance { criteria = try schema.criteria(request.sort) }
    guard let place = try request.startOfPage() else { return }
    if case .position(let position, let step) = place { (start, startStep) = (position, step) }
  }
}

/// The answer to a request, before any document is read.
struct SearchAnswer {
  /// The best documents, those before the request's offset left out.
  let top: ArraySlice<TopDocuments.Entry>
  /// The groups of ``top``, those before the request's offset included; nil unless asked for.
  let groups: CollapsedSearch.Answer?
  /// The kind of the field that makes the groups.
  let groupKind: FieldKind
  let facets: [Facet]
  let total: MatchCount
  /// False when there was no more time: then ``top`` has the best of what was looked at.
  let isComplete: Bool
  let query: InterpretedQuery
  /// The query that has found the documents, in terms of the index, without the filter.
  let resolved: SearchRunner.Resolved
  /// Those of the documents that do not have the right words.
  let misspelt: Set<UInt32>
  let matched: MatchedWords
  /// The end of the page; nil if no document may follow.
  let next: SearchCursor?
  /// The record of the search's work; nil unless the request asks for it.
  let tracer: SearchTracer?
}
