/// The limits on lists of pairs of frequent words in a field; see ``BigramsFormat``.
struct BigramBudget: Sendable {
  /// The smallest number of documents that makes a word frequent enough.
  var leastDocumentFrequency: Int
  /// The largest size of the lists, as a fraction of the size of the field's postings and
  /// positions.
  var share: Double
  /// The smallest size of the field's postings and positions with which there are lists, in bytes.
  var leastByteCount = 0

  /// That size for most segments: phrases of a smaller one are read in some microseconds.
  private static let usualLeastByteCount = 1 << 19

  /// The words that may have such lists, none yet.
  var frequentWords: FrequentWords {
    FrequentWords(limit: BigramsFormat.mostWords, leastDocumentFrequency: leastDocumentFrequency)
  }

  /// Returns the usual limits for a segment of `documentCount` documents, with which phrases of
  /// rarer words are read in some hundred microseconds.
  static func usual(documentCount: Int) -> BigramBudget {
    BigramBudget(
      leastDocumentFrequency: max(128, documentCount / 64), share: 0.044,
      leastByteCount: usualLeastByteCount)
  }

  /// Returns the limits for a segment that a writer makes: some more words than a merge of several
  /// such segments will choose, as it has to search for the pairs of those that one of them lacks.
  static func ofNewSegments(documentCount: Int) -> BigramBudget {
    BigramBudget(
      leastDocumentFrequency: max(128, documentCount / 16), share: 0.055,
      leastByteCount: usualLeastByteCount)
  }

  /// Returns the approximate size in bytes of the list of a pair: packed gaps and frequencies, skip
  /// data, and the entry in the dictionary.
  ///
  /// - Parameters:
  ///   - count: The number of documents that have the pair in a sample; `scale` is the number of
  ///     documents for each one in the sample.
  static func byteCount(of count: Int, scale: Double, documentCount: Int) -> Double {
    if count == 0 { return 0 }
    let documentFrequency = Double(count) * scale
    let gap = max(1, Double(documentCount) / documentFrequency)
    return 8 + documentFrequency * (4 + Double(NaturalLogarithm.of(gap)) * 1.443) / 8
  }

  /// Returns the number of words whose pairs get lists: the first ones, as far as the budget
  /// allows.
  ///
  /// - Parameters:
  ///   - wordCount: The number of words, the most important ones first.
  ///   - byteCount: The number of bytes of the field's postings and positions.
  ///   - listByteCount: Returns the number of bytes of the list of a pair.
  func choose(
    wordCount: Int, byteCount: Int, listByteCount: (_ first: Int, _ second: Int) -> Double
  ) -> Int {
    var rest = Double(byteCount) * share
    return (0..<wordCount).prefix { word in
      rest -= listByteCount(word, word)
      for other in 0..<word { rest -= listByteCount(word, other) + listByteCount(other, word) }
      return rest >= 0
    }.count
  }
}
