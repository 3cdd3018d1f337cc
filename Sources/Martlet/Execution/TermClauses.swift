/// The words of a group that has nothing else, by what they are to it: leaves of the plan that are one list
/// in a segment, also phrases of which it keeps such a list.
///
/// Words within an inner group of which any will do count as words of the group itself where that is
/// the same: among those that only add to the score, or that are prohibited.
struct TermClauses: Sendable {
  /// Words of which a document must have one, for each of several demands.
  private(set) var required: [[QueryPlan.Node]] = []
  /// Words that add to the score; without required ones, any of them will do.
  private(set) var optional: [QueryPlan.Node] = []
  /// Words that a document must not have.
  private(set) var prohibited: [QueryPlan.Node] = []

  /// Whether one of the demands can be met by no document.
  private(set) var isImpossible = false

  /// The words of the tree `nodes`; nil when its root is no group, or there is something else in it.
  ///
  /// - Parameter isList: Whether a word or phrase is one list, which may be empty.
  init?(_ nodes: [QueryPlan.Node], isList: (QueryPlan.Node) -> Bool) {
    guard case .boolean(let counts) = nodes.last else { return nil }
    var rest = nodes.dropLast()
    for number in (0..<counts.total).reversed() {
      guard let words = Self.popWords(&rest, isList) else { return nil }
      if number < counts.required {
        if words.isEmpty { isImpossible = true }
        required.append(words)
      } else if number < counts.required + counts.optional {
        optional += words
      } else {
        prohibited += words
      }
    }
    required.reverse()
  }

  /// Removes the last subtree; returns its words when any of them will do, nil when it is something else.
  private static func popWords(
    _ nodes: inout ArraySlice<QueryPlan.Node>, _ isList: (QueryPlan.Node) -> Bool
  ) -> [QueryPlan.Node]? {
    guard let node = nodes.popLast() else { return nil }
    switch node {
    case .nothing: return []
    case .everything: return nil
    case .term, .phrase: return isList(node) ? [node] : nil
    case .boolean(let counts):
      guard counts.isAny else { return nil }
      var words: [QueryPlan.Node] = []
      for _ in 0..<counts.optional {
        guard let word = nodes.popLast() else { return nil }
        switch word {
        case .term, .phrase:
          guard isList(word) else { return nil }
          words.append(word)
        case .nothing: continue
        default: return nil
        }
      }
      return words
    }
  }
}
