/// The rarity of the terms of a field over all segments.
struct TermRarity: Sendable {
  let segments: SegmentSet
  let field: FieldID

  /// Returns the weight of a term that BM25 gives it.
  ///
  /// Deleted documents count until they are merged away, which does not matter where weights are
  /// only compared.
  ///
  /// - Throws: `corrupted` when a segment has a damaged entry for the term.
  /// - Complexity: one look-up for each segment.
  func rarity(of term: [UInt8]) throws(SearchError) -> Float {
    var frequency = 0
    for segment in segments.segments {
      guard let field = segment.reader.field(field) else { continue }
      frequency += Int(try field.dictionary.find(term)?.documentFrequency ?? 0)
    }
    return BM25.inverseDocumentFrequency(
      frequency, of: max(frequency, segments.documentCount))
  }
}
