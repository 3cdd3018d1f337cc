/// Which of the words that a person typed the hits have.
///
/// With ``WordCombination/allThenAny``, a search that finds no document with all the words goes on
/// with fewer.
public enum MatchedWords: Sendable, Hashable {
  /// All of them, as the query says.
  case all
  /// No document has all; these have at least `atLeast` of the `of` words that may be missing.
  case most(atLeast: Int, of: Int)
}

extension MatchedWords {
  /// What documents have that match `relaxation`, a query of ``InterpretedQuery/relaxations``.
  ///
  /// There the words that may be missing are the `any` at the root, or the last child of an `all`,
  /// or the first when exclusions follow; or they only raise the score of what else matches.
  init(relaxation: Query) {
    let nodes = relaxation.nodes
    let starts = relaxation.subtreeStarts()
    var places = [nodes.count - 1]
    if case .all(let count) = nodes[places[0]] {
      var child = places[0] - 1
      places.append(child)
      for _ in 1..<count { child = starts[child] - 1 }
      places.append(child)
    }
    for place in places {
      switch nodes[place] {
      case .any(let atLeast, let count):
        self = .most(atLeast: atLeast, of: count)
        return
      case .preferring:
        var words = 1
        if case .any(_, let count) = nodes[place - 1] { words = count }
        self = .most(atLeast: 0, of: words)
        return
      default: continue
      }
    }
    self = .most(atLeast: 0, of: 1)
  }
}
