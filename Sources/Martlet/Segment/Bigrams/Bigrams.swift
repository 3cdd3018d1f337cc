/// Which frequent words of a field stand next to each other in one segment; see ``BigramsFormat``.
final class Bigrams: Sendable {
  /// The frequent words.
  let words: BigramWords
  /// The pairs, as the terms of a field without positions.
  let lists: SegmentReader.Field

  init(words: BigramWords, lists: SegmentReader.Field) {
    self.words = words
    self.lists = lists
  }

  /// The documents that have the word `first` with `second` at the next position, as the dictionary of
  /// ``lists`` describes them; nil when none has. The words are given by their numbers.
  ///
  /// - Throws: `corrupted`.
  func find(_ first: UInt8, _ second: UInt8) throws(SearchError) -> TermInfo? {
    try lists.dictionary.find(BigramsFormat.term(first, second))
  }
}
