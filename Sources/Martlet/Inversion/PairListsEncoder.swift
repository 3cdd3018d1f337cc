/// Encodes the lists of pairs of neighbouring words for one field of new documents: of two frequent
/// words, and of a frequent word and a beginning; see ``BigramsFormat`` and ``PrefixPairsFormat``.
///
/// While the terms are encoded, the frequent words and beginnings are recorded. Then the tokens are
/// read again in the order of the text, in which a word stands next to the one before it.
///
/// A word that stands at the position of another one of the frequent words has no lists of
/// beginnings.
///
/// Used by one thread, for one image.
///
/// - Complexity: about 12 ns per token; 18 bytes of memory per posting of the lists, and 9 per
///   term.
final class PairListsEncoder {
  /// The limits on lists of two kinds.
  struct Budget {
    /// The limits on lists for two words; nil for the usual ones.
    var bigrams: BigramBudget?
    /// The choice of pairs of a word and a beginning.
    var prefixPairs = PrefixPairBudget.ofNewSegments
  }

  /// The part of the tokens, as one of how many, from which the pairs of words are estimated.
  private static let samplePart = 8
  /// The bytes of postings and positions for each token, about.
  private static let bytesPerToken = 2

  private let prefixPairBudget: PrefixPairBudget
  /// The limits on lists for two words; nil if the field is too small for these.
  private let bigramBudget: BigramBudget?
  private let documentCount: Int
  /// Words in fewer documents are not recorded.
  private let leastDocumentFrequency: Int
  private var words: FrequentWords
  private let beginnings: FrequentBeginnings
  /// The numbers of the terms, in the order of their bytes.
  private let numbers = GrowingArray<UInt32>()
  /// The field in another segment.
  private let other: SegmentReader.Field?

  /// Returns nil if the field is too small for any list.
  ///
  /// - Parameters:
  ///   - documentCount: The number of documents.
  ///   - tokenCount: The number of the field's tokens.
  ///   - other: The field in a segment with which the new one will be merged. Words that are
  ///     frequent in both come first, so that the merge finds their lists in both.
  init?(
    _ budget: Budget, documentCount: Int, tokenCount: Int, other: SegmentReader.Field?
  ) {
    guard Double(tokenCount) >= budget.prefixPairs.leastCost else { return nil }
    prefixPairBudget = budget.prefixPairs
    let bigrams = budget.bigrams ?? .ofNewSegments(documentCount: documentCount)
    bigramBudget = tokenCount < bigrams.leastByteCount / Self.bytesPerToken ? nil : bigrams
    self.documentCount = documentCount
    self.other = other
    leastDocumentFrequency =
      min(bigramBudget?.leastDocumentFrequency ?? .max, documentCount / 32)
    words = FrequentWords(
      limit: bigramBudget == nil ? budget.prefixPairs.mostWords : BigramsFormat.mostWords,
      leastDocumentFrequency: leastDocumentFrequency)
    beginnings = budget.prefixPairs.frequentBeginnings(tokenCount: tokenCount)
  }

  /// Records a term, its number among the field's terms, and what is known of it. Terms come in
  /// rising order.
  @inline(__always)
  func take(_ term: Span<UInt8>, number: UInt32, _ info: TermInfo) {
    numbers.append(number)
    if info.documentFrequency >= leastDocumentFrequency { words.take(term, info) }
    beginnings.take(term, occurrenceCount: info.totalFrequency)
  }

  /// Adds the sections of the field `id` to `image`, if there is any pair.
  ///
  /// - Parameters:
  ///   - field: The field, all of whose terms have been recorded.
  ///   - byteCount: The number of bytes of the field's postings and positions.
  ///   - norms: The lengths of the documents, and `lengths` the table for them; nil if the field
  ///     has none.
  func finish(
    _ id: FieldID, _ field: FieldInverter, byteCount: Int, norms: ByteView?, lengths: LengthTable?,
    into image: ImageWriter
  ) throws(SearchError) {
    func makeWriter() -> PairListsWriter {
      PairListsWriter(into: SectionBuffer(), norms: norms, lengths: lengths)
    }
    if let bigramBudget {
      let chosen = choose(bigramBudget, field, byteCount: byteCount)
      if chosen.count > 1 { try writeBigrams(of: chosen, id, field, makeWriter(), into: image) }
    }
    let set = PrefixPairSet(
      prefixPairBudget.choose(words, beginnings, documentCount: documentCount))
    guard !set.pairs.isEmpty,
      let pairs = StreamedPairs(set, of: field.terms, inOrder: numbers)
    else { return }
    try writePrefixPairs(set, pairs, id, field, makeWriter(), into: image)
  }

  /// Returns the words whose pairs get lists, in rising order.
  private func choose(
    _ budget: BigramBudget, _ field: FieldInverter, byteCount: Int
  ) -> [[UInt8]] {
    let words = candidates(budget, field)
    let sample = StreamedBigrams(words, of: field.terms)
    sample.read(field.stream, oneOf: Self.samplePart)
    let chosen = budget.choose(wordCount: words.count, byteCount: byteCount) { first, second in
      BigramBudget.byteCount(
        of: sample.postings.count(of: first * words.count + second), scale: Double(Self.samplePart),
        documentCount: documentCount)
    }
    return words[..<chosen].ordered { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the words whose pairs may get lists, the most important ones first.
  private func candidates(_ budget: BigramBudget, _ field: FieldInverter) -> [[UInt8]] {
    var all = words.sorted.filter { $0.documentFrequency >= budget.leastDocumentFrequency }
    // A damaged segment may have a word twice.
    var known = Set(all.map(\.term))
    for word in other?.bigrams?.words.all ?? [] where has(word, field) {
      guard known.insert(word).inserted else { continue }
      all.append(FrequentWords.Word(term: word, documentFrequency: 0, totalFrequency: 0))
    }
    for index in all.indices {
      // Damage is found by whoever needs what it hides.
      let info = try? other?.dictionary.find(all[index].term)
      all[index].documentFrequency += info?.documentFrequency ?? 0
    }
    return FrequentWords.sorted(all).prefix(BigramsFormat.mostWords).map(\.term)
  }

  /// Returns true if `word` is a term of the field.
  private func has(_ word: [UInt8], _ field: FieldInverter) -> Bool {
    word.withBytes { word in
      var (low, high) = (0, numbers.count)
      while low < high {
        let middle = low + (high - low) / 2
        let isBelow = field.terms.withTerm(Int(numbers[middle])) { $0.precedes(word) }
        if isBelow { low = middle + 1 } else { high = middle }
      }
      return low < numbers.count
        && field.terms.withTerm(Int(numbers[low])) { $0.isEqual(to: word) }
    }
  }

  private func writeBigrams(
    of words: [[UInt8]], _ id: FieldID, _ field: FieldInverter, _ writer: PairListsWriter,
    into image: ImageWriter
  ) throws(SearchError) {
    let pairs = StreamedBigrams(words, of: field.terms)
    pairs.read(field.stream)
    try pairs.postings.forEachPair { (pair, sorted, range) throws(SearchError) in
      try writer.append(sorted, range, term: BigramsFormat.term(pair, wordCount: words.count))
    }
    try writer.finish(id, words: words, into: image)
  }

  private func writePrefixPairs(
    _ set: PrefixPairSet, _ pairs: StreamedPairs, _ id: FieldID, _ field: FieldInverter,
    _ writer: PairListsWriter, into image: ImageWriter
  ) throws(SearchError) {
    pairs.read(field.stream)
    try pairs.postings.forEachPair { (pair, sorted, range) throws(SearchError) in
      guard !pairs.ambiguous.contains(set.pairs[pair].word) else { return }
      try writer.append(sorted, range, term: set.terms[pair])
    }
    try writer.finishPrefixPairs(id, into: image)
  }
}
