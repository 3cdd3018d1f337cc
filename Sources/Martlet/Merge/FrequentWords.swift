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
  /// The kept word that the fewest documents have, the greatest of several.
  private var least = 0

  /// Keeps the words that may have lists of pairs within `budget`.
  init(_ budget: BigramBudget) {
    self.init(
      limit: BigramsFormat.mostWords, leastDocumentFrequency: budget.leastDocumentFrequency)
  }

  /// Keeps up to `limit` words of at least so many documents each.
  init(limit: Int, leastDocumentFrequency: Int) {
    self.limit = limit
    self.leastDocumentFrequency = leastDocumentFrequency
  }

  /// The words, those that the most documents have first.
  var sorted: [Word] {
    words.sorted(by: Self.precedes)
  }

  /// Keeps `term`, which comes after all terms before, if it is frequent enough and no stem.
  @unsafe @inline(__always)
  mutating func take(_ term: UnsafeBufferPointer<UInt8>, documentFrequency: Int) {
    guard takes(documentFrequency), unsafe term.first != AnalyzedTerm.stemMarker else { return }
    // SAFETY: the bytes are copied.
    append(Word(term: unsafe Array(term), documentFrequency: documentFrequency))
  }

  /// Takes the words of `others`, which come after these.
  mutating func append(contentsOf others: FrequentWords) {
    for word in others.sorted where takes(word.documentFrequency) { append(word) }
  }

  /// Whether a term of so many documents is among the most frequent so far.
  @inline(__always)
  private func takes(_ documentFrequency: Int) -> Bool {
    documentFrequency >= leastDocumentFrequency
      && (words.count < limit || documentFrequency > words[least].documentFrequency)
  }

  /// Keeps `word`, which is taken, in place of the least frequent if there are too many.
  private mutating func append(_ word: Word) {
    if words.count < limit { words.append(word) } else { words[least] = word }
    guard words.count == limit else { return }
    for index in words.indices where Self.precedes(words[least], words[index]) { least = index }
  }

  /// Whether `left` has more documents, or as many and is less.
  private static func precedes(_ left: Word, _ right: Word) -> Bool {
    left.documentFrequency != right.documentFrequency
      ? left.documentFrequency > right.documentFrequency
      : left.term.lexicographicallyPrecedes(right.term)
  }
}
