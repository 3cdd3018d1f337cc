/// Answers a plan in one segment or a part of it, by the cheapest strategy that fits the plan's
/// shape.
///
/// Every strategy gives the same documents and the same scores; see ``TermScorer`` for why sums do
/// not depend on the strategy.
///
/// A class, because closures over a structure would copy all that it has.
final class SegmentSearch {
  let plan: QueryPlan
  let index: Int
  let segment: LiveSegment
  /// The part of the segment to search.
  let range: SearchRange
  let base: UInt32
  /// The lists that were opened, if the search is traced.
  private var opened: [(leaf: PlanNode, cursor: PostingsCursor)]?
  /// The memory for positions while the segment is searched; nil before and after that.
  private var memories: PositionMemoryPool?
  /// The check of the search, in the same time.
  private var stop: SearchStop?

  /// Creates the search of segment `index` of `segments`.
  ///
  /// - Parameters:
  ///   - range: The part of the segment to search; nil for the whole segment.
  init(
    _ plan: QueryPlan, _ segments: SegmentSet, _ index: Int, in range: SearchRange? = nil
  ) {
    self.plan = plan
    self.index = index
    segment = segments.segments[index]
    self.range = range ?? SearchRange(segment.documents)
    base = segments.bases[index]
  }

  /// Searches the range and passes what `collector` needs to it.
  func run(_ collector: Collector) throws(SearchError) {
    if plan.phrases.isEmpty { return try searchTraced(collector) }
    let memories = collector.candidates.positionMemories
    let count = memories.count
    self.memories = memories
    stop = collector.stop
    defer {
      self.memories = nil
      stop = nil
      memories.release(to: count)
    }
    try searchTraced(collector)
  }

  /// Searches, and tells the search's tracer, if there is one, which lists were opened.
  private func searchTraced(_ collector: Collector) throws(SearchError) {
    guard let tracer = collector.stop.questions.tracer else { return try search(collector) }
    opened = []
    defer { tracer.add(opened ?? []) }
    try search(collector)
  }

  private func search(_ collector: Collector) throws(SearchError) {
    switch plan.root {
    case .nothing: return
    case .everything: try runWindows(collector)
    case .term, .phrase: try runLeaf(collector)
    case .boolean(let counts): try runGroup(counts, collector)
    }
  }

  private func runGroup(
    _ counts: ClauseCounts, _ collector: Collector
  ) throws(SearchError) {
    let clauses =
      plan.phrases.isEmpty ? plan.clauses : TermClauses(plan.nodes, isList: isList)
    if let clauses {
      guard !clauses.isImpossible else { return }
      if counts.required > 0, counts.atLeast == 0 {
        return try runConjunction(clauses, collector)
      }
      if counts.isAny { return try runDisjunction(clauses.optional, collector) }
    }
    let isAny = counts.isAny
    guard isAny || counts.required > 0 && counts.atLeast == 0,
      let clauses = TermClauses(plan.nodes, isList: { _ in true })
    else { return try runWindows(collector) }
    try runClauses(clauses, isAny: isAny, collector)
  }

  /// Searches for documents that have all required words and no prohibited one; optional words add
  /// to the scores.
  private func runConjunction(
    _ clauses: TermClauses, _ collector: Collector
  ) throws(SearchError) {
    guard let required = try requiredLists(clauses) else {
      return try runGroups(clauses, collector)
    }
    guard !required.isEmpty else { return }
    // Optional words only add to scores; they are not opened for a count.
    let optional = collector.ranks ? try scorers(clauses.optional) : []
    let prohibited = try scorers(clauses.prohibited)
    let range = try countApart(required, prohibited, collector)
    guard collector.ranks || !range.isCounted else { return }
    let leaders = OptionalLeaders(required, optional: optional, prohibited: prohibited)
    guard let leaders else {
      return try Conjunction(
        required, optional: optional, prohibited: prohibited, in: range, live: segment.live,
        base: base, candidates: collector.candidates
      ).run(collector)
    }
    try leaders.forEach { (leader, required, optional, prohibited) throws(SearchError) in
      // With many leaders, most of the time goes into preparing their lists.
      let listCount = required.count + optional.count + prohibited.count
      try collector.stop.withoutThreads { () throws(SearchError) in
        try collector.stop.spend(listCount)
      }
      try Conjunction(
        required, optional: optional, prohibited: prohibited, leader: leader,
        in: range, live: segment.live, base: base, candidates: collector.candidates
      ).run(collector)
    }
  }

  /// Returns a list for each required clause; empty if the segment has no word of one of them, nil
  /// if it has several.
  private func requiredLists(_ clauses: TermClauses) throws(SearchError) -> [TermScorer]? {
    // No list is opened if a word is missing.
    for index in 0..<clauses.requiredCount {
      guard clauses.required(index).contains(where: hasLists) else { return [] }
    }
    var lists: [TermScorer] = []
    lists.reserveCapacity(clauses.requiredCount)
    for index in 0..<clauses.requiredCount {
      let words = clauses.required(index)
      if words.count > 1, words.count(where: hasLists) > 1 { return nil }
      for word in words {
        if let scorer = try scorer(word) { lists.append(scorer) }
      }
    }
    return lists
  }

  /// Counts documents separately from ranking them if that is faster.
  ///
  /// - Returns: The range to rank, which is marked as counted if it was.
  private func countApart(
    _ required: [TermScorer], _ prohibited: [TermScorer], _ collector: Collector
  ) throws(SearchError) -> SearchRange {
    guard collector.counts, !range.isCounted, isCountedApart(required, prohibited, collector)
    else { return range }
    try BitSetCount(.all, required, prohibited: prohibited, in: range, live: segment.live)
      .run(collector)
    for list in required + prohibited { list.cursor.move(toBlock: 0) }
    var range = range
    range.isCounted = true
    return range
  }

  private func isCountedApart(
    _ required: [TermScorer], _ prohibited: [TermScorer], _ collector: Collector
  ) -> Bool {
    if collector.matches != nil, required.count == 1, prohibited.isEmpty { return true }
    // If the time may end the search, some of the best documents must be found before that.
    if required.count > 1, collector.ranks, collector.stop.questions.isOver != nil { return false }
    return BitSetCount.isQuick(
      required, prohibited, documentCount: segment.reader.documentCount,
      limit: collector.matches == nil ? collector.countLimit : .max)
  }

  /// Searches for documents that have, for each required clause, any of its words.
  private func runGroups(
    _ clauses: TermClauses, _ collector: Collector
  ) throws(SearchError) {
    var required: [ListGroup] = []
    for index in 0..<clauses.requiredCount {
      required.append(ListGroup(try scorers(clauses.required(index))))
    }
    let optional = collector.ranks ? try scorers(clauses.optional) : []
    try GroupConjunction(
      required, optional: optional, prohibited: try scorers(clauses.prohibited),
      in: range, live: segment.live, base: base, candidates: collector.candidates
    ).run(collector)
  }

  /// Searches for documents that have any of some words.
  ///
  /// They are counted in bit sets, which takes a fraction of the time that scoring all of them
  /// would, and ranked separately.
  private func runDisjunction(
    _ words: ArraySlice<PlanNode>, _ collector: Collector
  ) throws(SearchError) {
    if collector.counts, !range.isCounted {
      try BitSetCount(.any, try scorers(words), in: range, live: segment.live).run(collector)
    }
    guard collector.ranks else { return }
    var range = range
    range.isCounted = true
    let lists = try scorers(words)
    guard !lists.isEmpty else { return }
    if lists.count <= LeaderUnion.mostLists(wanted: collector.top.capacity) {
      try LeaderUnion(
        lists, in: range, live: segment.live, base: base, candidates: collector.candidates
      ).run(collector)
    } else {
      try Disjunction(
        lists, in: range, live: segment.live, base: base, candidates: collector.candidates
      ).run(collector)
    }
  }

  func runWindows(_ collector: Collector) throws(SearchError) {
    guard let tree = try windowTree(collector.stop) else { return }
    try WindowEvaluator(
      tree, in: range, live: segment.live, base: base, candidates: collector.candidates
    ).run(collector)
  }

  /// Returns true if the segment has `node`, a word or phrase, as one list, or surely no document
  /// with it.
  func isList(_ node: PlanNode) -> Bool {
    guard case .phrase(let number) = node else { return true }
    guard let pairs = plan.phrases[number].pairs[index] else { return true }
    return pairs.isAbsent || pairs.whole != nil
      || plan.phrases[number].terms.contains { plan.terms[$0].lists[index] == nil }
  }

  /// Returns a scorer for the list of `node`, for which ``isList(_:)`` holds; nil if no document
  /// has it.
  func scorer(_ node: PlanNode) throws(SearchError) -> TermScorer? {
    switch node {
    case .term(let number):
      guard let list = plan.terms[number].lists[index] else { return nil }
      let scorer = try list.scorer(weight: plan.terms[number].weight, plan.terms[number].lengths)
      note(node, scorer)
      return scorer
    case .phrase(let number):
      let phrase = plan.phrases[number]
      guard let list = phrase.pairs[index]?.whole else { return nil }
      let scorer = try list.scorer(weight: phrase.weight, plan.terms[phrase.terms[0]].lengths)
      note(node, scorer)
      return scorer
    default: return nil
    }
  }

  /// Notes a list that was opened, if the search is traced.
  private func note(_ leaf: PlanNode, _ scorer: TermScorer) {
    if opened != nil { opened?.append((leaf, scorer.cursor)) }
  }

  private func scorers(_ words: ArraySlice<PlanNode>) throws(SearchError) -> [TermScorer] {
    guard !words.isEmpty else { return [] }
    var scorers: [TermScorer] = []
    scorers.reserveCapacity(words.count)
    for word in words {
      if let scorer = try scorer(word) { scorers.append(scorer) }
    }
    return scorers
  }

  /// Returns a matcher for the phrase; nil if no document has it.
  func phrase(_ number: Int) throws(SearchError) -> PhraseMatcher? {
    let phrase = plan.phrases[number]
    guard let pairs = phrase.pairs[index], !pairs.isAbsent else { return nil }
    // No list is opened if a word is missing.
    for term in phrase.terms where plan.terms[term].lists[index]?.positions == nil { return nil }
    // All words are of one field.
    let lengths = plan.terms[phrase.terms[0]].lengths
    var words: [PositionedTerm] = []
    words.reserveCapacity(phrase.terms.count)
    for term in phrase.terms {
      guard let list = plan.terms[term].lists[index], let positions = list.positions else {
        return nil
      }
      let scorer = try list.scorer(weight: phrase.weight, lengths)
      note(.phrase(number), scorer)
      words.append(
        try PositionedTerm(
          scorer, list.info, positions: positions, memory: memories?.take() ?? PositionMemory()))
    }
    return PhraseMatcher(
      words: words, sequence: phrase.sequence,
      pairs: try pairs.noted(weight: phrase.weight, lengths),
      weight: phrase.weight, starts: memories?.starts ?? GrowingArray(), stop: stop)
  }
}
