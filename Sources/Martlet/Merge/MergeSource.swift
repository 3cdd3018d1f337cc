/// One segment's input to the merge of one field.
///
/// Used by one thread.
final class MergeSource {
  /// The field in the segment.
  let field: SegmentReader.Field
  /// The mapping of the segment's documents.
  let documents: DocumentMapping.Source
  /// The reader of the terms' positions; nil if the field has none.
  let positions: PositionDifferences?

  init(_ field: SegmentReader.Field, _ documents: DocumentMapping.Source) {
    self.field = field
    self.documents = documents
    positions = field.positions.map { PositionDifferences($0) }
  }

  /// Appends the postings of the list that `info` describes to `list`, each with the number of its
  /// document in the merged segment in the upper half, and without those of deleted documents.
  ///
  /// - Parameter postings: The postings of the field's pairs.
  /// - Throws: `corrupted`.
  @inline(never)
  func appendPair(
    _ info: TermInfo, _ postings: Section, to list: GrowingArray<UInt64>
  ) throws(SearchError) {
    let cursor = try PostingsCursor(
      info, section: postings, documentCount: documents.live.documentCount, hasPositions: false)
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for slot in 0..<cursor.count {
        let number = documents.number(cursor.document(at: slot))
        guard number != DocumentMapping.deleted else { continue }
        // SAFETY: the block is loaded, and `slot` is below its count.
        let frequency = unsafe cursor.frequencies[slot]
        // The writer trusts its input.
        guard frequency &- 1 <= UInt32(Int32.max) else {
          throw corrupted("a frequency of a pair of words is 0 or above 2^31")
        }
        list.append(UInt64(number) &<< 32 | UInt64(frequency))
      }
      cursor.nextBlock()
    }
  }

  /// Returns an error in the postings.
  func corrupted(_ message: String) -> SearchError {
    field.postings.corrupted("postings: " + message, at: 0)
  }
}
