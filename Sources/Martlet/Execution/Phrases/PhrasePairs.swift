/// What one segment knows of a phrase without reading positions: how often each two words that are next
/// to each other in it are next to each other in a document; see ``BigramsFormat``.
///
/// Words between which the phrase leaves a gap are no pair, and of a pair with a rare word nothing is known.
struct PhrasePairs: Sendable {
  /// Lists of pairs, each once.
  private(set) var lists: [PostingsList] = []
  /// Whether no document has the phrase.
  private(set) var isAbsent = false
  /// The list of the phrase itself, when it is one pair that is known.
  private(set) var whole: PostingsList?

  /// What is known of the words `parts`, which so many documents of the segment have each.
  ///
  /// Of a longer phrase, lists are left out that most documents with the rarer word have: looking into
  /// them would take longer than the positions that it saves.
  ///
  /// - Throws: `corrupted`.
  init(
    _ parts: some Collection<PhraseClause.Part>, documentFrequencies: [Int],
    in field: SegmentReader.Field, _ lengths: LengthTable, documentCount: Int
  ) throws(SearchError) {
    guard let bigrams = field.bigrams, parts.count > 1 else { return }
    let numbers = parts.map { bigrams.words.number(of: $0.term) }
    let offsets = parts.map(\.offset)
    for next in 1..<parts.count where offsets[next] == offsets[next - 1] &+ 1 {
      guard let first = numbers[next - 1], let second = numbers[next] else { continue }
      guard let info = try bigrams.find(first, second) else {
        isAbsent = true
        return
      }
      let rarer = min(documentFrequencies[next - 1], documentFrequencies[next])
      guard parts.count == 2 || info.documentFrequency <= rarer / 4 * 3,
        !lists.contains(where: { $0.info == info })
      else { continue }
      lists.append(try PostingsList(info, bigrams.lists, lengths, documentCount: documentCount))
    }
    if parts.count == 2 { whole = lists.first }
  }

  /// The lists, at their start, to say how often a phrase of this weight can stand in a document.
  ///
  /// - Throws: `corrupted`.
  func noted(weight: Float, _ lengths: LengthTable) throws(SearchError) -> [NotedList] {
    var noted: [NotedList] = []
    for list in lists { noted.append(NotedList(try TermScorer(list, weight: weight, lengths))) }
    return noted
  }
}
