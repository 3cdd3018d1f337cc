/// Alternative words as one leaf.
extension [PositionalClause.Node] {
  /// The tree for the same stretches in which all words that are alternatives are one leaf, each
  /// word once.
  ///
  /// The positions of a leaf are read in one go, and what is done for each document does not grow
  /// with the number of alternatives.
  ///
  /// - Complexity: O(nodes · depth).
  var joiningWords: [PositionalClause.Node] {
    guard contains(where: \.isAny) else { return self }
    var joined: [PositionalClause.Node] = []
    joined.reserveCapacity(count)
    // The first node of each subtree that has no parent yet.
    var starts: [Int] = []
    for node in self {
      let children = Array<Int>(starts.suffix(node.childCount))
      starts.removeLast(children.count)
      starts.append(children.first ?? joined.count)
      if node.isAny { joined.appendAny(of: children) } else { joined.append(node) }
    }
    return joined
  }

  /// Makes the last subtrees alternatives, with those that are words in one leaf.
  ///
  /// - Parameter starts: The indices of their first nodes.
  private mutating func appendAny(of starts: [Int]) {
    var words: [[UInt8]] = []
    var (known, others): (Set<[UInt8]>, [Range<Int>]) = ([], [])
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : count
      if end - start == 1, case .terms(let terms) = self[start] {
        words += terms.filter { known.insert($0).inserted }
      } else {
        others.append(start..<end)
      }
    }
    guard starts.count - others.count > 1, let first = starts.first else {
      return append(.any(count: starts.count))
    }
    let kept = others.flatMap { self[$0] }
    removeSubrange(first...)
    append(.terms(words))
    guard !others.isEmpty else { return }
    self += kept
    append(.any(count: others.count + 1))
  }
}

extension PositionalClause.Node {
  fileprivate var isAny: Bool {
    if case .any = self { true } else { false }
  }
}
