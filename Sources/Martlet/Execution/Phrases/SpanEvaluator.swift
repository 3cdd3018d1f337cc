/// Computes the stretches of one text that a ``PositionalClause`` matches, from the positions of its
/// terms.
///
/// Every node has a list of spans in rising order, each span once. The lists are kept from one
/// document to the next, so that their memory is used again.
///
/// - Complexity: linear in the positions and in the spans found; `near` finds up to `distance` spans
///   for each span of its first part, and a phrase with a slop looks for each of its words once for
///   each position.
struct SpanEvaluator {
  private let nodes: [PositionalClause.Node]
  private let starts: [Int]
  /// The spans of each node, at its place.
  private var spans: [[TextSpan]]
  /// The place of each node: its own index, and for leaves that are equal that of the first one.
  private let places: [Int]
  /// True for the nodes of which every match counts, also one that is longer than another from the
  /// same position: the parts of `near`.
  private var isPart: [Bool]
  /// The nodes that are leaves, in order, and of equal ones the first.
  let leaves: [Int]

  init(_ nodes: [PositionalClause.Node]) {
    self.nodes = nodes
    starts = nodes.subtreeStarts()
    spans = Array(repeating: [], count: nodes.count)
    var places = Array(nodes.indices)
    var known: [PositionalClause.Node: Int] = [:]
    for (index, node) in nodes.enumerated() where node.childCount == 0 {
      places[index] = known[node] ?? index
      known[node] = places[index]
    }
    self.places = places
    leaves = known.values.sorted()
    isPart = Array(repeating: false, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      guard case .near = node else { continue }
      for part in starts[index]..<index { isPart[part] = true }
    }
  }

  /// Sets the positions of a leaf, in any order. Those that no document can have match nothing: they
  /// are damage, and sums of positions must not overflow.
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

  /// Returns the spans of the whole clause.
  ///
  /// - Parameter spend: Called with the number of steps before they are taken.
  mutating func evaluate<Failure: Error>(
    spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [TextSpan] {
    try spend(nodes.count)
    for (index, node) in nodes.enumerated() where node.childCount > 0 {
      var found: [TextSpan] = []
      swap(&found, &spans[index])
      found.removeAll(keepingCapacity: true)
      switch node {
      case .terms, .prefix, .pattern: break
      case .any:
        for child in children(of: index) { found += spans[child] }
      case .start:
        let parts = spans[places[index - 1]]
        found += parts.prefix(parts.lowerBound(of: 1))
      case .near(let distance, let inOrder):
        try near(index, distance, inOrder: inOrder, &found, spend)
      case .phrase(let offsets, slop: 0): try phrase(index, offsets, &found, spend)
      case .phrase(let offsets, let slop):
        try SloppyPhrase(children(of: index).map { (spans[$0], nodes[$0]) }, offsets, slop: slop)
          .find(&found, all: isPart[index], spend)
      }
      try found.normalize(spend)
      spans[index] = found
    }
    return spans[nodes.count - 1]
  }

  /// Returns the places of a node's children, in order.
  private func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node - 1
    for _ in 0..<nodes[node].childCount {
      children.append(places[child])
      child = starts[child] - 1
    }
    return children.reversed()
  }

  private func near<Failure: Error>(
    _ node: Int, _ distance: Int, inOrder: Bool, _ found: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let (second, first) = (places[node - 1], places[starts[node - 1] - 1])
    try pair(spans[first], spans[second], distance, &found, spend)
    if !inOrder { try pair(spans[second], spans[first], distance, &found, spend) }
  }

  /// Adds the stretches that begin with one of `first` and end with one of `second`; when there are
  /// many, the shortest from each of `first`.
  private func pair<Failure: Error>(
    _ first: [TextSpan], _ second: [TextSpan], _ distance: Int, _ found: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for span in first {
      try spend(1)
      var end = Int(span.last) + 1 + distance
      var index = second.lowerBound(of: span.last &+ 1)
      var shortest: UInt32?
      while index < second.count, Int(second[index].first) <= end {
        try spend(1)
        let last = second[index].last
        if found.count < TextSpan.most {
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
    _ node: Int, _ offsets: [UInt32], _ found: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let words = children(of: node)
    guard let first = words.first, let length = offsets.last else { return }
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
