/// Computes the stretches of one text that a ``PositionalClause`` matches, from the positions of
/// its terms.
///
/// Every node has a list of spans in rising order, each span once. The lists are kept from one
/// document to the next, so that their memory is used again.
///
/// - Complexity: linear in the positions and in the spans found; `near` as a part of another finds
///   up to `distance` spans for each span of its first part, and a phrase with a slop looks for
///   each of its words once for each position.
struct SpanEvaluator {
  private let nodes: [PositionalClause.Node]
  /// The nodes that have children, in order, and the slots of these.
  private var parents: [(node: Int, children: [Int])] = []
  /// The spans of each node, at its slot: its own index, and for equal leaves that of the first
  /// one.
  private var spans: [[TextSpan]]
  /// True for the nodes of which every match counts, also one that is longer than another from the
  /// same position: the parts of `near`, or all nodes.
  private let countsAll: [Bool]
  /// The phrases whose words may be moved, by their nodes.
  private var sloppyPhrases: [Int: SloppyPhrase] = [:]
  /// The nodes that are leaves, in order, and of equal ones the first.
  let leaves: [Int]

  /// Creates an evaluator of a tree.
  ///
  /// - Parameter countsAll: True if every match of the whole clause counts; false if of those that
  ///   begin together only the shortest does, which is enough to find it.
  init(_ nodes: [PositionalClause.Node], countsAll: Bool = false) {
    self.nodes = nodes
    let starts = nodes.subtreeStarts()
    spans = Array(repeating: [], count: nodes.count)
    var slots = Array(nodes.indices)
    var known: [PositionalClause.Node: Int] = [:]
    for (index, node) in nodes.enumerated() where node.childCount == 0 {
      slots[index] = known[node] ?? index
      known[node] = slots[index]
    }
    leaves = known.values.sorted()
    self.countsAll =
      countsAll
      ? Array(repeating: true, count: nodes.count) : Self.parts(of: nodes, starts)
    for (index, node) in nodes.enumerated() where node.childCount > 0 {
      let children = nodes.children(of: index, starts).map { slots[$0] }
      parents.append((index, children))
      guard case .phrase(let offsets, let slop) = node, slop > 0 else { continue }
      sloppyPhrases[index] = SloppyPhrase(
        leaves: children.map { nodes[$0] }, slots: children, offsets: offsets, slop: slop)
    }
  }

  /// Returns true for the nodes that are parts of a `near`.
  private static func parts(of nodes: [PositionalClause.Node], _ starts: [Int]) -> [Bool] {
    var isPart = Array(repeating: false, count: nodes.count)
    // From the root down; all within a `near` are marked with it.
    var index = nodes.count - 1
    while index >= 0 {
      if case .near = nodes[index] {
        for part in starts[index]..<index { isPart[part] = true }
        index = starts[index]
      }
      index -= 1
    }
    return isPart
  }

  /// Sets the positions of a leaf, in any order. Those that no document can have match nothing:
  /// they are damage, and sums of positions must not overflow.
  ///
  /// - Parameter spend: Called with the number of steps before they are taken.
  mutating func setPositions<Failure: Error>(
    _ positions: [UInt32], ofLeaf leaf: Int, spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    spans[leaf].removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: positions.count, by: SearchStop.interval) {
      let share = positions[start...].prefix(SearchStop.interval)
      try spend(share.count)
      for position in share where position <= Limits.tokensPerField {
        spans[leaf].append(TextSpan(first: position, last: position))
      }
    }
    try spans[leaf].normalize(spend)
  }

  /// Returns the spans of the whole clause. Unless all count, only the shortest of those that begin
  /// together matters and is surely there.
  ///
  /// - Parameter spend: Called with the number of steps before they are taken.
  mutating func evaluate<Failure: Error>(
    spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [TextSpan] {
    try spend(nodes.count)
    for (index, children) in parents {
      var found: [TextSpan] = []
      swap(&found, &spans[index])
      found.removeAll(keepingCapacity: true)
      switch nodes[index] {
      case .terms, .prefix, .pattern: break
      case .any:
        for child in children where !spans[child].isEmpty { found += spans[child] }
      case .start:
        let parts = spans[children[0]]
        found += parts.prefix(parts.lowerBound(of: 1))
      case .widened(let count):
        try spend(spans[children[0]].count)
        for span in spans[children[0]] {
          found.append(TextSpan(first: span.first, last: span.last &+ UInt32(count)))
        }
      case .near(let distance, let inOrder):
        let (first, second) = (spans[children[0]], spans[children[1]])
        let all = countsAll[index]
        try pair(first, second, distance, &found, all: all, spend) { _, _ in }
        if !inOrder { try pair(second, first, distance, &found, all: all, spend) { _, _ in } }
      case .phrase(let offsets, slop: 0): try phrase(children, offsets, &found, spend)
      case .phrase:
        try sloppyPhrases[index]?.find(in: spans, &found, all: countsAll[index], spend)
      }
      try found.normalize(spend)
      spans[index] = found
    }
    return spans[nodes.count - 1]
  }

  /// Adds the stretches that begin with one of `first` and end with one of `second`: all of them,
  /// or the shortest from each of `first`, also when there are many.
  ///
  /// - Parameter visit: Called with the indices of the two parts of every stretch that is added,
  ///   and maybe of longer ones.
  @inline(__always)
  private func pair<Failure: Error>(
    _ first: [TextSpan], _ second: [TextSpan], _ distance: Int, _ found: inout [TextSpan],
    all: Bool, _ spend: (Int) throws(Failure) -> Void, visit: (Int, Int) -> Void
  ) throws(Failure) {
    for (start, span) in first.enumerated() {
      try spend(1)
      var end = Int(span.last) + 1 + distance
      var index = second.lowerBound(of: span.last &+ 1)
      var shortest: UInt32?
      while index < second.count, Int(second[index].first) <= end {
        try spend(1)
        visit(start, index)
        let last = second[index].last
        if all, found.count < TextSpan.most {
          found.append(TextSpan(first: span.first, last: last))
        } else {
          shortest = min(shortest ?? last, last)
          // What begins after the end of the shortest is longer.
          end = min(end, Int(last))
        }
        index += 1
      }
      if let shortest { found.append(TextSpan(first: span.first, last: shortest)) }
    }
  }

  /// Adds the stretches in which every word of a phrase is at its offset.
  private func phrase<Failure: Error>(
    _ words: [Int], _ offsets: [UInt32], _ found: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard let first = words.first, let length = offsets.last,
      words.allSatisfy({ !spans[$0].isEmpty })
    else { return }
    for span in spans[first] {
      try spend(words.count)
      let isFound = zip(words, offsets).dropFirst().allSatisfy { word, offset in
        let index = spans[word].lowerBound(of: span.first &+ offset)
        return index < spans[word].count && spans[word][index].first == span.first &+ offset
      }
      if isFound { found.append(TextSpan(first: span.first, last: span.first &+ length)) }
    }
  }
}

extension SpanEvaluator {
  /// Returns the positions of each leaf that belong to any match of the whole clause found last. Of
  /// a phrase whose words may be moved, all of its words within a match belong to it.
  ///
  /// - Complexity: as ``evaluate(spend:)``, times the logarithm of the number of spans.
  func positionsOfMatches() -> [[TextSpan]] {
    var isUsed = spans.map { Array(repeating: false, count: $0.count) }
    let root = nodes.count - 1
    isUsed[root] = Array(repeating: true, count: spans[root].count)
    for (index, children) in parents.reversed() {
      let used = zip(spans[index], isUsed[index]).filter(\.1).map(\.0)
      guard !used.isEmpty else { continue }
      switch nodes[index] {
      case .terms, .prefix, .pattern: break
      case .any, .start:
        for child in children { use(used, of: child, &isUsed) }
      case .widened(let count):
        let narrow = used.map { TextSpan(first: $0.first, last: $0.last &- UInt32(count)) }
        use(narrow, of: children[0], &isUsed)
      case .phrase(let offsets, slop: 0):
        for (child, offset) in zip(children, offsets) {
          let words = used.map { TextSpan(first: $0.first + offset, last: $0.first + offset) }
          use(words, of: child, &isUsed)
        }
      case .phrase:
        for child in children { useAll(within: used, of: child, &isUsed) }
      case .near(let distance, let inOrder):
        let (first, second) = (children[0], children[1])
        var found: [TextSpan] = []
        usePairs(first, second, distance, &found, all: countsAll[index], used, &isUsed)
        if !inOrder {
          usePairs(second, first, distance, &found, all: countsAll[index], used, &isUsed)
        }
      }
    }
    return zip(spans, isUsed).map { spans, isUsed in zip(spans, isUsed).filter(\.1).map(\.0) }
  }

  /// Marks the two parts of each stretch that is one of `used`.
  private func usePairs(
    _ first: Int, _ second: Int, _ distance: Int, _ found: inout [TextSpan], all: Bool,
    _ used: [TextSpan], _ isUsed: inout [[Bool]]
  ) {
    let (ones, others) = (spans[first], spans[second])
    // Stretches come by their beginnings, with which few begin.
    var (start, range) = (UInt32.max, 0..<0)
    pair(ones, others, distance, &found, all: all, { _ in }) { one, other in
      let span = TextSpan(first: ones[one].first, last: others[other].last)
      if span.first != start {
        start = span.first
        range = used.lowerBound(of: start)..<used.lowerBound(of: start &+ 1)
      }
      guard used.index(of: span, in: range) != nil else { return }
      isUsed[first][one] = true
      isUsed[second][other] = true
    }
  }

  /// Marks those of some spans that a node has.
  private func use(_ used: [TextSpan], of node: Int, _ isUsed: inout [[Bool]]) {
    for span in used {
      if let index = spans[node].index(of: span) { isUsed[node][index] = true }
    }
  }

  /// Marks the spans of a leaf that lie within any of `stretches`.
  private func useAll(within stretches: [TextSpan], of node: Int, _ isUsed: inout [[Bool]]) {
    var index = 0
    for stretch in stretches {
      index = max(index, spans[node].lowerBound(of: stretch.first))
      while index < spans[node].count, spans[node][index].last <= stretch.last {
        isUsed[node][index] = true
        index += 1
      }
    }
  }
}

extension [PositionalClause.Node] {
  /// Returns the indices of a node's children, in order.
  ///
  /// - Parameter starts: The first node of each node's subtree.
  fileprivate func children(of node: Int, _ starts: [Int]) -> [Int] {
    var children: [Int] = []
    var child = node - 1
    for _ in 0..<self[node].childCount {
      children.append(child)
      child = starts[child] - 1
    }
    return children.reversed()
  }
}
