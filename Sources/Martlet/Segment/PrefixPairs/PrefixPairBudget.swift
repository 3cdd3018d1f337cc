/// The choice of pairs of a word and a beginning that have lists; see ``PrefixPairsFormat``.
///
/// A pair is worth a list if searching it takes long. The search reads the positions of all words
/// that begin so in the documents that have the other word, and that word's positions, which take
/// half as long each. Long documents have most of the positions, and most of the frequent words:
/// where half of the documents have a word, some seven eighths of all positions are in these.
struct PrefixPairBudget: Sendable {
  /// The smallest number of positions that makes a list worth it.
  var leastCost: Double
  /// The smallest share of all of the field's positions that makes it so.
  var leastShare: Double
  /// The most words.
  var mostWords: Int

  /// The usual choice, with which the lists are some 4 % of a large field's postings and positions.
  static let usual = PrefixPairBudget(leastCost: 65_536, leastShare: 0.055, mostWords: 32)

  /// The choice for a segment that a writer makes: some more pairs than a merge of several such
  /// segments will choose, as it has to search for those that one of them does not have.
  static let ofNewSegments = PrefixPairBudget(leastCost: 4_096, leastShare: 0.044, mostWords: 40)

  /// The smallest share of the cost that the words with the beginning have, so that a very frequent
  /// word does not have a list for every beginning.
  private static let leastBeginningShare = 0.25

  /// The beginnings that may be in pairs of a field with at least `tokenCount` tokens, none yet.
  func frequentBeginnings(tokenCount: Int) -> FrequentBeginnings {
    let least = max(leastCost, leastShare * Double(tokenCount))
    return FrequentBeginnings(leastOccurrenceCount: Int64(least * Self.leastBeginningShare))
  }

  /// Returns the pairs of these words and beginnings that are worth a list in `documentCount`
  /// documents.
  func choose(
    _ words: FrequentWords, _ beginnings: FrequentBeginnings, documentCount: Int
  ) -> [PrefixPair] {
    let least = max(leastCost, leastShare * Double(beginnings.occurrenceCount))
    let all = beginnings.finish()
    var pairs: [PrefixPair] = []
    for word in words.sorted.prefix(mostWords) where !word.term.isEmpty {
      let rest = 1 - Double(word.documentFrequency) / Double(max(1, documentCount))
      let share = 1 - rest * rest * rest
      let own = Double(word.totalFrequency) / 2
      for beginning in all {
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
