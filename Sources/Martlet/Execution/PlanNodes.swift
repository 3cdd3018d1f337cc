/// The nodes of a plan in postorder while it is built, simplified by removing what matches no
/// document.
///
/// A word that no document has leaves fewer alternatives. If only as many are left as are needed,
/// all of them become required, which is answered by reading the shortest list. If fewer are left,
/// the group matches nothing. A group of one clause is replaced by that clause.
///
/// - Complexity: amortised O(1) per node that stays; a removal costs O(nodes of the group).
struct PlanNodes {
  /// The nodes so far.
  private(set) var nodes: [QueryPlan.Node] = []
  /// The index of the first node of each node's subtree.
  private var starts: [Int] = []

  /// - Parameter count: The expected number of nodes.
  init(count: Int = 0) {
    nodes.reserveCapacity(count)
    starts.reserveCapacity(count)
  }

  /// Appends a node without children.
  mutating func append(_ leaf: QueryPlan.Node) {
    starts.append(nodes.count)
    nodes.append(leaf)
  }

  /// Makes the last subtrees a group with the roles given by `counts`.
  mutating func appendGroup(_ counts: ClauseCounts) {
    var start = nodes.count
    var hasNothing = false
    for _ in 0..<counts.total {
      if case .nothing = nodes[start - 1] { hasNothing = true }
      start = starts[start - 1]
    }
    var left: ClauseCounts? = counts
    if hasNothing { left = removeNothing(below: counts) }
    guard var left, left.optional >= left.atLeast, left.required > 0 || left.atLeast > 0 else {
      nodes.removeSubrange(start...)
      starts.removeSubrange(start...)
      return append(.nothing)
    }
    if left.optional == left.atLeast {
      left.required += left.optional
      (left.optional, left.atLeast) = (0, 0)
    }
    if left.total == 1, left.required == 1 { return }
    nodes.append(.boolean(left))
    starts.append(start)
  }

  /// Removes those of the last subtrees that match nothing.
  ///
  /// - Returns: The counts of the subtrees that are left; nil if a required one matches nothing.
  private mutating func removeNothing(below counts: ClauseCounts) -> ClauseCounts? {
    var left = counts
    var root = nodes.count - 1
    for number in (0..<counts.total).reversed() {
      let next = starts[root] - 1
      if case .nothing = nodes[root] {
        if number < counts.required { return nil }
        let isOptional = number < counts.required + counts.optional
        if isOptional { left.optional -= 1 } else { left.prohibited -= 1 }
        remove(root)
      }
      root = next
    }
    return left
  }

  /// Removes a node without children.
  private mutating func remove(_ index: Int) {
    nodes.remove(at: index)
    starts.remove(at: index)
    for later in index..<starts.count where starts[later] > index { starts[later] -= 1 }
  }
}
