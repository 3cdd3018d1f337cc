/// Looks up the words of a query in all segments, and computes their weights.
///
/// - Complexity: a few lookups per word and segment; for a prefix, linear in the postings of the
///   words that have it.
struct QueryPlanner {
  let segments: SegmentSet
  let parameters: FieldRankings
  let stop: SearchStop
  /// The cache of lists from one search of a request to the next; nil if nothing is kept.
  let cache: ListCache?
  private var plan = QueryPlanBuilder()
  /// The terms that were looked up, with their indices in the plan.
  private var known = PlannedClauses<TermClause>()
  private var knownPatterns = PlannedClauses<PatternClause>()
  /// The indices in the plan of the words that come before all others.
  var precedingWords: [Int] = []
  /// The sum of the weights of all leaves, which no score exceeds.
  private(set) var mostScore: Float = 0
  /// The leaf of the plan for each node of the query, if the search is traced.
  private var leaves: [PlanNode?] = []
  /// The terms that select documents for the query's unfinished phrases; nil if there are none.
  private(set) var selecting: SelectingTerms?

  /// The table with which every posting has a full impact, so that its score is the weight.
  static let fullImpacts = LengthTable(parameters: BM25(k1: 0, b: 0), averageLength: 1)

  private init(
    _ segments: SegmentSet, _ parameters: FieldRankings, _ stop: SearchStop, _ cache: ListCache?,
    nodeCount: Int
  ) {
    // A leaf may be a phrase of a few words.
    let termCount = max(2, nodeCount)
    plan.reserveCapacity(nodes: nodeCount, terms: termCount)
    known.reserveCapacity(termCount)
    self.segments = segments
    self.cache = cache
    self.parameters = parameters
    self.stop = stop
  }

  /// Returns the plan of `query` over `segments`.
  ///
  /// - Parameters:
  ///   - cache: A cache that keeps lists from one search of a request to the next; nil for that of
  ///     the segments.
  ///   - pairs: The pairs of words that add to the scores; nil for none.
  // Inlined, it would be 10 kB in each of its callers.
  @inline(never)
  static func plan(
    _ query: ResolvedQuery, over segments: SegmentSet, parameters: FieldRankings, stop: SearchStop,
    cache: ListCache? = nil, pairs: WordPairs? = nil
  ) throws(SearchError) -> QueryPlan {
    var planner = QueryPlanner(
      segments, parameters, stop, cache ?? segments.lists, nodeCount: query.nodes.count)
    planner.selecting = SelectingTerms(query)
    for index in query.nodes.indices { try planner.add(query.nodes[index], at: index) }
    try planner.finish(pairs)
    let plan = planner.plan.finish()
    stop.questions.tracer?.beginPass(query, planner.leaves, plan)
    return plan
  }

  /// Returns the plan of `query` over `segments`, and the plan's leaf for each of the query's
  /// nodes; nil for those that combine others.
  static func explainedPlan(
    _ query: ResolvedQuery, over segments: SegmentSet, parameters: FieldRankings, stop: SearchStop,
    pairs: WordPairs? = nil
  ) throws(SearchError) -> (plan: QueryPlan, leaves: [PlanNode?]) {
    var planner = QueryPlanner(
      segments, parameters, stop, segments.lists, nodeCount: query.nodes.count)
    var leaves: [PlanNode?] = []
    for index in query.nodes.indices {
      leaves.append(try planner.leaf(of: query.nodes[index], at: index))
    }
    try planner.finish(pairs)
    return (planner.plan.finish(), leaves)
  }

  private mutating func add(_ node: ResolvedQuery.Node, at index: Int) throws(SearchError) {
    let leaf = try leaf(of: node, at: index)
    if stop.questions.tracer != nil { leaves.append(leaf) }
    if case .boolean(let counts) = node { return plan.appendGroup(counts) }
    if let leaf { plan.append(leaf) }
  }

  /// Returns the plan's node for a leaf of the query, whose words are looked up; nil for a node
  /// that combines others.
  private mutating func leaf(
    of node: ResolvedQuery.Node, at index: Int
  ) throws(SearchError) -> PlanNode? {
    let leaf = try planned(node, at: index)
    switch leaf {
    case .term(let number): mostScore += plan.terms[number].weight
    case .phrase(let number): mostScore += plan.phrases[number].weight
    default: break
    }
    return leaf
  }

  private mutating func planned(
    _ node: ResolvedQuery.Node, at index: Int
  ) throws(SearchError) -> PlanNode? {
    switch node {
    case .nothing: .nothing
    case .everything: .everything
    case .term(let clause): try term(clause)
    case .prefix(let clause): try prefix(clause)
    case .phrase(let clause):
      clause.lastIsPrefix ? try openPhrase(clause, at: index) : try phrase(clause)
    case .terms(let clause): try terms(clause)
    case .pattern(let clause): try pattern(clause)
    case .exactWord(let clause): try exactWord(clause)
    case .wholeText(let clause): try wholeText(clause)
    case .positional(let clause): try positional(clause)
    case .filter(let clause): try filter(clause)
    case .keys(let keys): list(try Self.documents(withKeys: keys, in: segments, stop))
    case .boolean: nil
    }
  }

  /// Returns the node of a term of the plan, which is `nothing` if no live document has the term.
  func leaf(_ number: Int) -> PlanNode {
    plan.terms[number].documentFrequency == 0 ? .nothing : .term(number)
  }

  private mutating func term(_ clause: TermClause) throws(SearchError) -> PlanNode {
    let number = try lookUp(clause)
    return leaf(number)
  }

  /// Returns the index of a term in the plan; a term that occurs twice is looked up once.
  mutating func lookUp(_ clause: TermClause) throws(SearchError) -> Int {
    if let number = known.number(of: clause) { return number }
    let number = try add(clause, .term(clause.term)) {
      field, lengths, segment, _ throws(SearchError) in
      guard let info = try field.dictionary.find(clause.term) else { return nil }
      return try field.list(info, lengths, documentCount: segment.reader.documentCount)
    }
    known.insert(clause, number)
    return number
  }

  private mutating func prefix(_ clause: TermClause) throws(SearchError) -> PlanNode {
    let number = try add(clause, .prefix(clause.term)) {
      field, lengths, segment, stop throws(SearchError) in
      try ListUnion.list(ofPrefix: clause.term, in: field, segment, lengths, stop)
    }
    return leaf(number)
  }

  private mutating func terms(_ clause: TermSetClause) throws(SearchError) -> PlanNode {
    let marker = TermClause(field: clause.field, term: [], boost: clause.boost, isConstant: true)
    let number = try add(marker, .ranges(clause.ranges)) {
      field, lengths, segment, stop throws(SearchError) in
      let filters = segment.reader.filters
      let key = ListCache.Key(
        field: clause.field, words: .ranges(clause.ranges), parameters: BM25())
      if let entry = filters.find(key) { return entry.lists[0] }
      let list = try ListUnion.list(of: clause.ranges, in: field, segment, lengths, stop)
      filters.insert(
        ListCache.Entry(lists: [list], documentFrequency: list?.info.documentFrequency ?? 0),
        for: key)
      return list
    }
    return leaf(number)
  }

  /// Returns the index in the plan of the words of a pattern, which are looked up once.
  mutating func lookUp(_ clause: PatternClause) throws(SearchError) -> Int {
    if let number = knownPatterns.number(of: clause) { return number }
    let marker = TermClause(
      field: clause.field, term: [], boost: clause.boost, isConstant: clause.isConstant)
    let number = try add(marker, .pattern(clause.pattern)) {
      field, lengths, segment, stop throws(SearchError) in
      try ListUnion.list(of: clause.pattern, in: field, segment, lengths, stop)
    }
    knownPatterns.insert(clause, number)
    return number
  }

  private mutating func pattern(_ clause: PatternClause) throws(SearchError) -> PlanNode {
    let number = try lookUp(clause)
    return leaf(number)
  }

  private typealias Finder =
    @Sendable (SegmentReader.Field, LengthTable, LiveSegment, SearchStop) throws(SearchError)
    -> PostingsList?

  /// Adds a term whose list in each segment is returned by `find`, unless an earlier search left it
  /// in the cache.
  private mutating func add(
    _ clause: TermClause, _ words: ListCache.Words, _ find: Finder
  ) throws(SearchError) -> Int {
    guard let cache else { return append(clause, try entry(clause, find)) }
    let key = ListCache.Key(field: clause.field, words: words, parameters: parameters[clause.field])
    if let entry = cache.find(key) { return append(clause, entry) }
    let entry = try entry(clause, find)
    cache.insert(entry, for: key)
    return append(clause, entry)
  }

  /// Returns the lists of a term in all segments, and the number of live documents that they have.
  private func entry(
    _ clause: TermClause, _ find: Finder
  ) throws(SearchError) -> ListCache.Entry {
    try entry(in: clause.field) { (_, field, lengths, segment, stop) throws(SearchError) in
      try find(field, lengths, segment, stop)
    }
  }

  mutating func append(_ clause: TermClause, _ entry: ListCache.Entry) -> Int {
    let idf = inverseDocumentFrequency(entry.documentFrequency, clause.field)
    plan.terms.append(
      PlannedTerm(
        lists: clause.isConstant ? entry.lists.map { $0?.withFullImpacts } : entry.lists,
        documentFrequency: entry.documentFrequency,
        weight: clause.isConstant ? clause.boost : clause.boost * idf,
        lengths: clause.isConstant
          ? Self.fullImpacts : segments.lengthTable(clause.field, parameters[clause.field])))
    return plan.terms.count - 1
  }

  /// Returns a term of the plan.
  func term(_ number: Int) -> PlannedTerm { plan.terms[number] }

  /// Returns the weight of a term of the plan.
  func weight(ofTerm number: Int) -> Float { plan.terms[number].weight }

  /// Sets the weight of a term of the plan.
  mutating func setWeight(_ weight: Float, ofTerm number: Int) {
    plan.terms[number].weight = weight
  }

  /// Returns the idf of a term; 0 if no live document has it.
  mutating func inverseDocumentFrequency(_ clause: TermClause) throws(SearchError) -> Float {
    let term = plan.terms[try lookUp(clause)]
    return term.documentFrequency == 0 ? 0 : term.weight
  }

  private func inverseDocumentFrequency(_ count: Int, _ field: FieldID) -> Float {
    let total = segments.statistics[Int(field.rawValue)].documentCount
    return BM25.inverseDocumentFrequency(count, of: max(total, count))
  }

  private mutating func phrase(_ clause: PhraseClause) throws(SearchError) -> PlanNode {
    var terms: [Int] = []
    var sequence: [(word: Int, offset: Int)] = []
    terms.reserveCapacity(clause.words.count)
    sequence.reserveCapacity(clause.words.count)
    var distinct = PlannedClauses<Int>()
    distinct.reserveCapacity(clause.words.count)
    var idf = 0.0
    for item in clause.words {
      let number = try lookUp(TermClause(field: clause.field, term: item.term, boost: 1))
      guard plan.terms[number].documentFrequency > 0 else { return .nothing }
      idf += Double(plan.terms[number].weight)
      let word = distinct.number(of: number) ?? terms.count
      if word == terms.count {
        distinct.insert(number, word)
        terms.append(number)
      }
      sequence.append((word, Int(item.offset)))
    }
    plan.phrases.append(
      PlannedPhrase(
        terms: terms,
        sequence: PhraseMatcher.sorted(sequence) { plan.terms[terms[$0]].documentFrequency },
        pairs: try pairs(of: clause, terms, sequence),
        weight: clause.boost * Float(idf)))
    return .phrase(plan.phrases.count - 1)
  }

  /// Returns the lists of adjacent pairs of a phrase in each segment.
  private func pairs(
    of clause: PhraseClause, _ numbers: [Int], _ sequence: [(word: Int, offset: Int)]
  ) throws(SearchError) -> [PhrasePairs?] {
    let lengths = segments.lengthTable(clause.field, parameters[clause.field])
    // A closure with the terms, not with a copy of the whole planner.
    let terms = plan.terms
    var pairs: [PhrasePairs?] = []
    pairs.reserveCapacity(segments.segments.count)
    for (index, segment) in segments.segments.enumerated() {
      guard let field = segment.reader.field(clause.field) else {
        pairs.append(nil)
        continue
      }
      pairs.append(
        try PhrasePairs.find(
          clause.words[...], in: field, lengths, documentCount: segment.reader.documentCount
        ) { word in
          terms[numbers[sequence[word].word]].lists[index]?.info.documentFrequency ?? 0
        })
    }
    return pairs
  }

  /// Returns the node of a whole text; its documents become one list.
  private mutating func wholeText(
    _ clause: WholeTextClause
  ) throws(SearchError) -> PlanNode {
    let marker = TermClause(field: clause.field, term: [], boost: clause.boost, isConstant: true)
    let entry = try entry(marker) { field, lengths, segment, stop throws(SearchError) in
      try WholeText.list(of: clause.text, in: field, segment, lengths, stop)
    }
    let number = append(marker, entry)
    return leaf(number)
  }

  /// Returns the node of the documents of another query; they become one list.
  private mutating func filter(_ clause: FilterClause) throws(SearchError) -> PlanNode {
    list(
      try Self.documents(of: clause.query, in: segments, stop, cache ?? segments.madeLists),
      score: clause.score ?? 0)
  }

  /// Returns the node of lists whose documents have the same score each.
  mutating func list(_ entry: ListCache.Entry, score: Float = 0) -> PlanNode {
    plan.terms.append(
      PlannedTerm(
        lists: entry.lists.map { $0?.withFullImpacts },
        documentFrequency: entry.documentFrequency, weight: score, lengths: Self.fullImpacts))
    return leaf(plan.terms.count - 1)
  }

  /// Raises small weights, and looks up the words of pairs.
  private mutating func finish(_ pairs: WordPairs?) throws(SearchError) {
    weighPrecedingWords()
    // Pairs take no part in this, so that without them all other scores are the same.
    plan.raiseSmallWeights()
    guard let pairs else { return }
    var numbers: [(Int, Int)] = []
    for pair in pairs.pairs {
      numbers.append((try lookUp(pair.first.clause), try lookUp(pair.second.clause)))
    }
    plan.proximity = ProximityProgram(pairs, numbers, of: plan.terms, in: segments)
  }
}
