/// A description of words of a field, any of which a clause of a query may stand for.
enum TermPattern: Sendable, Hashable {
  /// The words that a pattern matches.
  case wildcards(WildcardPattern)
  /// The words that at most this many edits, 0…2, make of a word.
  ///
  /// An edit inserts, removes or replaces one character, or swaps two neighbours; between swapped
  /// characters nothing is inserted.
  case fuzzy([UInt8], edits: Int)
  /// The words that a person may have meant who typed one.
  case misspelt(Misspelling)

  /// The prefix that all the words have.
  var prefix: [UInt8] {
    switch self {
    case .wildcards(let pattern): pattern.prefix
    case .fuzzy: []
    case .misspelt(let misspelling): misspelling.edits > 1 ? [] : misspelling.initial
    }
  }
}

extension TermDictionary {
  /// Calls `body` with the info and the ordinal of each word that `pattern` describes, in order.
  /// Stems are no words.
  ///
  /// - Parameter willRead: Called with the number of terms before they are compared.
  /// - Complexity: linear in the terms that begin like the pattern, and much less if the
  ///   dictionary's filters leave few of them, or for a misspelt word.
  func forEachWord(
    of pattern: TermPattern, willRead: (Int) throws(SearchError) -> Void,
    _ body: (TermInfo, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    let begun = try ordinals(withPrefix: pattern.prefix)
    let stems = try lowerBound(of: [AnalyzedTerm.stemMarker])
    let ordinals = begun.clamped(to: 0..<stems)
    switch pattern {
    case .fuzzy(let word, let edits):
      try forEachTerm(
        ordinals, acceptedBy: FuzzyAutomaton(word, edits: edits), having: GramFilter(),
        willRead: willRead, body)
    case .misspelt(let misspelling):
      try forEachTerm(ordinals, of: misspelling, willRead: willRead, body)
    case .wildcards(let pattern):
      // No term is that long.
      guard pattern.leastByteCount <= Limits.termByteCount else { return }
      if pattern.leastByteCount < ShortStateSet.count {
        try forEachTerm(
          ordinals, acceptedBy: WildcardAutomaton<ShortStateSet>(pattern), having: pattern.grams,
          willRead: willRead, body)
      } else {
        try forEachTerm(
          ordinals, acceptedBy: WildcardAutomaton<LongStateSet>(pattern), having: pattern.grams,
          willRead: willRead, body)
      }
    }
  }
}
