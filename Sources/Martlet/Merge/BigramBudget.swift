/// How much a field may spend on lists of pairs of frequent words; see ``BigramsFormat``.
struct BigramBudget: Sendable {
  /// From how many documents on a word is frequent enough.
  var leastDocumentFrequency: Int
  /// The most bytes of the lists, as a part of those of the field's postings and positions.
  var share: Double

  /// For a segment of so many documents: phrases of rarer words are read in some hundred microseconds.
  static func usual(documentCount: Int) -> BigramBudget {
    BigramBudget(leastDocumentFrequency: max(1_024, documentCount / 64), share: 0.055)
  }

  /// About how many bytes the list of a pair takes that `documentFrequency` of so many documents have:
  /// packed gaps and frequencies, skip data, and its entry in the dictionary.
  static func byteCount(documentFrequency: Double, of documentCount: Int) -> Double {
    let gap = max(1, Double(documentCount) / documentFrequency)
    return 8 + documentFrequency * (4 + Double(NaturalLogarithm.of(gap)) * 1.443) / 8
  }
}
