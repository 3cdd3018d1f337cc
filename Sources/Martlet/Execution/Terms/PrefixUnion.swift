/// Builds one list for all words of a field that have a common prefix, so that a prefix is searched
/// like a word.
///
/// A document's frequency is the sum over the words. If the segment has no stored list for the
/// prefix, the sums are written as a list in memory, so that everything that works on a list works
/// on a prefix.
///
/// - Complexity: one lookup if there is a stored list; otherwise linear in the postings of all
///   words that have the prefix.
enum PrefixUnion {
  /// Returns the list for `prefix` in one segment; nil if no word has the prefix.
  static func list(
    of prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    if let list = try readyList(of: prefix, in: field, segment, lengths) { return list }
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

  /// Returns the list that the segment stores for `prefix`; nil if there is none.
  private static func readyList(
    of prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
  ) throws(SearchError) -> PostingsList? {
    guard let prefixes = field.prefixes, prefix.count <= PrefixListsFormat.longestByteCount,
      let info = try prefixes.dictionary.find(PrefixListsFormat.term(prefix))
    else { return nil }
    return try PostingsList(
      info, prefixes, lengths, documentCount: segment.reader.documentCount)
  }
}
