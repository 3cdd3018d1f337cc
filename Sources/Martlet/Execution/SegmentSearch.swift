/// Answers a plan in one segment, by the cheapest strategy that fits its shape.
///
/// Every strategy gives the same documents and the same scores; see ``TermScorer`` for why sums do
/// not depend on the strategy.
struct SegmentSearch {
  let plan: QueryPlan
  let index: Int
  let segment: LiveSegment
  private let base: UInt32

  /// The search of segment `index` of `segments`.
  init(_ plan: QueryPlan, _ segments: SegmentSet, _ index: Int) {
    self.plan = plan
    self.index = index
    segment = segments.segments[index]
    base = segments.bases[index]
  }

  /// Offers every document that can be among the best to `top`.
  ///
  /// - Throws: `corrupted`.
  func collect(into top: TopDocuments) throws(SearchError) {
    guard top.capacity > 0 else { return }
    switch try strategy() {
    case .none: return
    case .conjunction(let search): try search.collect(into: top)
    case .phrases(let search): try search.collect(into: top)
    case .disjunction(let terms):
      try Disjunction(try scorers(terms), live: segment.live, base: base).collect(into: top)
    case .windows:
      guard let tree = try windowTree() else { return }
      try WindowEvaluator(tree, live: segment.live, base: base).collect(into: top)
    }
  }

  /// Counts the documents; stops when there are `limit`.
  ///
  /// - Throws: `corrupted`.
  func count(limit: Int) throws(SearchError) -> Int {
    switch try strategy() {
    case .none: return 0
    case .conjunction(let search): return try search.count(limit: limit)
    case .phrases(let search): return try search.count(limit: limit)
    case .disjunction, .windows:
      guard let tree = try windowTree() else { return 0 }
      return try WindowEvaluator(tree, live: segment.live, base: base).count(limit: limit)
    }
  }

  private enum Strategy {
    /// The segment has no match.
    case none
    case conjunction(Conjunction)
    case phrases(PhraseConjunction)
    /// Places of the terms in the plan.
    case disjunction([Int])
    case windows
  }

  private func strategy() throws(SearchError) -> Strategy {
    switch plan.root {
    case .nothing: return .none
    case .everything: return .windows
    case .term(let term): return try conjunction([.term(term)])
    case .phrase(let phrase): return try conjunction([.phrase(phrase)])
    case .boolean(let counts):
      let children = plan.nodes.dropLast()
      guard counts.prohibited == 0, children.count == counts.total else { return .windows }
      if counts.optional == 0 { return try conjunction(children) }
      if counts.isAny, let terms = Self.terms(children) { return .disjunction(terms) }
      return .windows
    }
  }

  /// The places of the terms, nil when a node is something else.
  private static func terms(_ nodes: ArraySlice<QueryPlan.Node>) -> [Int]? {
    var terms: [Int] = []
    for node in nodes {
      switch node {
      case .nothing: continue
      case .term(let term): terms.append(term)
      default: return nil
      }
    }
    return terms
  }

  /// The conjunction of words and phrases, or windows when a node is something else.
  private func conjunction(_ nodes: ArraySlice<QueryPlan.Node>) throws(SearchError) -> Strategy {
    var terms: [TermScorer] = []
    var phrases: [PhraseMatcher] = []
    for node in nodes {
      switch node {
      case .nothing: return .none
      case .term(let place):
        guard let scorer = try scorer(place) else { return .none }
        terms.append(scorer)
      case .phrase(let place):
        guard let phrase = try phrase(place) else { return .none }
        phrases.append(phrase)
      default: return .windows
      }
    }
    if phrases.isEmpty {
      return .conjunction(Conjunction(terms, live: segment.live, base: base))
    }
    return .phrases(
      PhraseConjunction(terms: terms, phrases: phrases, live: segment.live, base: base))
  }

  func scorer(_ place: Int) throws(SearchError) -> TermScorer? {
    let term = plan.terms[place]
    return try term.lists[index]?.scorer(weight: term.weight, term.lengths)
  }

  private func scorers(_ places: [Int]) throws(SearchError) -> [TermScorer] {
    var scorers: [TermScorer] = []
    for place in places {
      if let scorer = try scorer(place) { scorers.append(scorer) }
    }
    return scorers
  }

  func phrase(_ place: Int) throws(SearchError) -> PhraseMatcher? {
    let phrase = plan.phrases[place]
    var words: [PositionedTerm] = []
    for term in phrase.terms {
      guard let list = plan.terms[term].lists[index], let positions = list.positions else {
        return nil
      }
      words.append(
        PositionedTerm(
          try list.scorer(weight: phrase.weight, plan.terms[term].lengths),
          try PositionsReader(list.info, section: positions)))
    }
    return PhraseMatcher(words: words, parts: phrase.parts, weight: phrase.weight)
  }
}
