/// The words of a field with the highest document frequencies, recorded while its terms are
/// written.
///
/// - Complexity: O(1) per term, and a pass over all words kept for each new one.
struct FrequentWords {
  /// A word, the number of documents that have it, and of its occurrences in them.
  struct Word {
    let term: [UInt8]
    var documentFrequency: Int
    let totalFrequency: Int64
  }

  private let limit: Int
  private let leastDocumentFrequency: Int
  private var words: [Word] = []
  /// The index of the kept word with the lowest document frequency; of several, the greatest word.
  private var least = 0

  /// Creates an empty set for up to `limit` words of at least `leastDocumentFrequency` documents
  /// each.
  init(limit: Int, leastDocumentFrequency: Int) {
    self.limit = limit
    self.leastDocumentFrequency = leastDocumentFrequency
  }

  /// The words, in falling order of document frequency.
  var sorted: [Word] { Self.sorted(words) }

  /// Returns `words` in falling order of document frequency.
  @inline(never)
  static func sorted(_ words: [Word]) -> [Word] { words.ordered(by: precedes) }

  /// Keeps `term`, which `info` describes, if it is frequent enough and not a stem. Terms come in
  /// rising order.
  @inline(__always)
  mutating func take(_ term: Span<UInt8>, _ info: TermInfo) {
    guard takes(info.documentFrequency), term.isEmpty || term[0] != AnalyzedTerm.stemMarker else {
      return
    }
    append(
      Word(
        term: Array(copying: term), documentFrequency: info.documentFrequency,
        totalFrequency: info.totalFrequency))
  }

  /// Adds the words of `others`, which come after these in order.
  mutating func append(contentsOf others: FrequentWords) {
    for word in others.sorted where takes(word.documentFrequency) { append(word) }
  }

  /// Returns true if a term with this document frequency is among the most frequent so far.
  @inline(__always)
  private func takes(_ documentFrequency: Int) -> Bool {
    documentFrequency >= leastDocumentFrequency
      && (words.count < limit || documentFrequency > words[least].documentFrequency)
  }

  /// Keeps `word`, in place of the least frequent word if the limit is reached.
  private mutating func append(_ word: Word) {
    if words.count < limit { words.append(word) } else { words[least] = word }
    guard words.count == limit else { return }
    for index in words.indices where Self.precedes(words[least], words[index]) { least = index }
  }

  /// Returns true if `left` has more documents, or as many and is less.
  private static func precedes(_ left: Word, _ right: Word) -> Bool {
    left.documentFrequency != right.documentFrequency
      ? left.documentFrequency > right.documentFrequency
      : left.term.lexicographicallyPrecedes(right.term)
  }
}
