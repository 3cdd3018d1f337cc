/// A plain word of a query that adds to the score.
struct PlainWord: Sendable {
  /// The role of a word in the score.
  enum Role {
    /// Every document that is found matches it.
    case required
    /// It scores wherever it matches.
    case optional
    /// It may match without a score.
    case conditional
    /// It selects documents, or excludes them.
    case unscored
  }

  var text: String
  var field: FieldRef?
  var isUnfinished = false
  var isMisspelt = false
  var role: Role
  /// The index of its leaf in the query.
  var node: Int
  /// The offset among the words of the query.
  var offset: Int
  /// The number of parts before it that part their neighbours.
  var run: Int
  /// The word in each field; none for a stop word, and nil if its text is not one word.
  var terms: [WordPairs.Word]?
}

/// Finding the words.
extension QueryResolver {
  /// Returns the words of `query` that add to the score, in order.
  func plainWords(in query: Query) -> [PlainWord] {
    let starts = query.nodes.subtreeStarts()
    let roles = roles(of: query.nodes, starts)
    var found: [PlainWord] = []
    var (run, offset) = (0, 0)
    for (index, node) in query.nodes.enumerated() where roles[index] != .unscored {
      if var word = PlainWord(node, roles[index], at: index) {
        word.terms = terms(of: word)
        if word.terms == nil {
          // A sign asks for nothing, and parts nothing.
          if isBlank(word.text, .word(word.text, in: word.field)) { continue }
          run += 1
        }
        (word.run, word.offset) = (run, offset)
        found.append(word)
        if word.terms == nil { run += 1 }
        offset += 1
        continue
      }
      switch node {
      case .boost(let factor):
        for number in found.indices where found[number].node >= starts[index] {
          found[number].boost(by: Float(factor))
        }
      case .all, .any, .preferring, .not: break
      default: run += 1
      }
    }
    return found
  }

  /// Returns a word in each field that it is searched in; none for a stop word, and nil if its text
  /// is not one word.
  private func terms(of word: PlainWord) -> [WordPairs.Word]? {
    guard let fields = fields(word.field) else { return nil }
    var terms: [WordPairs.Word] = []
    for field in fields where field.definition.kind == .text {
      let readings = AnalyzedText(word.text, field.analyzer, for: .query).readings
      guard readings.count == 1, readings[0].count == 1, let slot = readings[0].first else {
        return nil
      }
      if field.analyzer.isStopWord(slot.word.bytes) { return [] }
      if field.definition.hasPositions { terms.append(resolver(for: field).word(slot)) }
    }
    return terms.isEmpty ? nil : terms
  }

  private func roles(of nodes: [QueryNode], _ starts: [Int]) -> [PlainWord.Role] {
    var roles = [PlainWord.Role](repeating: .required, count: nodes.count)
    for index in nodes.indices.reversed() {
      var child = index - 1
      for number in (0..<nodes[index].childCount).reversed() {
        roles[child] = Self.role(ofChild: number, of: nodes[index], roles[index])
        child = starts[child] - 1
      }
    }
    return roles
  }

  private static func role(
    ofChild number: Int, of node: QueryNode, _ role: PlainWord.Role
  ) -> PlainWord.Role {
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

extension PlainWord {
  /// The word of a leaf; nil for any other node.
  fileprivate init?(_ node: QueryNode, _ role: Role, at index: Int) {
    self.init(text: "", role: role, node: index, offset: 0, run: 0)
    switch node {
    case .word(let text, let field): (self.text, self.field) = (text, field)
    case .typed(let text, let field): (self.text, self.field, isUnfinished) = (text, field, true)
    case .misspelt(let text, let isUnfinished, let field):
      (self.text, self.field, self.isUnfinished, isMisspelt) = (text, field, isUnfinished, true)
    default: return nil
    }
  }

  fileprivate mutating func boost(by factor: Float) {
    for index in (terms ?? []).indices {
      let boost = (terms?[index].clause.boost ?? 0) * factor
      terms?[index].clause.boost = min(boost, ResolvedQuery.Node.highestBoost)
    }
  }
}
