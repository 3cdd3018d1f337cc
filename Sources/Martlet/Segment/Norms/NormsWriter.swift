/// Collects one field's lengths, document by document; see ``NormsFormat``.
///
/// - Complexity: 4 bytes of memory per document.
struct NormsWriter {
  private var lengths: [UInt32] = []
  /// The number of documents that have the field, and of their tokens.
  private(set) var statistics = FieldStatistics()

  init(capacity: Int = 0) {
    lengths.reserveCapacity(capacity)
  }

  /// The number of documents so far.
  var documentCount: Int { lengths.count }

  /// Adds the next document's number of tokens, 0 when it does not have the field.
  ///
  /// - Precondition: `length` is not negative and at most `Limits.tokensPerField`.
  mutating func append(length: Int) {
    precondition(
      length >= 0 && length <= Limits.tokensPerField,
      "\(length) tokens, expected 0 to \(Limits.tokensPerField)")
    lengths.append(UInt32(truncatingIfNeeded: length))
    statistics.tokenCount += Int64(length)
    if length > 0 { statistics.documentCount += 1 }
  }

  /// Adds documents without the field until there are `count`.
  ///
  /// - Precondition: There are at most `count` documents so far.
  mutating func fill(upTo count: Int) {
    precondition(
      count >= lengths.count, "\(count) documents, but \(lengths.count) were added already")
    lengths.append(contentsOf: repeatElement(0, count: count - lengths.count))
  }

  /// Returns one ``NormCode`` per document, for the bounds of the postings.
  ///
  /// - Complexity: linear in the documents.
  func codes() -> ByteView {
    let codes = ByteWriter(capacity: lengths.count)
    for length in lengths { codes.append(NormCode.encode(length: Int(length))) }
    return codes.finish()
  }

  /// Adds the sections of `field` to `image`.
  ///
  /// - Throws: Any error from writing the image.
  func finish(_ field: FieldID, into image: ImageWriter) throws(SearchError) {
    try image.add(SectionID(.norms, field), codes())
    let isExact = lengths.allSatisfy {
      NormCode.decode(NormCode.encode(length: Int($0))) == Int($0)
    }
    if !isExact { try image.add(SectionID(.lengths, field), exactLengths()) }
  }

  private func exactLengths() -> ByteView {
    let width = NormsFormat.width(ofLength: lengths.max() ?? 0)
    let writer = ByteWriter(capacity: width * lengths.count)
    for length in lengths {
      switch width {
      case 1: writer.append(UInt8(truncatingIfNeeded: length))
      case 2: writer.append(UInt16(truncatingIfNeeded: length))
      default: writer.append(length)
      }
    }
    return writer.finish()
  }
}
