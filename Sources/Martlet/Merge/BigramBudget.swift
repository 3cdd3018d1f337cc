/// The limits on lists of pairs of frequent words in a field; see ``BigramsFormat``.
struct BigramBudget: Sendable {
  /// The smallest number of documents that makes a word frequent enough.
  var leastDocumentFrequency: Int
  /// The largest size of the lists, as a fraction of the size of the field's postings and
  /// positions.
  var share: Double

  /// The words that may have such lists, none yet.
  var frequentWords: FrequentWords {
    FrequentWords(limit: BigramsFormat.mostWords, leastDocumentFrequency: leastDocumentFrequency)
  }

  /// Returns the usual limits for a segment of `documentCount` documents, with which phrases of
  /// rarer words are read in some hundred microseconds.
  static func usual(documentCount: Int) -> BigramBudget {
    BigramBudget(leastDocumentFrequency: max(1_024, documentCount / 64), share: 0.07)
  }

  /// Returns the approximate size in bytes of the list of a pair that `documentFrequency` of
  /// `documentCount` documents have: packed gaps and frequencies, skip data, and the entry in the
  /// dictionary.
  static func byteCount(documentFrequency: Double, of documentCount: Int) -> Double {
    let gap = max(1, Double(documentCount) / documentFrequency)
    return 8 + documentFrequency * (4 + Double(NaturalLogarithm.of(gap)) * 1.443) / 8
  }
}
