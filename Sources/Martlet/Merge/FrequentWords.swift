/// The words of a field that the most documents have, gathered while its terms are merged.
///
/// - Complexity: O(1) per term, and a look at all words that are kept for each new one.
struct FrequentWords {
  /// A word, and how many documents have it.
  struct Word {
    let term: [UInt8]
    let documentFrequency: Int
  }

  private let limit: Int
  private let leastDocumentFrequency: Int
  private var words: [Word] = []
  /// The kept word that the fewest documents have, the last of several.
  private var least = 0

  /// Keeps up to `limit` words of at least so many documents each.
  init(limit: Int, leastDocumentFrequency: Int) {
    self.limit = limit
    self.leastDocumentFrequency = leastDocumentFrequency
  }

  /// The words, those that the most documents have first.
  var sorted: [Word] {
    words.sorted {
      $0.documentFrequency != $1.documentFrequency
        ? $0.documentFrequency > $1.documentFrequency : $0.term.lexicographicallyPrecedes($1.term)
    }
  }

  /// Whether a term of so many documents is among the most frequent so far.
  @inline(__always)
  func takes(_ documentFrequency: Int) -> Bool {
    documentFrequency >= leastDocumentFrequency
      && (words.count < limit || documentFrequency > words[least].documentFrequency)
  }

  /// Keeps `word`, which is taken, in place of the least frequent if there are too many.
  mutating func append(_ word: Word) {
    if words.count < limit { words.append(word) } else { words[least] = word }
    guard words.count == limit else { return }
    for index in words.indices
    where words[index].documentFrequency <= words[least].documentFrequency { least = index }
  }
}
