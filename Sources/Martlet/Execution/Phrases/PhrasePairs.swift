/// The lists of adjacent pairs that one segment keeps for a phrase; see ``BigramsFormat``.
///
/// They give the frequency of each pair in a document without reading positions. Words between
/// which the phrase leaves a gap are not a pair, and there are no lists of pairs with a rare word.
struct PhrasePairs: Sendable {
  /// The lists of the pairs, each once.
  private(set) var lists: [PostingsList] = []
  /// True if no document has the phrase.
  private(set) var isAbsent = false
  /// The list of the phrase itself, if the phrase is one pair that has a list.
  private(set) var whole: PostingsList?

  /// Looks up the pairs of the words `words`.
  ///
  /// For a phrase of more than two words, a list is left out if most documents with the rarer word
  /// have the pair: looking it up would take longer than reading the positions that it saves.
  ///
  /// - Parameter documentFrequencies: The number of documents of the segment that have each word.
  init(
    _ words: some Collection<PhraseClause.Word>, documentFrequencies: [Int],
    in field: SegmentReader.Field, _ lengths: LengthTable, documentCount: Int
  ) throws(SearchError) {
    guard let bigrams = field.bigrams, words.count > 1 else { return }
    let numbers = words.map { bigrams.words.number(of: $0.term) }
    let offsets = words.map(\.offset)
    for next in 1..<words.count where offsets[next] == offsets[next - 1] &+ 1 {
      guard let first = numbers[next - 1], let second = numbers[next] else { continue }
      guard let info = try bigrams.find(first, second) else {
        isAbsent = true
        return
      }
      let rarer = min(documentFrequencies[next - 1], documentFrequencies[next])
      guard words.count == 2 || info.documentFrequency <= rarer / 4 * 3,
        !lists.contains(where: { $0.info == info })
      else { continue }
      lists.append(try PostingsList(info, bigrams.lists, lengths, documentCount: documentCount))
    }
    if words.count == 2 { whole = lists.first }
  }

  /// Returns the lists, each at its start, to look up how often a phrase of this weight can occur
  /// in a document.
  func noted(weight: Float, _ lengths: LengthTable) throws(SearchError) -> [NotedList] {
    var noted: [NotedList] = []
    for list in lists { noted.append(NotedList(try TermScorer(list, weight: weight, lengths))) }
    return noted
  }
}
