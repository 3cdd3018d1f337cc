/// Groups of words and phrases: a phrase in any of several fields, beside other words or without
/// some.
extension SegmentSearch {
  /// The most alternatives of a clause, of which one after another may have to lead; with more, the
  /// query is evaluated in windows.
  private static let mostAlternatives = 8

  /// Searches for documents that have a word or phrase which is all of the query.
  func runLeaf(_ collector: Collector) throws(SearchError) {
    var leaf = OpenedClauses()
    guard try open(plan.nodes[...], into: &leaf) else { return }
    if leaf.phrases.isEmpty, collector.matches != nil {
      return try BitSetCount(.any, leaf.terms, in: range, live: segment.live).run(collector)
    }
    try runConjunction(leaf, [], OpenedClauses(), OpenedClauses(), leader: nil, collector)
  }

  /// Searches for documents that match clauses which may be phrases; or by windows if one of them
  /// is something else.
  ///
  /// - Parameter isAny: True if one of the optional clauses is sufficient, and there are no others.
  func runClauses(
    _ clauses: TermClauses, isAny: Bool, _ collector: Collector
  ) throws(SearchError) {
    guard !clauses.isImpossible else { return }
    let required =
      isAny ? [clauses.optional] : (0..<clauses.requiredCount).map { clauses.required($0) }
    guard required.allSatisfy({ $0.count(where: hasLists) <= Self.mostAlternatives }) else {
      return try runWindows(collector)
    }
    var (sole, groups) = (OpenedClauses(), [OpenedClauses]())
    for words in required {
      if words.count == 1 {
        guard try open(words, into: &sole) else { return }
        continue
      }
      var opened = OpenedClauses()
      guard try open(words, into: &opened) else { return }
      if opened.count == 1 { sole.append(opened) } else { groups.append(opened) }
    }
    // Optional clauses only add to scores; they are not opened for a count.
    var (optional, prohibited) = (OpenedClauses(), OpenedClauses())
    if !isAny {
      if collector.ranks { try open(clauses.optional, into: &optional) }
      try open(clauses.prohibited, into: &prohibited)
    }
    // The rarest clause leads.
    var (fewest, least) = (-1, sole.isEmpty ? Int.max : sole.leastDocumentFrequency)
    for index in groups.indices where groups[index].documentFrequencySum < least {
      (fewest, least) = (index, groups[index].documentFrequencySum)
    }
    guard fewest >= 0 else {
      return try runConjunction(sole, groups, optional, prohibited, leader: nil, collector)
    }
    let alternatives = groups.remove(at: fewest).alternatives
    for (index, alternative) in alternatives.enumerated() {
      var required = sole
      var (optional, prohibited) = (optional, prohibited)
      required.append(alternative)
      // A document belongs to the first of the alternatives that it has.
      if collector.ranks {
        for later in alternatives[(index + 1)...] { optional.append(later) }
      }
      for earlier in alternatives[..<index] { prohibited.append(earlier) }
      try runConjunction(required, groups, optional, prohibited, leader: index, collector)
    }
  }

  /// Searches for documents that have all of `required` and one of each group.
  private func runConjunction(
    _ required: OpenedClauses, _ groups: [OpenedClauses], _ optional: OpenedClauses,
    _ prohibited: OpenedClauses, leader: Int?, _ collector: Collector
  ) throws(SearchError) {
    let hasOthers = !groups.isEmpty || !optional.isEmpty || !prohibited.isEmpty
    let others =
      hasOthers
      ? OtherClauses(
        groups: groups, optional: optional, prohibited: prohibited, stop: collector.stop) : nil
    guard required.phrases.isEmpty else {
      return try PhraseConjunction(
        terms: required.terms, phrases: required.phrases, others: others, leader: leader,
        in: range, live: segment.live, base: base, candidates: collector.candidates
      ).run(collector)
    }
    try Conjunction(
      required.terms, others: others, leader: leader, in: range, live: segment.live, base: base,
      candidates: collector.candidates
    ).run(collector)
  }

  /// Opens those words and phrases of which the segment may have documents, and adds them to
  /// `opened`.
  ///
  /// - Returns: False if there are none.
  @discardableResult
  private func open(
    _ nodes: ArraySlice<PlanNode>, into opened: inout OpenedClauses
  ) throws(SearchError) -> Bool {
    var isThere = false
    for node in nodes {
      if case .phrase(let number) = node, !isList(node) {
        guard let phrase = try phrase(number) else { continue }
        opened.phrases.append(phrase)
      } else {
        guard let scorer = try scorer(node) else { continue }
        opened.terms.append(scorer)
      }
      isThere = true
    }
    return isThere
  }
}
