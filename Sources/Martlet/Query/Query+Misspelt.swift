extension Query {
  /// The same query of a text that a person typed, in which words may be misspelt: all but those
  /// that are excluded, that have to be near others, or at the beginning of a field.
  ///
  /// - Complexity: O(nodes · depth).
  var allowingMisspeltWords: Query {
    Query(nodes: zip(nodes, isFixed).map { node, isFixed in isFixed ? node : node.misspelt })
  }

  /// For each node, true if its words have to be right, because it is excluded or its position
  /// matters.
  ///
  /// - Complexity: O(nodes · depth).
  var isFixed: [Bool] {
    var isFixed = [Bool](repeating: false, count: nodes.count)
    guard nodes.contains(where: { $0 == .not || $0.isTied }) else { return isFixed }
    let starts = nodes.subtreeStarts()
    for (index, node) in nodes.enumerated() where node == .not || node.isTied {
      for inner in starts[index]..<index { isFixed[inner] = true }
    }
    return isFixed
  }
}

extension QueryNode {
  /// The same word, which may be misspelt; any other node as it is.
  fileprivate var misspelt: QueryNode {
    switch self {
    case .word(let text, let field): .misspelt(text, isUnfinished: false, field: field)
    case .typed(let text, let field): .misspelt(text, isUnfinished: true, field: field)
    default: self
    }
  }
}

extension InterpretedQuery {
  /// The same text, with words that may be misspelt.
  var allowingMisspeltWords: InterpretedQuery {
    var result = self
    result.query = query.allowingMisspeltWords
    result.relaxations = relaxations.mapped { $0.allowingMisspeltWords }
    return result
  }
}
