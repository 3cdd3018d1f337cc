/// Queries of words and phrases of which some are required.
extension SegmentSearch {
  /// Words and phrases of a query that were opened in the segment.
  private struct Leaves {
    var terms: [TermScorer] = []
    var phrases: [PhraseMatcher] = []

    var isEmpty: Bool { terms.isEmpty && phrases.isEmpty }
  }

  /// Searches for documents that have all required words and phrases and no prohibited ones; or by
  /// windows if a node is something else.
  func runConjunction(
    _ nodes: ArraySlice<PlanNode>, optional: ArraySlice<PlanNode> = [],
    prohibited: ArraySlice<PlanNode> = [], _ collector: Collector
  ) throws(SearchError) {
    guard nodes.allSatisfy(\.isLeaf), optional.allSatisfy(\.isLeaf), prohibited.allSatisfy(\.isLeaf)
    else { return try runWindows(collector) }
    guard let required = try leaves(nodes, areRequired: true), !required.isEmpty else { return }
    // Optional clauses only add to scores; they are not opened for a count.
    let optional = collector.ranks ? try leaves(optional) : nil
    let others = others(optional, try leaves(prohibited), collector.stop)
    guard required.phrases.isEmpty else {
      return try PhraseConjunction(
        terms: required.terms, phrases: required.phrases, others: others, in: range,
        live: segment.live, base: base, candidates: collector.candidates
      ).run(collector)
    }
    if required.terms.count == 1, others == nil, collector.matches != nil {
      return try BitSetCount(.any, required.terms, in: range, live: segment.live).run(collector)
    }
    try Conjunction(
      required.terms, others: others, in: range, live: segment.live, base: base,
      candidates: collector.candidates
    ).run(collector)
  }

  /// Opens words and phrases of which the segment may have documents.
  ///
  /// - Returns: Nil if all are required and one of them is in no document, before the rest is opened.
  private func leaves(
    _ nodes: ArraySlice<PlanNode>, areRequired: Bool = false
  ) throws(SearchError) -> Leaves? {
    var leaves = Leaves()
    for node in nodes {
      if case .phrase(let number) = node, !isList(node) {
        if let phrase = try phrase(number) {
          leaves.phrases.append(phrase)
          continue
        }
      } else if let scorer = try scorer(node) {
        leaves.terms.append(scorer)
        continue
      }
      if areRequired { return nil }
    }
    return leaves
  }

  /// Returns the clauses beside required ones; nil if the segment has none of their words.
  private func others(
    _ optional: Leaves?, _ prohibited: Leaves?, _ stop: SearchStop
  ) -> OtherClauses? {
    let (optional, prohibited) = (optional ?? Leaves(), prohibited ?? Leaves())
    guard !optional.isEmpty || !prohibited.isEmpty else { return nil }
    return OtherClauses(
      words: optional.terms, phrases: optional.phrases, prohibitedWords: prohibited.terms,
      prohibitedPhrases: prohibited.phrases, stop: stop)
  }
}
