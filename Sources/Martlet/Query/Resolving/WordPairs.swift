/// The pairs of neighbouring words in a query, in terms of the index.
struct WordPairs: Sendable, Hashable {
  /// A word of a query in one field.
  struct Word: Sendable, Hashable {
    /// The clause by which the query scores it; all documents with the word have its term.
    var clause: TermClause
    /// The boost of the clause as a share of that of the word.
    var share: Float
  }

  /// Two neighbouring words in one field.
  struct Pair: Sendable, Hashable {
    var first: Word
    var second: Word
    /// The number of positions from the first word to the second.
    var distance: Int
  }

  var pairs: [Pair] = []
  /// True if a document that matches the query and has one of the words is scored for it.
  var areScored = true
  /// The weights.
  var proximity: Proximity
}

/// Finding the pairs.
extension QueryResolver {
  /// A word at its offset among the words of the query.
  private struct Found {
    var node: Int
    var offset: Int
    /// The run of words that it belongs to.
    var run: Int
    /// The word by field.
    var words: [WordPairs.Word]
  }

  /// The role of a node in the score.
  private enum Role {
    /// Every document that is found matches it.
    case required
    /// It scores wherever it matches.
    case optional
    /// It may match without a score.
    case conditional
    /// It selects documents, or excludes them.
    case unscored
  }

  /// Returns the pairs of `query`; nil if there is none.
  func pairs(in query: Query, _ proximity: Proximity) -> WordPairs? {
    guard !proximity.isNone, query.nodes.count > 2 else { return nil }
    let starts = query.nodes.subtreeStarts()
    let roles = roles(of: query.nodes, starts)
    var found: [Found] = []
    var (run, offset) = (0, 0)
    for (index, node) in query.nodes.enumerated() where roles[index] != .unscored {
      switch node {
      case .word(let text, let field), .typed(let text, let field),
        .misspelt(let text, _, let field):
        switch words(text, field) {
        case .some(let words):
          if !words.isEmpty {
            found.append(Found(node: index, offset: offset, run: run, words: words))
          }
          offset += 1
        case nil: run += 1
        }
      case .boost(let factor):
        for number in found.indices where found[number].node >= starts[index] {
          for word in found[number].words.indices {
            let boost = found[number].words[word].clause.boost * Float(factor)
            found[number].words[word].clause.boost = min(
              boost, Float(Query.boostRange.upperBound))
          }
        }
      case .all, .any, .preferring, .not: break
      default: run += 1
      }
    }
    var result = WordPairs(proximity: proximity)
    for (one, next) in zip(found, found.dropFirst()) where one.run == next.run {
      result.add(one.words, next.words, distance: next.offset - one.offset)
    }
    // Documents with a synonym of several words match without being scored for one of these.
    result.areScored = !hasJoinedSynonyms && found.allSatisfy { roles[$0.node] != .conditional }
    return result.pairs.isEmpty ? nil : result
  }

  /// Returns a word in each field that it is searched in; none for a stop word, and nil if its text
  /// is not one word.
  private func words(_ text: String, _ name: FieldRef?) -> [WordPairs.Word]? {
    guard let fields = fields(name) else { return nil }
    var words: [WordPairs.Word] = []
    for field in fields where field.definition.kind == .text {
      let analyzed = AnalyzedText(text, field.analyzer, for: .query)
      guard analyzed.readings.count == 1, analyzed.readings[0].count == 1,
        let slot = analyzed.readings[0].first
      else { return nil }
      if field.analyzer.isStopWord(slot.word.bytes) { return [] }
      if field.definition.hasPositions { words.append(resolver(for: field).word(slot)) }
    }
    return words.isEmpty ? nil : words
  }

  private func roles(of nodes: [QueryNode], _ starts: [Int]) -> [Role] {
    var roles = [Role](repeating: .required, count: nodes.count)
    for index in nodes.indices.reversed() {
      var child = index - 1
      for number in (0..<nodes[index].childCount).reversed() {
        roles[child] = Self.role(ofChild: number, of: nodes[index], roles[index])
        child = starts[child] - 1
      }
    }
    return roles
  }

  private static func role(ofChild number: Int, of node: QueryNode, _ role: Role) -> Role {
    if role == .unscored { return .unscored }
    switch node {
    case .all: return role == .required ? .required : .conditional
    case .any(let atLeast, _):
      return role == .required || role == .optional && atLeast == 1 ? .optional : .conditional
    case .preferring:
      if number == 0 { return role }
      return role == .required ? .optional : .conditional
    case .boost: return role
    default: return .unscored
    }
  }
}

extension WordPairs {
  /// Adds the pairs of two neighbouring words in the fields that both are searched in.
  fileprivate mutating func add(_ first: [Word], _ second: [Word], distance: Int) {
    for one in first {
      for next in second
      where next.clause.field == one.clause.field && next.clause.term != one.clause.term {
        let isKnown = pairs.contains {
          $0.first.clause.term == one.clause.term && $0.second.clause.term == next.clause.term
            && $0.first.clause.field == one.clause.field
        }
        if !isKnown { pairs.append(Pair(first: one, second: next, distance: distance)) }
      }
    }
  }
}
