/// A copy of a document in which the signs of block quotes are replaced by spaces, so that a
/// paragraph is one run of bytes with the same offsets as in the document.
struct MarkdownScratch {
  private let bytes: GrowingArray<UInt8>

  init(copying original: SourceBytes) {
    bytes = GrowingArray(capacity: original.count)
    original.append(0..<original.count, to: bytes)
  }

  /// Lends the bytes to `body`. They change when the copy does.
  func withBytes<Result>(_ body: (SourceBytes) -> Result) -> Result {
    SourceBytes.withBytes(of: bytes, body)
  }

  /// Replaces the bytes at `range` by spaces.
  func blank(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count,
      "bytes \(range) lie outside \(bytes.count) bytes")
    for index in range { bytes[index] = 0x20 }
  }
}
