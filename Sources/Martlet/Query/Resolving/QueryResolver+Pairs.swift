/// The search for neighbouring words in a query.
extension QueryResolver {
  /// Returns the pairs of `query`; nil if there is none.
  func pairs(in query: Query, _ proximity: Proximity) -> WordPairs? {
    guard !proximity.isNone, query.nodes.count > 2 else { return nil }
    let words = plainWords(in: query).filter { $0.terms?.isEmpty != true }
    var result = WordPairs(proximity: proximity)
    for (group, (one, next)) in zip(words, words.dropFirst()).enumerated()
    where one.run == next.run {
      result.add(one.terms ?? [], next.terms ?? [], distance: next.offset - one.offset, group)
    }
    // Documents with a synonym of several words match without being scored for one of these.
    result.areScored = !hasJoinedSynonyms && words.allSatisfy { $0.role != .conditional }
    return result.pairs.isEmpty ? nil : result
  }
}
