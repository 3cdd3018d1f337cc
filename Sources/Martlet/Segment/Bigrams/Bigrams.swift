/// The pairs of frequent words that are adjacent in a field of one segment; see ``BigramsFormat``.
final class Bigrams: Sendable {
  /// The frequent words.
  let words: BigramWords
  /// The pairs, as the terms of a field without positions.
  let lists: SegmentReader.Field

  init(words: BigramWords, lists: SegmentReader.Field) {
    self.words = words
    self.lists = lists
  }

  /// Returns the dictionary entry of the pair of words `first` and `second`, given by their
  /// numbers.
  ///
  /// - Returns: nil when no document has the pair at adjacent positions.
  func find(_ first: UInt8, _ second: UInt8) throws(SearchError) -> TermInfo? {
    try lists.dictionary.find(BigramsFormat.term(first, second))
  }
}
