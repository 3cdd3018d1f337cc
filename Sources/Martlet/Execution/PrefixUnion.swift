/// All words of a field that begin in one way, as if they were one word.
///
/// A document's frequency is the sum over the words. The union is written out as a list of its own,
/// in memory, so that everything that works on a list works on a prefix.
///
/// - Complexity: linear in the postings of all words that begin so.
enum PrefixUnion {
  /// The list for `prefix` in one segment; nil when no word begins so.
  ///
  /// - Throws: `corrupted`.
  static func list(
    of prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
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
      try union.add(cursor.info, field)
      guard try cursor.advance() else { break }
    }
    return try union.list(norms: field.norms?.bytes, lengths)
  }
}

/// Adds up frequencies over lists, and writes the sums out as one list.
final class PostingsAccumulator {
  private let documentCount: Int
  private var sums: [UInt32]

  init(documentCount: Int) {
    self.documentCount = documentCount
    sums = Array(repeating: 0, count: documentCount)
  }

  /// Adds the postings of one term.
  ///
  /// - Throws: `corrupted`.
  func add(_ info: TermInfo, _ field: SegmentReader.Field) throws(SearchError) {
    if info.documentFrequency == 1, Int(info.document) < documentCount {
      return add(info.document, UInt32(clamping: info.totalFrequency))
    }
    let cursor = try PostingsCursor(
      info, section: field.postings, documentCount: documentCount,
      hasPositions: field.positions != nil)
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        // SAFETY: below the unit's count.
        add(unsafe cursor.documents[index], unsafe cursor.frequencies[index])
      }
      cursor.nextUnit()
    }
  }

  /// Adds to the frequency of one document, up to the highest that a list can hold.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) {
    let (sum, overflow) = sums[Int(document)].addingReportingOverflow(frequency)
    sums[Int(document)] = overflow ? .max >> 1 : min(.max >> 1, sum)
  }

  /// The sums as a list; nil when there is none.
  ///
  /// - Throws: nothing that memory can cause, but the writer's signature.
  func list(norms: ByteView?, _ lengths: LengthTable) throws(SearchError) -> PostingsList? {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: norms, lengths: lengths)
    var isEmpty = true
    for index in sums.indices where sums[index] > 0 {
      writer.append(document: DocumentID(index), frequency: sums[index])
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    let info = try writer.finishTerm()
    try writer.finish()
    return PostingsList(
      info, postings: section.finish(), norms: norms, documentCount: documentCount)
  }
}
