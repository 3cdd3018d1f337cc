/// A query in terms of the index: with fields and terms in place of names and texts.
///
/// A ``Query`` is resolved into this for one schema. A query of more than ``depthLimit`` levels is
/// rejected, because clauses are copied, and their boosts multiplied, once per level.
struct ResolvedQuery: Sendable, Hashable {
  /// A node of the tree; the clauses that a `boolean` combines come before it.
  enum Node: PostorderNode, Sendable, Hashable {
    /// No document.
    case nothing
    /// Every live document, with score 0.
    case everything
    /// Documents with a term.
    case term(TermClause)
    /// Documents with a term that begins with the given one, scored as if all of these were one
    /// term.
    case prefix(TermClause)
    /// Documents with a sequence of terms.
    case phrase(PhraseClause)
    /// Documents with any term of a set.
    case terms(TermSetClause)
    /// Documents with any word that a pattern describes, scored as if all of these were one term.
    case pattern(PatternClause)
    /// Documents with a word as it was typed, where others like it are found too.
    case exactWord(ExactWordClause)
    /// Documents whose whole text is a given one.
    case wholeText(WholeTextClause)
    /// Documents with terms at certain positions.
    case positional(PositionalClause)
    /// Documents with one of these keys, each with score 0.
    case keys([[UInt8]])
    /// Documents that another query matches, with the same score each.
    case filter(FilterClause)
    /// Documents selected by several clauses.
    case boolean(ClauseCounts)

    var childCount: Int {
      if case .boolean(let counts) = self { counts.total } else { 0 }
    }
  }

  /// The deepest nesting of a query that is executed: that of the strict syntax, and a word within.
  static let depthLimit = QueryLimits.strictDepth + 1

  /// The tree in postorder.
  private(set) var nodes: [Node]

  static let nothing = ResolvedQuery(nodes: [.nothing])
  static let everything = ResolvedQuery(nodes: [.everything])

  static func term(_ clause: TermClause) -> ResolvedQuery { ResolvedQuery(nodes: [.term(clause)]) }

  static func prefix(_ clause: TermClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.prefix(clause)])
  }

  static func phrase(_ clause: PhraseClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.phrase(clause)])
  }

  static func terms(_ clause: TermSetClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.terms(clause)])
  }

  static func pattern(_ clause: PatternClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.pattern(clause)])
  }

  static func exactWord(_ clause: ExactWordClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.exactWord(clause)])
  }

  static func positional(_ clause: PositionalClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.positional(clause)])
  }

  static func keys(_ keys: [[UInt8]]) -> ResolvedQuery { ResolvedQuery(nodes: [.keys(keys)]) }

  static func filter(_ clause: FilterClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.filter(clause)])
  }

  static func wholeText(_ clause: WholeTextClause) -> ResolvedQuery {
    ResolvedQuery(nodes: [.wholeText(clause)])
  }

  /// Returns the same clauses with their scores multiplied by `factor`, except those that are
  /// prohibited.
  ///
  /// - Complexity: O(nodes · depth).
  func boosted(by factor: Float) -> ResolvedQuery {
    let isScored = isAffirmative
    var result = self
    for index in nodes.indices where isScored[index] { result.nodes[index].boost(by: factor) }
    return result
  }

  /// For each node, true unless it is within a prohibited clause.
  ///
  /// - Complexity: O(nodes · depth).
  var isAffirmative: [Bool] {
    let starts = nodes.subtreeStarts()
    var isAffirmative = [Bool](repeating: true, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      guard case .boolean(let counts) = node else { continue }
      var child = index - 1
      for _ in 0..<counts.prohibited {
        for prohibited in starts[child]...child { isAffirmative[prohibited] = false }
        child = starts[child] - 1
      }
    }
    return isAffirmative
  }

  /// The same query without the clauses that only add to scores, for searches that need no scores.
  ///
  /// - Complexity: O(nodes) if there are such clauses, else O(1).
  var unscored: ResolvedQuery {
    guard case .boolean(var counts) = nodes.last, counts.optional > 0, counts.required > 0,
      counts.atLeast == 0
    else { return self }
    let starts = nodes.subtreeStarts()
    var end = nodes.count - 1
    for _ in 0..<counts.prohibited { end = starts[end - 1] }
    var start = end
    for _ in 0..<counts.optional { start = starts[start - 1] }
    counts.optional = 0
    var result = self
    result.nodes[nodes.count - 1] = .boolean(counts)
    result.nodes.removeSubrange(start..<end)
    if counts.total == 1 { result.nodes.removeLast() }
    return result
  }
}

extension ResolvedQuery.Node {
  /// The highest product of weights and boosts, with which sums of scores are finite.
  static let highestBoost: Float = 0x1p80

  /// Multiplies the boost of a leaf, up to ``highestBoost``.
  fileprivate mutating func boost(by factor: Float) {
    func product(_ boost: Float) -> Float {
      min(boost * factor, Self.highestBoost)
    }
    // A filter scores nothing by itself, so its first factor is its score. If that is 0, it stays
    // so: it is noted as -0.
    func constant(_ boost: Float) -> Float {
      let score = product(boost == 0 && boost.sign == .plus ? 1 : boost)
      return score == 0 ? -0.0 : score
    }
    func boosted(_ clause: FilterClause) -> FilterClause {
      var clause = clause
      clause.score = clause.score.map(product)
      return clause
    }
    func boosted(_ clause: TermClause) -> TermClause {
      var clause = clause
      clause.boost = clause.isConstant ? constant(clause.boost) : product(clause.boost)
      return clause
    }
    func boosted(_ clause: PatternClause) -> PatternClause {
      var clause = clause
      clause.boost = clause.isConstant ? constant(clause.boost) : product(clause.boost)
      return clause
    }
    switch self {
    case .nothing, .everything, .boolean, .keys: break
    case .filter(let clause): self = .filter(boosted(clause))
    case .pattern(let clause): self = .pattern(boosted(clause))
    case .exactWord(var clause):
      clause.patterns = clause.patterns.map(boosted)
      self = .exactWord(clause)
    case .term(let clause): self = .term(boosted(clause))
    case .prefix(let clause): self = .prefix(boosted(clause))
    case .phrase(var clause):
      clause.boost = product(clause.boost)
      self = .phrase(clause)
    case .positional(var clause):
      clause.boost = product(clause.boost)
      self = .positional(clause)
    case .terms(var clause):
      clause.boost = constant(clause.boost)
      self = .terms(clause)
    case .wholeText(var clause):
      clause.boost = constant(clause.boost)
      self = .wholeText(clause)
    }
  }
}

/// One term, or a prefix of terms, in one field.
struct TermClause: Sendable, Hashable {
  var field: FieldID
  var term: [UInt8]
  /// The factor on the score; 0 if the clause only selects.
  var boost: Float
  /// True if the score of each document is ``boost``, however rare the term is.
  var isConstant = false
}

/// Terms of one field at given distances.
struct PhraseClause: Sendable, Hashable {
  /// A term and its offset in the phrase.
  struct Word: Sendable, Hashable {
    var term: [UInt8]
    /// The position relative to that of the phrase's first part.
    var offset: UInt32
  }

  var field: FieldID
  /// The parts, at least two, in rising order of offset.
  var words: [Word]
  /// True if the last part represents every term that begins with it.
  var lastIsPrefix: Bool
  var boost: Float
}

/// A set of terms of one field, any of which a document may have.
struct TermSetClause: Sendable, Hashable {
  var field: FieldID
  /// The terms, in rising order without overlap.
  var ranges: [TermRange]
  /// The score of each document; 0 if the clause only selects.
  var boost: Float
}

/// The words of one field that a pattern describes.
struct PatternClause: Sendable, Hashable {
  var field: FieldID
  var pattern: TermPattern
  /// The factor on the score; 0 if the clause only selects.
  var boost: Float
  /// True if the score of each document is ``boost``, however rare the words are.
  var isConstant = false
}

/// A word as it was typed, beside the patterns of words like it.
///
/// The score of each document is the most that the patterns can give in all fields together, so
/// that no document without the word reaches one that has it; or the most that the whole query can
/// give otherwise, so that documents are in the order of how many words they have right.
struct ExactWordClause: Sendable, Hashable {
  /// The documents with the word, in any of the fields.
  var documents: ResolvedQuery
  /// The pattern of each field.
  var patterns: [PatternClause]
  /// True if documents with more of such words come before all others.
  var precedesAll: Bool
}

/// The whole text of one field.
struct WholeTextClause: Sendable, Hashable {
  var field: FieldID
  /// The text, with at least one term.
  var text: IndexedText
  /// The score of each document; 0 if the clause only selects.
  var boost: Float
}

/// A query whose documents are selected, whatever it scores.
struct FilterClause: Sendable, Hashable {
  var query: ResolvedQuery
  /// The score of each document; nil for a part that only selects, whatever the boosts around it.
  var score: Float?
}

/// A combination of required, optional and prohibited clauses.
///
/// It matches documents that all of `required` match, that at least `atLeast` of `optional` match,
/// and that none of `prohibited` matches. The score is the sum over all of `required` and over
/// those of `optional` that match. If there is no required clause and `atLeast` is 0, nothing
/// matches.
struct BooleanClause: Sendable, Hashable {
  var required: [ResolvedQuery] = []
  var optional: [ResolvedQuery] = []
  var prohibited: [ResolvedQuery] = []
  var atLeast = 0
}

/// The number of clauses of each kind in a ``BooleanClause``, whose clauses are in this order.
struct ClauseCounts: Sendable, Hashable {
  var required = 0
  var optional = 0
  var prohibited = 0
  var atLeast = 0

  var total: Int { required + optional + prohibited }

  /// True if one of `optional` is sufficient.
  var isAny: Bool { required == 0 && prohibited == 0 && atLeast == 1 }
}
