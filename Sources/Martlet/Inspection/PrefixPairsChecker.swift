/// Checks the lists of pairs of a frequent word and a beginning against the positions of the words.
///
/// Of lists that are valid, two are taken to be equal when their ``ListSum``s are.
///
/// - Complexity: that of ``PrefixPairScan``, once more for each word that shares a position with
///   another one.
struct PrefixPairsChecker {
  private let lists: SegmentReader.Field
  private let field: SegmentReader.Field
  private let documentCount: Int

  /// - Parameter lists: The pairs of `field`, whose lists are valid as lists.
  init(_ lists: SegmentReader.Field, of field: SegmentReader.Field, documentCount: Int) {
    self.lists = lists
    self.field = field
    self.documentCount = documentCount
  }

  /// Checks the terms and the lists.
  func check() throws(SearchError) {
    let listed = try listedSums()
    let ambiguous = try check(listed)
    // What is found of a word that shares positions with another one is complete only by itself.
    for word in ambiguous { _ = try check(listed.filter { $0.key.word == word }) }
  }

  /// Checks that the sums of some lists are those of the positions.
  ///
  /// - Returns: The words whose lists are not checked, because they share positions with others.
  private func check(_ listed: [PrefixPair: ListSum]) throws(SearchError) -> Set<[UInt8]> {
    let set = PrefixPairSet(listed.keys)
    var expected = [ListSum](repeating: ListSum(), count: set.pairs.count)
    let all = DocumentMapping.Source(
      live: LiveDocuments(documentCount: documentCount), base: 0, numbers: nil)
    let scan = PrefixPairScan(MergeSource(field, all), set, MergeStop(), PageRelease([]))
    let ambiguous = try scan.run { pair, document, count in expected[pair].add(document, count) }
    guard let ambiguous else { return [] }
    for (index, pair) in set.pairs.enumerated()
    where listed[pair] != expected[index] && !ambiguous.contains(pair.word) {
      throw corrupted(
        "the words are so in \(expected[index].count) documents, but the list has other postings "
          + "(\(listed[pair]?.count ?? 0))", pair)
    }
    return ambiguous
  }

  private func corrupted(_ message: String, _ pair: PrefixPair) -> SearchError {
    lists.dictionary.section.corrupted(
      "a word that begins with the bytes \(pair.beginning) after the word of the bytes "
        + "\(pair.word): \(message)", at: 0)
  }

  /// Returns the sums of the stored lists.
  private func listedSums() throws(SearchError) -> [PrefixPair: ListSum] {
    var sums: [PrefixPair: ListSum] = [:]
    var words: Set<[UInt8]> = []
    let terms = try lists.dictionary.cursor(at: 0)
    while !terms.isAtEnd {
      guard let pair = PrefixPairsFormat.pair(terms.bytes) else {
        throw lists.dictionary.section.corrupted(
          "expected a beginning of a word, the byte FF, and the word before, found the bytes "
            + "\(terms.bytes)", at: 0)
      }
      words.insert(pair.word)
      guard words.count <= PrefixPairSet.mostWords else {
        throw corrupted("more than \(PrefixPairSet.mostWords) words have lists", pair)
      }
      var sum = ListSum()
      try sum.add(terms.info, lists.postings, documentCount: documentCount)
      sums[pair] = sum
      _ = try terms.advance()
    }
    return sums
  }
}
