/// Makes a ``QueryPlan`` of words that were looked up, and of the tree that combines them.
///
/// A word that no document has leaves fewer alternatives. If only as many are left as are needed,
/// all of them become required, which is answered by reading the shortest list. If fewer are left,
/// the group matches nothing. A group of one clause is replaced by that clause.
///
/// - Complexity: O(1) per leaf, O(nodes of the group) per group.
struct QueryPlanBuilder {
  var terms: [PlannedTerm] = []
  var phrases: [PlannedPhrase] = []
  var proximity: ProximityProgram?
  /// The tree in postorder, without what matches no document.
  private(set) var nodes: [PlanNode] = []

  /// Makes room for a plan of about this size.
  mutating func reserveCapacity(nodes nodeCount: Int, terms termCount: Int) {
    terms.reserveCapacity(termCount)
    nodes.reserveCapacity(nodeCount)
  }

  /// Returns the plan, and begins another one.
  mutating func finish() -> QueryPlan {
    var builder = QueryPlanBuilder()
    swap(&builder, &self)
    return QueryPlan(
      terms: builder.terms, phrases: builder.phrases, proximity: builder.proximity,
      nodes: builder.nodes)
  }

  /// Appends a node without children.
  mutating func append(_ leaf: PlanNode) { nodes.append(leaf) }

  /// Returns the index of the first node of the subtree whose root is node `root`.
  private func start(ofSubtree root: Int) -> Int {
    var start = root
    var left = nodes[root].childCount
    while left > 0 {
      start -= 1
      left += nodes[start].childCount - 1
    }
    return start
  }

  /// Makes the last subtrees a group with the roles given by `counts`.
  mutating func appendGroup(_ counts: ClauseCounts) {
    var start = nodes.count
    var hasNothing = false
    for _ in 0..<counts.total {
      if case .nothing = nodes[start - 1] { hasNothing = true }
      start = self.start(ofSubtree: start - 1)
    }
    var left: ClauseCounts? = counts
    if hasNothing { left = removeNothing(below: counts, from: start) }
    guard var left, left.optional >= left.atLeast, left.required > 0 || left.atLeast > 0 else {
      nodes.removeSubrange(start...)
      return append(.nothing)
    }
    if left.optional == left.atLeast {
      left.required += left.optional
      (left.optional, left.atLeast) = (0, 0)
    }
    if left.total == 1, left.required == 1 { return }
    nodes.append(.boolean(left))
  }

  /// Removes those of the last subtrees that match nothing.
  ///
  /// - Parameter start: The index of the first node of these subtrees.
  /// - Returns: The counts of the subtrees that are left; nil if a required one matches nothing.
  private mutating func removeNothing(below counts: ClauseCounts, from start: Int) -> ClauseCounts?
  {
    var left = counts
    var root = nodes.count - 1
    for number in (0..<counts.total).reversed() {
      if case .nothing = nodes[root] {
        if number < counts.required { return nil }
        let isOptional = number < counts.required + counts.optional
        if isOptional { left.optional -= 1 } else { left.prohibited -= 1 }
      }
      root = self.start(ofSubtree: root) - 1
    }
    removeNothing(from: start)
    return left
  }

  /// Removes the nodes that match nothing. Groups have none of them, so each is a subtree.
  private mutating func removeNothing(from start: Int) {
    var end = start
    for index in start..<nodes.count {
      if case .nothing = nodes[index] { continue }
      nodes[end] = nodes[index]
      end += 1
    }
    nodes.removeSubrange(end...)
  }
}

/// Weights.
extension QueryPlanBuilder {
  /// The smallest weight as a fraction of the sum of all weights.
  ///
  /// Below it, sums in double precision would not be exact. Raising a weight to it changes no score
  /// within single precision.
  private static let smallestShare: Float = 0x1p-26

  /// Raises weights that are far below the others.
  mutating func raiseSmallWeights() {
    let total = terms.reduce(0) { $0 + $1.weight } + phrases.reduce(0) { $0 + $1.weight }
    let smallest = total * Self.smallestShare
    for index in terms.indices where terms[index].weight > 0 {
      terms[index].weight = max(smallest, terms[index].weight)
    }
    for (index, phrase) in phrases.enumerated() where phrase.weight > 0 {
      if phrase.weight < smallest { phrases[index] = phrase.withWeight(smallest) }
    }
  }
}
