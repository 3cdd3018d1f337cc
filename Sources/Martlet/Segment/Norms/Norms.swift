/// The lengths of one field in every document of a segment; see ``NormsFormat``.
///
/// - Complexity: opening reads nothing.
struct Norms: Sendable {
  /// The number of documents.
  let documentCount: Int
  /// The section with one ``NormCode`` per document.
  let section: Section
  /// The exact lengths, or nil when the norms are exact.
  private let lengths: Section?
  private let width: Int

  /// Opens the norms of `field`. Returns nil when no document of `image` has the field.
  ///
  /// - Throws: `corrupted` when there are not as many norms, or lengths, as documents.
  init?(_ image: ImageReader, field: FieldID) throws(SearchError) {
    guard let norms = image.section(SectionID(.norms, field)) else { return nil }
    let lengths = image.section(SectionID(.lengths, field))
    try self.init(norms: norms, lengths: lengths, documentCount: image.documentCount)
  }

  /// - Throws: `corrupted` when there are not as many norms, or lengths, as documents.
  init(norms: Section, lengths: Section?, documentCount: Int) throws(SearchError) {
    guard norms.count == documentCount else {
      throw norms.corrupted("expected \(documentCount) norms, found \(norms.count)", at: 0)
    }
    width = if let lengths, documentCount > 0 { lengths.count / documentCount } else { 0 }
    if let lengths, ![1, 2, 4].contains(width) || lengths.count != width * documentCount {
      throw lengths.corrupted(
        "expected \(documentCount) lengths of 1, 2 or 4 bytes, found \(lengths.count) bytes",
        at: 0)
    }
    self.documentCount = documentCount
    section = norms
    self.lengths = lengths
  }

  /// One verified ``NormCode`` per document, for hot loops.
  ///
  /// - Complexity: the first time linear in the documents, then O(documents / 16,384).
  var bytes: ByteView {
    get throws(SearchError) {
      try section.verify(0..<section.count)
      return section.bytes
    }
  }

  /// Returns the exact number of tokens of `document`, 0 when it does not have the field.
  ///
  /// - Precondition: The segment has such a document.
  func length(of document: DocumentID) throws(SearchError) -> Int {
    let index = Int(document)
    precondition(
      index < documentCount, "document \(document) is outside a segment of \(documentCount)")
    guard let lengths else {
      try section.verify(index..<(index + 1))
      return NormCode.decode(section.bytes[index])
    }
    let offset = index * width
    try lengths.verify(offset..<(offset + width))
    switch width {
    case 1: return Int(lengths.bytes[offset])
    case 2: return Int(lengths.bytes.uint16(at: offset))
    default: return Int(clamping: lengths.bytes.uint32(at: offset))
    }
  }

  /// Makes sure that the norms match the lengths, and counts documents and tokens.
  ///
  /// - Returns: The number of documents that have the field, and of their tokens.
  /// - Complexity: linear in the documents.
  func verify() throws(SearchError) -> FieldStatistics {
    let codes = try bytes
    var statistics = FieldStatistics()
    for index in 0..<documentCount {
      let length = try length(of: DocumentID(index))
      guard length <= Limits.tokensPerField, codes[index] == NormCode.encode(length: length) else {
        throw section.corrupted(
          "document \(index) has \(length) tokens, which do not match its norm \(codes[index])",
          at: index)
      }
      statistics.tokenCount += Int64(length)
      if length > 0 { statistics.documentCount += 1 }
    }
    return statistics
  }
}
