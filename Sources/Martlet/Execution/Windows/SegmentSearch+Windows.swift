/// The conversion of a plan into a tree that is evaluated over windows of one segment.
extension SegmentSearch {
  /// Returns the tree; nil if the segment has no match.
  func windowTree(_ stop: SearchStop) throws(SearchError) -> WindowTree? {
    let isAsked = neededNodes()
    var nodes: [WindowNode] = []
    // The roots of the subtrees that are not in a group yet; nil for those that match nothing.
    var roots: [Int?] = []
    for (index, node) in plan.nodes.enumerated() {
      if case .boolean(let counts) = node {
        let children = Array(roots.suffix(counts.total))
        roots.removeLast(counts.total)
        roots.append(Self.append(counts, of: children, to: &nodes))
      } else if isAsked[index], let kind = try leaf(node, stop) {
        roots.append(nodes.count)
        nodes.append(WindowNode(kind, start: nodes.count))
      } else {
        roots.append(nil)
      }
    }
    return nodes.isEmpty ? nil : WindowTree(nodes)
  }

  /// Appends a group of these children; if the group matches nothing, its children are removed.
  ///
  /// - Returns: The group's index; nil if it matches nothing.
  private static func append(
    _ planned: ClauseCounts, of children: [Int?], to nodes: inout [WindowNode]
  ) -> Int? {
    let present = children.compactMap(\.self)
    let optional = children[planned.required...].prefix(planned.optional)
    let prohibited = children.suffix(planned.prohibited)
    let counts = ClauseCounts(
      required: planned.required, optional: optional.count { $0 != nil },
      prohibited: prohibited.count { $0 != nil }, atLeast: planned.atLeast)
    guard let first = present.first else { return nil }
    let start = nodes[first].start
    guard present.count == counts.total, counts.optional >= counts.atLeast,
      counts.required + counts.atLeast > 0
    else {
      nodes.removeSubrange(start...)
      return nil
    }
    for (number, child) in present.enumerated() {
      nodes[child].join(counts, at: nodes.count, number: number)
    }
    nodes.append(WindowNode(.group(counts), start: start))
    return nodes.count - 1
  }

  /// Returns for each node of the plan whether its matches are needed. They are not if a group
  /// around the node requires something that the segment does not have.
  private func neededNodes() -> [Bool] {
    let starts = plan.nodes.subtreeStarts()
    var isPossible: [Bool] = []
    for (index, node) in plan.nodes.enumerated() {
      guard case .boolean(let counts) = node else {
        isPossible.append(hasLists(node))
        continue
      }
      var child = index - 1
      var hasRequired = true
      for number in (0..<counts.total).reversed() {
        if number < counts.required, !isPossible[child] { hasRequired = false }
        child = starts[child] - 1
      }
      isPossible.append(hasRequired)
    }
    var isNeeded = isPossible
    for index in plan.nodes.indices where !isPossible[index] {
      for inner in starts[index]...index { isNeeded[inner] = false }
    }
    return isNeeded
  }

  func hasLists(_ node: PlanNode) -> Bool {
    switch node {
    case .nothing: false
    case .everything, .boolean: true
    case .term(let number): plan.terms[number].lists[index] != nil
    case .phrase(let number):
      plan.phrases[number].pairs[index]?.isAbsent == false
        && plan.phrases[number].terms.allSatisfy { plan.terms[$0].lists[index] != nil }
    }
  }

  /// Returns the node for a word or phrase; nil if the segment has no match for it.
  private func leaf(
    _ node: PlanNode, _ stop: SearchStop
  ) throws(SearchError) -> WindowNode.Kind? {
    switch node {
    case .nothing, .boolean: nil
    case .everything: .everything
    case .phrase(let number) where !isList(node): try phraseScorer(number, stop).map { .term($0) }
    case .term, .phrase: try scorer(node).map { .term($0) }
    }
  }

  /// Evaluates a phrase within a larger query, and returns its documents as a list.
  private func phraseScorer(
    _ number: Int, _ stop: SearchStop
  ) throws(SearchError) -> TermScorer? {
    guard let matcher = try phrase(number), let first = plan.phrases[number].terms.first,
      let list = plan.terms[first].lists[index]
    else { return nil }
    let sums = PostingsAccumulator(documentCount: segment.reader.documentCount)
    try PhraseConjunction(
      terms: [], phrases: [matcher], in: range, live: segment.live, base: 0,
      candidates: CandidateBuffer()
    ).forEachFrequency(stop) { document, frequency in sums.add(document, frequency) }
    let lengths = plan.terms[first].lengths
    guard let found = try sums.list(norms: list.norms, lengths) else { return nil }
    return try found.scorer(weight: plan.phrases[number].weight, lengths)
  }
}
