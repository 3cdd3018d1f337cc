/// The plan of phrases whose last word is still being typed.
extension QueryPlanner {
  /// Returns the node of a phrase whose last word is unfinished; its documents become one list.
  ///
  /// - Parameter nodeIndex: The index of the phrase in the query.
  mutating func openPhrase(
    _ clause: PhraseClause, at nodeIndex: Int
  ) throws(SearchError) -> PlanNode {
    var idf = 0.0
    for item in clause.words.dropLast() {
      let number = try lookUp(TermClause(field: clause.field, term: item.term, boost: 1))
      idf += Double(weight(ofTerm: number))
    }
    let selecting = try selectingTerms(at: nodeIndex)
    let entry = try entry(in: clause.field) {
      (index, field, lengths, segment, stop) throws(SearchError) in
      let lists = selecting?.compactMap { $0.lists[index] }
      if let lists, lists.isEmpty { return nil }
      return try PhrasePrefix.list(
        of: clause, within: lists, in: field, segment, lengths, stop)
    }
    let marker = TermClause(field: clause.field, term: [], boost: clause.boost)
    let number = append(marker, entry)
    setWeight(clause.boost * Float(idf), ofTerm: number)
    return leaf(number)
  }

  /// Returns terms of which each document that matters for a node has at least one; nil if they
  /// are in too many documents to be of use.
  private mutating func selectingTerms(at nodeIndex: Int) throws(SearchError) -> [PlannedTerm]? {
    guard let choices = selecting?[nodeIndex] else { return nil }
    var best: (terms: [Int], count: Int)?
    for choice in choices {
      var terms: [Int] = []
      for clause in choice { terms.append(try lookUp(clause)) }
      let count = terms.reduce(0) { $0 + term($1).documentFrequency }
      if count < best?.count ?? .max { best = (terms, count) }
    }
    guard let best, best.count <= segments.documentCount / Self.leastDocumentsPerSelected
    else { return nil }
    return best.terms.map(term)
  }

  /// Terms in more than one of this many documents are of no use.
  private static let leastDocumentsPerSelected = 2
}
