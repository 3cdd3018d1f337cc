/// Collects one field's lengths, a document after the other; see ``NormsFormat``.
///
/// - Complexity: 4 bytes of memory per document.
struct NormsWriter {
  private var lengths: [UInt32] = []
  /// Documents that have the field, and their tokens.
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
    precondition(length >= 0 && length <= Limits.tokensPerField, "\(length) tokens")
    lengths.append(UInt32(truncatingIfNeeded: length))
    statistics.tokenCount += length
    if length > 0 { statistics.documentCount += 1 }
  }

  /// Adds documents without the field until there are `count`.
  ///
  /// - Precondition: there are not more yet.
  mutating func fill(upTo count: Int) {
    precondition(count >= lengths.count, "\(count) documents of \(lengths.count)")
    lengths.append(contentsOf: repeatElement(0, count: count - lengths.count))
  }

  /// Adds the sections of `field` to `image`.
  ///
  /// - Throws: what writing the image throws.
  func finish(_ field: FieldID, into image: ImageWriter) throws(SearchError) {
    let norms = ByteWriter(capacity: lengths.count)
    var isExact = true
    for length in lengths {
      let code = NormCode.encode(length: Int(length))
      norms.append(code)
      if NormCode.decode(code) != Int(length) { isExact = false }
    }
    try image.add(SectionID(.norms, field), norms.finish())
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
