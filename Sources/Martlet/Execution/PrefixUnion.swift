/// All words of a field that begin in one way, as if they were one word.
///
/// A document's frequency is the sum over the words. The union is written out as a list of its own,
/// in memory, so that everything that works on a list works on a prefix.
///
/// - Complexity: linear in the postings of all words that begin so.
enum PrefixUnion {
  /// The list for `prefix` in one segment; nil when no word begins so.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  static func list(
    of prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    let ordinals = try field.dictionary.ordinals(withPrefix: prefix)
    let documentCount = segment.reader.documentCount
    guard !ordinals.isEmpty else { return nil }
    let cursor = try field.dictionary.cursor(at: ordinals.lowerBound)
    if ordinals.count == 1 {
      return try PostingsList(cursor.info, field, lengths, documentCount: documentCount)
    }
    let union = PostingsAccumulator(documentCount: documentCount)
    for _ in ordinals {
      try union.add(cursor.info, field, stop)
      guard try cursor.advance() else { break }
    }
    return try union.list(norms: field.norms?.bytes, lengths)
  }
}
