/// Words as they were typed, where others like them are found too.
extension QueryPlanner {
  /// Returns the node of a word as it was typed, whose documents become one list.
  mutating func exactWord(_ clause: ExactWordClause) throws(SearchError) -> PlanNode {
    var weight: Float = 0
    for pattern in clause.patterns {
      let number = try lookUp(pattern)
      // A field without such words gives no document anything.
      if term(number).documentFrequency > 0 { weight += self.weight(ofTerm: number) }
    }
    let node = list(
      try Self.documents(of: clause.documents, in: segments, stop, cache ?? segments.madeLists))
    guard case .term(let number) = node else { return node }
    setWeight(weight, ofTerm: number)
    if clause.precedesAll, weight > 0 { precedingWords.append(number) }
    return node
  }

  /// Gives each of the words that precede all others as much as the rest of the query can give.
  mutating func weighPrecedingWords() {
    let own = precedingWords.reduce(0) { $0 + weight(ofTerm: $1) }
    for number in precedingWords { setWeight(mostScore - own, ofTerm: number) }
  }
}
