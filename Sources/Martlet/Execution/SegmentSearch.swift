/// Answers a plan in one segment, by the cheapest strategy that fits its shape.
///
/// Every strategy gives the same documents and the same scores; see ``TermScorer`` for why sums do
/// not depend on the strategy.
struct SegmentSearch {
  private let plan: QueryPlan
  private let index: Int
  private let segment: LiveSegment
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
      guard let root = try node(plan.root) else { return }
      try WindowEvaluator(root, live: segment.live, base: base).collect(into: top)
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
      guard let root = try node(plan.root) else { return 0 }
      return try WindowEvaluator(root, live: segment.live, base: base).count(limit: limit)
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
    case .boolean(let group):
      guard group.prohibited.isEmpty else { return .windows }
      if group.optional.isEmpty { return try conjunction(group.required) }
      if group.required.isEmpty, group.atLeast == 1, let terms = Self.terms(group.optional) {
        return .disjunction(terms)
      }
      return .windows
    }
  }

  /// The places of the terms, nil when a node is something else.
  private static func terms(_ nodes: [QueryPlan.Node]) -> [Int]? {
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
  private func conjunction(_ nodes: [QueryPlan.Node]) throws(SearchError) -> Strategy {
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

  private func scorer(_ place: Int) throws(SearchError) -> TermScorer? {
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

  private func phrase(_ place: Int) throws(SearchError) -> PhraseMatcher? {
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

  /// The node as evaluated over windows; nil when the segment has no match for it.
  private func node(_ node: QueryPlan.Node) throws(SearchError) -> WindowNode? {
    switch node {
    case .nothing: return nil
    case .everything: return WindowNode(.everything)
    case .term(let place): return try scorer(place).map { WindowNode(.term($0)) }
    case .phrase(let place): return try phraseNode(place)
    case .boolean(let group): return try groupNode(group)
    }
  }

  private func groupNode(_ group: QueryPlan.Group) throws(SearchError) -> WindowNode? {
    var required: [WindowNode] = []
    for child in group.required {
      guard let node = try node(child) else { return nil }
      required.append(node)
    }
    let optional = try nodes(group.optional)
    guard optional.count >= group.atLeast else { return nil }
    return WindowNode(
      .group(
        required: required, optional: optional, prohibited: try nodes(group.prohibited),
        atLeast: group.atLeast))
  }

  private func nodes(_ nodes: [QueryPlan.Node]) throws(SearchError) -> [WindowNode] {
    var found: [WindowNode] = []
    for child in nodes {
      if let node = try node(child) { found.append(node) }
    }
    return found
  }

  /// A phrase within a larger query is evaluated first, and its documents written out as a list.
  private func phraseNode(_ place: Int) throws(SearchError) -> WindowNode? {
    guard let matcher = try phrase(place), let first = plan.phrases[place].terms.first,
      let list = plan.terms[first].lists[index]
    else { return nil }
    let sums = PostingsAccumulator(documentCount: segment.reader.documentCount)
    try PhraseConjunction(terms: [], phrases: [matcher], live: segment.live, base: 0)
      .forEachFrequency { document, frequency in sums.add(document, frequency) }
    let lengths = plan.terms[first].lengths
    guard let found = try sums.list(norms: list.norms, lengths) else { return nil }
    return WindowNode(.term(try found.scorer(weight: plan.phrases[place].weight, lengths)))
  }
}
