/// Checks the lists of pairs of frequent words against the positions of these words, and makes sure
/// that no pair is missing.
///
/// Of lists that are valid, two are taken to be equal when they have the same number of postings
/// and the same sum of a hash over them.
///
/// - Complexity: linear in the positions of the words and the postings of their pairs; some
///   megabytes of memory, and some bytes for each position of the longest document.
struct BigramsChecker {
  private let bigrams: Bigrams
  private let field: SegmentReader.Field
  private let documentCount: Int

  /// - Parameter bigrams: The pairs of `field`, whose lists are valid as lists.
  init(_ bigrams: Bigrams, of field: SegmentReader.Field, documentCount: Int) {
    self.bigrams = bigrams
    self.field = field
    self.documentCount = documentCount
  }

  /// Checks the words and the lists.
  func check() throws(SearchError) {
    let words = bigrams.words.all
    try check(words)
    let (listed, expected) = (try listedSums(), try expectedSums(words))
    for pair in listed.indices where listed[pair] != expected[pair] {
      let (first, second) = pair.quotientAndRemainder(dividingBy: words.count)
      throw corrupted(
        "the words \(first) and \(second) are adjacent in \(expected[pair].count) documents, but "
          + "the list of the pair has other postings (\(listed[pair].count))")
    }
  }

  private func corrupted(_ message: String) -> SearchError {
    bigrams.lists.dictionary.section.corrupted("pairs of frequent words: " + message, at: 0)
  }

  /// Makes sure that the words rise, and are words of the field.
  private func check(_ words: [[UInt8]]) throws(SearchError) {
    for (index, word) in words.enumerated() {
      guard index == 0 || words[index - 1].lexicographicallyPrecedes(word) else {
        throw corrupted("the word \(index) is not greater than the one before it")
      }
      guard word.first != AnalyzedTerm.stemMarker, try field.dictionary.find(word) != nil else {
        throw corrupted("the word \(index) is not a word of the field")
      }
    }
  }

  /// Returns the sums of the stored lists, pair by pair.
  private func listedSums() throws(SearchError) -> [ListSum] {
    let count = bigrams.words.count
    var sums = [ListSum](repeating: ListSum(), count: count * count)
    let terms = try bigrams.lists.dictionary.cursor(at: 0)
    while !terms.isAtEnd {
      let term = terms.bytes
      guard term.count == 2, term.allSatisfy({ $0 < count }) else {
        throw corrupted("expected a pair of numbers below \(count), found the bytes \(term)")
      }
      try sums[Int(term[0]) * count + Int(term[1])].add(
        terms.info, bigrams.lists.postings, documentCount: documentCount)
      _ = try terms.advance()
    }
    return sums
  }

  /// Returns the sums that follow from the positions, pair by pair.
  private func expectedSums(_ words: [[UInt8]]) throws(SearchError) -> [ListSum] {
    var sums = [ListSum](repeating: ListSum(), count: words.count * words.count)
    let all = DocumentMapping.Source(
      live: LiveDocuments(documentCount: documentCount), base: 0, numbers: nil)
    let scan = BigramScan(
      [BigramScan.Input(source: MergeSource(field, all))], words: words, stop: MergeStop(),
      pages: PageRelease([])
    ) { pair, document, count in sums[pair].add(document, count) }
    _ = try scan.run(oneOf: 1, in: 0..<documentCount)
    return sums
  }
}
