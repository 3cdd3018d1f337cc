/// A query that is evaluated over windows of one segment.
///
/// Windows are visited in rising order: first ``match(from:to:)``, then, for the same window,
/// ``addScores(of:from:to:into:)``.
///
/// The nodes are in postorder, and each pass goes over them from one end to the other, so the depth
/// of a query never becomes a depth of calls. Nodes that need not be visited are skipped.
final class WindowTree {
  private let nodes: [WindowNode]
  /// The sums and counts of groups for ``maxScore(from:to:)``, all 0 between calls.
  private var highest: [(sum: Double, optional: Int)]
  private lazy var counts = WindowCounts(highest: nodes.count)

  /// - Parameter nodes: The nodes in postorder, at least one; see ``WindowNode``.
  init(_ nodes: [WindowNode]) {
    self.nodes = nodes
    highest = Array(repeating: (0, 0), count: nodes.count)
  }

  /// The number of nodes, each of which a window may visit.
  var nodeCount: Int { nodes.count }

  /// The documents of the current window that match.
  var bits: WindowBits { nodes[nodes.count - 1].bits }

  /// Returns the maximum score of a document of the window; nil if none can match.
  func maxScore(from start: DocumentID, to end: DocumentID) -> Double? {
    // A local array is changed without a check for exclusive access each time.
    var highest: [(sum: Double, optional: Int)] = []
    swap(&highest, &self.highest)
    defer { swap(&highest, &self.highest) }
    var index = 0
    while true {
      let node = nodes[index]
      let score = maxScore(of: node.kind, children: &highest[index], from: start, to: end)
      guard let parent = node.parent else { return score }
      if let score {
        highest[parent].sum += score
        if node.role == .optional { highest[parent].optional += 1 }
      } else if node.role == .required {
        highest[parent].optional = .min
      }
      let isDecided = node.isBeforeProhibited || highest[parent].optional < 0
      index = isDecided ? parent : index + 1
    }
  }

  /// Returns the maximum score of a node, given the results of its children, which are reset.
  @inline(__always)
  private func maxScore(
    of kind: WindowNode.Kind, children: inout (sum: Double, optional: Int),
    from start: DocumentID, to end: DocumentID
  ) -> Double? {
    switch kind {
    case .everything: return 0
    case .term(let scorer):
      guard scorer.cursor.seek(start), scorer.cursor.firstPossibleDocument < end else {
        return nil
      }
      return scorer.maxScore(upTo: end &- 1)
    case .group(let counts):
      defer { children = (0, 0) }
      return children.optional < counts.atLeast ? nil : children.sum
    }
  }

  /// Finds the window's matching documents, deleted ones included.
  func match(from start: DocumentID, to end: DocumentID) throws(SearchError) {
    var index = 0
    while true {
      let node = nodes[index]
      try node.matchLeaf(from: start, to: end)
      guard let parent = node.parent else { return }
      combine(index, into: nodes[parent])
      // The other children must be matched even if nothing is left: scoring reads their sets.
      index = node.isBeforeProhibited && nodes[parent].bits.isEmpty ? parent : index + 1
    }
  }

  /// Combines the matches of a child with those of its group.
  private func combine(_ child: Int, into group: WindowNode) {
    let bits = nodes[child].bits
    switch (nodes[child].role, nodes[child].isFirst) {
    case (.required, true): group.bits.copy(bits)
    case (.required, false): group.bits.formIntersection(bits)
    case (.prohibited, _): group.bits.subtract(bits)
    case (.optional, let isFirst):
      guard case .group(let counts) = group.kind, counts.atLeast > 0 else { return }
      if isFirst { group.scratch.copy(bits) } else { group.scratch.formUnion(bits) }
      if nodes[child].isLast { combineOptional(child, group, counts) }
    }
  }

  /// Combines the matches of the optional children, of which `last` is the last, with those of
  /// their group.
  private func combineOptional(_ last: Int, _ group: WindowNode, _ counts: ClauseCounts) {
    if counts.atLeast > 1 { filterCounted(last, group, counts) }
    if counts.required == 0 {
      group.bits.copy(group.scratch)
    } else {
      group.bits.formIntersection(group.scratch)
    }
  }

  /// Sets the group's `scratch` to the documents that the required number of its optional children
  /// match.
  private func filterCounted(_ last: Int, _ group: WindowNode, _ needed: ClauseCounts) {
    let counts = counts
    var child = last
    for _ in 0..<needed.optional {
      counts.add(nodes[child].bits)
      child = nodes[child].start - 1
    }
    counts.drain(atLeast: needed.atLeast, into: group.scratch)
  }

  /// Adds the scores of the documents of `mask` that the query matches.
  func addScores(
    of mask: WindowBits, from start: DocumentID, to end: DocumentID, into window: ScoreWindow
  ) throws(SearchError) {
    var index = nodes.count - 1
    while index >= 0 {
      let node = nodes[index]
      let mask = node.parent.map { nodes[$0].scratch } ?? mask
      index = node.role == .prohibited ? node.start - 1 : index - 1
      guard node.role != .prohibited else { continue }
      switch node.kind {
      case .everything: break
      case .term(let scorer):
        if scorer.weight > 0 { try scorer.addScores(from: start, to: end, of: mask, into: window) }
      case .group:
        node.scratch.copy(mask)
        node.scratch.formIntersection(node.bits)
        if node.scratch.isEmpty { index = node.start - 1 }
      }
    }
  }
}
