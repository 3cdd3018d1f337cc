/// The lists of adjacent pairs that one segment keeps for a phrase; see ``BigramsFormat``.
///
/// They give the frequency of each pair in a document without reading positions. Words between
/// which the phrase leaves a gap are not a pair, and there are no lists of pairs with a rare word.
final class PhrasePairs: Sendable {
  /// The lists of the pairs, each once.
  let lists: [PostingsList]
  /// True if no document has the phrase.
  let isAbsent: Bool
  /// The list of the phrase itself, if the phrase is one pair that has a list.
  let whole: PostingsList?

  private init(lists: [PostingsList] = [], isAbsent: Bool = false, whole: PostingsList? = nil) {
    self.lists = lists
    self.isAbsent = isAbsent
    self.whole = whole
  }

  /// The pairs of a phrase for which the segment keeps no list.
  private static let none = PhrasePairs()
  /// The pairs of a phrase that no document has.
  private static let absent = PhrasePairs(isAbsent: true)

  /// Looks up the pairs of the words `words`.
  ///
  /// For a phrase of more than two words, a list is left out if most documents with the rarer word
  /// have the pair: looking it up would take longer than reading the positions that it saves.
  ///
  /// - Parameter documentFrequency: Returns the number of documents of the segment that have the
  ///   word at an index of `words`.
  // Inlined, it would be 3 kB in each caller.
  @inline(never)
  static func find(
    _ words: ArraySlice<PhraseClause.Word>, in field: SegmentReader.Field,
    _ lengths: LengthTable, documentCount: Int, documentFrequency: (Int) -> Int
  ) throws(SearchError) -> PhrasePairs {
    guard let bigrams = field.bigrams, words.count > 1 else { return none }
    var lists: [PostingsList] = []
    var before: (number: UInt8, offset: UInt32)?
    for index in words.indices {
      let word = words[index]
      let number = bigrams.words.number(of: word.term)
      defer { before = number.map { ($0, word.offset) } }
      guard let first = before, let number, word.offset == first.offset &+ 1 else { continue }
      guard let info = try bigrams.find(first.number, number) else { return absent }
      let rarer = min(documentFrequency(index - 1), documentFrequency(index))
      guard words.count == 2 || info.documentFrequency <= rarer / 4 * 3,
        !lists.contains(where: { $0.info == info })
      else { continue }
      lists.append(try bigrams.lists.list(info, lengths, documentCount: documentCount))
    }
    if lists.isEmpty { return none }
    return PhrasePairs(lists: lists, whole: words.count == 2 ? lists[0] : nil)
  }

  /// Returns the lists, each at its start, to look up how often a phrase of this weight can occur
  /// in a document.
  func noted(weight: Float, _ lengths: LengthTable) throws(SearchError) -> [NotedList] {
    var noted: [NotedList] = []
    for list in lists { noted.append(NotedList(try list.scorer(weight: weight, lengths))) }
    return noted
  }
}
