/// Stop words, as terms of an analyzer.
struct StopTerms: Sendable {
  private var terms: Set<[UInt8]> = []

  /// Creates a list without stop words.
  init() {}

  /// Creates a list of the terms in `folded`, which an analyzer has made of the words.
  init(_ folded: [AnalyzedTerm]) { terms = Set(folded.map(\.bytes)) }

  var isEmpty: Bool { terms.isEmpty }

  /// A signature that is equal for equal words.
  var signature: String {
    let sorted = terms.ordered { $0.lexicographicallyPrecedes($1) }
    return "\(terms.count), \(Checksum.hash64(Array(sorted.joined(separator: [0]))))"
  }

  func contains(_ term: [UInt8]) -> Bool { terms.contains(term) }

  /// Returns the terms of both lists.
  func union(_ other: StopTerms) -> StopTerms {
    var both = self
    both.terms.formUnion(other.terms)
    return both
  }

  /// Returns `terms` without stop words. The stem of a stop word, which follows it, is removed with
  /// it. A word of which one is a part stays: of *isValid*, only *is* is removed.
  func dropped(from terms: [AnalyzedTerm]) -> [AnalyzedTerm] {
    guard !isEmpty else { return terms }
    var isDropped = false
    return terms.filter { term in
      if term.form == .word { isDropped = contains(term.bytes) }
      return !isDropped
    }
  }
}
