/// The choice of pairs of a word and a beginning that have lists; see ``PrefixPairsFormat``.
///
/// A pair is worth a list if searching it takes long. The search reads the positions of all words that
/// begin so in the documents that have the other word, and that word's positions, which take half as
/// long each. Long documents have most of the positions, and most of the frequent words: where half of
/// the documents have a word, some seven eighths of all positions are in these.
struct PrefixPairBudget: Sendable {
  /// The smallest number of positions that makes a list worth it.
  var leastCost: Double
  /// The smallest share of all of the field's positions that makes it so.
  var leastShare: Double
  /// The most words.
  var mostWords: Int

  /// The usual choice, with which the lists are some 4 % of a large field's postings and positions.
  static let usual = PrefixPairBudget(leastCost: 65_536, leastShare: 0.055, mostWords: 32)

  /// The smallest share of the cost that the words with the beginning have, so that a very frequent
  /// word does not have a list for every beginning.
  private static let leastBeginningShare = 0.25

  /// Beginnings that occur less often are in no pair.
  var leastOccurrenceCount: Int64 { Int64(leastCost * Self.leastBeginningShare) }

  /// Returns the pairs of these words and beginnings that are worth a list in `documentCount`
  /// documents.
  ///
  /// - Parameter occurrenceCount: Returns the number of occurrences of a word.
  func choose(
    _ words: [FrequentWords.Word], _ beginnings: FrequentBeginnings, documentCount: Int,
    occurrenceCount: (FrequentWords.Word) throws(SearchError) -> Int64
  ) throws(SearchError) -> [PrefixPair] {
    let least = max(leastCost, leastShare * Double(beginnings.occurrenceCount))
    var pairs: [PrefixPair] = []
    for word in words.prefix(mostWords) {
      let rest = 1 - Double(word.documentFrequency) / Double(max(1, documentCount))
      let share = 1 - rest * rest * rest
      let own = Double(try occurrenceCount(word)) / 2
      for beginning in beginnings.all {
        let others = Double(beginning.occurrenceCount)
        guard others >= least * Self.leastBeginningShare, own + others * share >= least else {
          continue
        }
        pairs.append(PrefixPair(word: word.term, beginning: beginning.bytes))
      }
    }
    return pairs
  }
}
