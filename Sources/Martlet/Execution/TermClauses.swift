/// The words of a group that has nothing else: by what they are to it, as places in the plan.
///
/// Words within an inner group of which any will do count as words of the group itself where that is
/// the same: among those that only add to the score, or that are prohibited.
struct TermClauses: Sendable {
  /// Words of which a document must have one, for each of several demands.
  private(set) var required: [[Int]] = []
  /// Words that add to the score; without required ones, any of them will do.
  private(set) var optional: [Int] = []
  /// Words that a document must not have.
  private(set) var prohibited: [Int] = []

  /// Whether one of the demands can be met by no document.
  private(set) var isImpossible = false

  /// The words of the tree `nodes`, whose root is a group of these clauses; nil when there is something
  /// else in it.
  init?(_ nodes: [QueryPlan.Node], _ counts: ClauseCounts) {
    var rest = nodes.dropLast()
    for number in (0..<counts.total).reversed() {
      guard let words = Self.popWords(&rest) else { return nil }
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
  private static func popWords(_ nodes: inout ArraySlice<QueryPlan.Node>) -> [Int]? {
    guard let node = nodes.popLast() else { return nil }
    switch node {
    case .nothing: return []
    case .term(let place): return [place]
    case .everything, .phrase: return nil
    case .boolean(let counts):
      guard counts.isAny else { return nil }
      var words: [Int] = []
      for _ in 0..<counts.optional {
        switch nodes.popLast() {
        case .term(let place): words.append(place)
        case .nothing: continue
        default: return nil
        }
      }
      return words
    }
  }
}
