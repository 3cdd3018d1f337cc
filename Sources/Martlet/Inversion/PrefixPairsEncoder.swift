/// Encodes the lists of pairs of a frequent word and a beginning of the next one, for one field of new
/// documents; see ``PrefixPairsFormat``.
///
/// While the terms are encoded, the frequent words and beginnings are recorded. Then the tokens are
/// read once more in the order of the text, in which a word stands next to the one before it.
///
/// A word that stands at the position of another one of the frequent words has no lists.
///
/// Used by one thread, for one image.
///
/// - Complexity: about 6 ns per token; 18 bytes of memory per posting of the lists, and 8 per term.
final class PrefixPairsEncoder {
  private let budget: PrefixPairBudget
  private let documentCount: Int
  /// Words in fewer documents are not recorded.
  private let leastDocumentFrequency: Int
  private var words: FrequentWords
  private let beginnings: FrequentBeginnings
  /// The numbers of the terms, in the order of their bytes.
  private let numbers = GrowingArray<UInt32>()

  /// Returns nil if the field is too small for any list.
  ///
  /// - Parameters:
  ///   - documentCount: The number of documents.
  ///   - tokenCount: The number of the field's tokens.
  init?(_ budget: PrefixPairBudget, documentCount: Int, tokenCount: Int) {
    guard Double(tokenCount) >= budget.leastCost else { return nil }
    self.budget = budget
    self.documentCount = documentCount
    leastDocumentFrequency = documentCount / 32
    words = FrequentWords(
      limit: budget.mostWords, leastDocumentFrequency: leastDocumentFrequency)
    beginnings = budget.frequentBeginnings(tokenCount: tokenCount)
  }

  /// Records a term, its number among the field's terms, and what is known of it. Terms come in rising
  /// order.
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
  ///   - norms: The lengths of the documents, and `lengths` the table for them; nil if the field has
  ///     none.
  func finish(
    _ id: FieldID, _ field: FieldInverter, norms: ByteView?, lengths: LengthTable?,
    into image: ImageWriter
  ) throws(SearchError) {
    let set = PrefixPairSet(
      budget.choose(words, beginnings, documentCount: documentCount))
    guard !set.pairs.isEmpty,
      let pairs = StreamedPairs(set, of: field.terms, inOrder: numbers)
    else { return }
    pairs.read(field.stream)
    let ends = pairs.postings.sort()
    let sorted = pairs.postings.sorted
    let writer = PrefixPairsWriter(into: SectionBuffer(), norms: norms, lengths: lengths)
    var start = 0
    for (index, pair) in set.pairs.enumerated() {
      let range = start..<Int(ends[index])
      start = range.upperBound
      guard !range.isEmpty, !pairs.ambiguous.contains(pair.word) else { continue }
      for posting in range {
        writer.append(
          DocumentID(sorted[posting] &>> 32), UInt32(truncatingIfNeeded: sorted[posting]))
      }
      try writer.end(term: set.terms[index])
    }
    try writer.finish(id, into: image)
  }
}
