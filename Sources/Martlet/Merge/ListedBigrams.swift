/// The lists of pairs of frequent words that a segment gives to a merge.
///
/// Used by one thread.
struct ListedBigrams {
  /// For each word of the merge, true if the segment has it, and does not list its pairs.
  let isMissing: [Bool]

  private let source: MergeSource
  private let bigrams: Bigrams
  /// The number of each word of the merge among those of the segment.
  private let numbers: [UInt8?]

  /// Returns nil if the segment has no such lists.
  ///
  /// - Parameter words: The words of the merge.
  init?(_ words: [[UInt8]], in source: MergeSource) throws(SearchError) {
    guard let bigrams = source.field.bigrams else { return nil }
    let numbers = words.map { bigrams.words.number(of: $0) }
    var isMissing: [Bool] = []
    for (word, number) in zip(words, numbers) {
      let isListed = number != nil
      isMissing.append(try isListed ? false : source.field.dictionary.find(word) != nil)
    }
    (self.source, self.bigrams, self.numbers) = (source, bigrams, numbers)
    self.isMissing = isMissing
  }

  /// Appends the postings of a pair to `list`, if both words are listed.
  ///
  /// - Parameter pair: The number of the first word times the number of words, and that of the
  ///   second.
  /// - Throws: `corrupted`.
  func append(_ pair: Int, to list: GrowingArray<UInt64>) throws(SearchError) {
    let (first, second) = pair.quotientAndRemainder(dividingBy: numbers.count)
    guard let left = numbers[first], let right = numbers[second],
      let info = try bigrams.find(left, right)
    else { return }
    try source.appendPair(info, bigrams.lists.postings, to: list)
  }
}
