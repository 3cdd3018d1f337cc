/// Searches in which words may be misspelt.
///
/// The documents with the right words are found by a search of their own, so that their scores and
/// their order are those of a search without misspelt words. The others are looked for only if
/// these are too few for the page or the count.
extension SearchRunner {
  /// A query in terms of the index.
  ///
  /// A class, because the search and its results pass on all of it.
  final class Resolved: Sendable {
    /// The query for the words as they were typed.
    let right: ResolvedQuery
    /// The query in which words may be misspelt, for all documents of ``right`` and others; nil if
    /// no word may be.
    let misspelt: ResolvedQuery?
    /// The pairs of words that add to the scores of ``right``; nil for none.
    let pairs: WordPairs?
    /// Those of ``misspelt``.
    let misspeltPairs: WordPairs?
    /// The words and the pairs of words that rules are about; none without rules.
    let ruleWords: [RuleWord]
    let rulePairs: WordPairs?

    init(
      right: ResolvedQuery, misspelt: ResolvedQuery? = nil, pairs: WordPairs? = nil,
      misspeltPairs: WordPairs? = nil, ruleWords: [RuleWord] = [], rulePairs: WordPairs? = nil
    ) {
      self.right = right
      self.misspelt = misspelt
      self.pairs = pairs
      self.misspeltPairs = misspeltPairs
      self.ruleWords = ruleWords
      self.rulePairs = rulePairs
    }

    /// The query for all documents.
    var all: ResolvedQuery { misspelt ?? right }

    /// The query for the documents without the right words.
    fileprivate var rest: ResolvedQuery { all.excluding(right) }
  }

  /// Resolves the two readings of a query.
  func resolved(
    _ right: Query, misspelt: Query?, _ resolver: QueryResolver
  ) throws(SearchError) -> Resolved {
    let typed = try resolver.resolve(right)
    let hasRules = !request.rules.isEmpty
    var other: ResolvedQuery?
    if let misspelt {
      let all = try resolver.resolve(misspelt)
      if all != typed { other = all }
    }
    return Resolved(
      right: typed, misspelt: other, pairs: resolver.pairs(in: right, request.proximity),
      misspeltPairs: other == nil
        ? nil : resolver.pairs(in: misspelt ?? right, request.proximity),
      ruleWords: hasRules ? resolver.ruleWords(in: misspelt ?? right) : [],
      rulePairs: hasRules ? resolver.pairs(in: right, .standard) : nil)
  }

  /// Returns the best `limit` documents of `query` by score, those with the right words first.
  func search(
    _ query: Resolved, limit: Int, _ counting: Counting
  ) throws(SearchError) -> (answer: Searcher.Answer, rightCount: Int) {
    var right = try search(
      filtered(query.right, by: filter), query.pairs, limit: limit, counting)
    let count = right.top.count
    guard query.misspelt != nil, !stop.isOutOfTime,
      let counting = counting.left(after: right, limit: limit)
    else { return (right, count) }
    let isEmpty = limit > 0 ? right.top.isEmpty : right.total == .exactly(0)
    let rest = try search(
      filtered(isEmpty ? query.all : query.rest, by: filter), query.misspeltPairs,
      limit: limit - count, counting)
    // If there is room for others, these are all documents with the right words.
    let lowering = LoweredScores(rest.top.first?.score, below: right.top.last?.score)
    right.top += rest.top.map {
      TopDocuments.Entry(document: $0.document, score: lowering[$0.score])
    }
    right.total = right.total.adding(rest.total)
    right.isComplete = right.isComplete && rest.isComplete
    return (right, count)
  }

  private func search(
    _ query: ResolvedQuery, _ pairs: WordPairs?, limit: Int, _ counting: Counting
  ) throws(SearchError) -> Searcher.Answer {
    try Searcher.search(
      query, in: segments, limit: limit, counting: counting, parameters: ranking, stop: stop,
      cache: cache, rank: rank, pairs: pairs)
  }

  /// Returns the pairs that add to the scores of ``Resolved/all``.
  func pairsOfAll(_ query: Resolved) -> WordPairs? {
    query.misspelt == nil ? query.pairs : query.misspeltPairs
  }

  /// Returns the scores of documents without the right words, which are below those of all others.
  func loweredScores(_ query: Resolved) throws(SearchError) -> LoweredScores {
    let right = try search(
      filtered(query.right, by: filter), query.pairs, limit: segments.documentCount, .none)
    let rest = try search(
      filtered(query.rest, by: filter), query.misspeltPairs, limit: 1, .none)
    return LoweredScores(rest.top.first?.score, below: right.top.last?.score)
  }

  /// Returns those of `entries` that do not have the right words.
  func misspelt(
    among entries: some Sequence<TopDocuments.Entry>, _ query: Resolved
  ) throws(SearchError) -> Set<UInt32> {
    guard query.misspelt != nil else { return [] }
    let right = try Searcher.matches(query.right, in: segments, stop: stop, cache: cache)
    // Without more time, not all documents with the right words are known.
    if stop.isOutOfTime { return [] }
    return Set(
      entries.lazy.map(\.document).filter { document in
        let index = segments.index(of: document)
        return !right[index].contains(document - segments.bases[index])
      })
  }
}

/// Scores moved below others, in the same order.
///
/// Below documents that score nothing, the scores are negative, so that every order by relevance
/// keeps them apart. They are shown as 0.
struct LoweredScores {
  private enum Change {
    case none
    /// The scores times `factor`, at most `highest`.
    case scaled(by: Float, highest: Float)
    /// The differences from `first`, below 0.
    case negative(first: Float)
  }

  private let change: Change

  /// True if scores are changed.
  var isLowering: Bool {
    if case .none = change { false } else { true }
  }

  /// - Parameters:
  ///   - first: The highest of the scores; nil if there are none.
  ///   - limit: The score that they have to be below; nil for any.
  init(_ first: Float?, below limit: Float?) {
    change =
      if let first, let limit, first >= limit {
        limit > 0
          ? .scaled(by: limit.nextDown / first, highest: limit.nextDown) : .negative(first: first)
      } else {
        .none
      }
  }

  /// Returns the score that takes the place of `score`.
  subscript(score: Float) -> Float {
    switch change {
    case .none: score
    case .scaled(let factor, let highest): min(highest, score * factor)
    case .negative(let first): min(score - first, -.leastNonzeroMagnitude)
    }
  }
}

extension SearchRunner.Found {
  /// Shows scores below 0 as 0.
  mutating func hideNegativeScores() {
    top.hideNegativeScores()
    guard var groups else { return }
    for index in groups.groups.indices { groups.groups[index].entries.hideNegativeScores() }
    self.groups = groups
  }
}

extension [TopDocuments.Entry] {
  fileprivate mutating func hideNegativeScores() {
    for index in indices where self[index].score < 0 { self[index].score = 0 }
  }
}

extension Counting {
  /// Returns the counting that is left to do after a search; nil if nothing is left to be done at
  /// all.
  fileprivate func left(after answer: Searcher.Answer, limit: Int) -> Counting? {
    let isFull = answer.top.count >= limit
    switch (self, answer.total) {
    case (.upTo(let most), .exactly(let count)) where count < most: return .upTo(most - count)
    case (.exact, _): return .exact
    default: return isFull ? nil : Counting.none
    }
  }
}

extension MatchCount {
  /// Returns the number of these and other documents.
  fileprivate func adding(_ other: MatchCount) -> MatchCount {
    switch (self, other) {
    case (.exactly(let count), .exactly(let more)): .exactly(count + more)
    case (.exactly(let count), .atLeast(let more)), (.atLeast(let count), .exactly(let more)),
      (.atLeast(let count), .atLeast(let more)):
      .atLeast(count + more)
    case (.notCounted, _), (_, .notCounted): self
    }
  }
}
