/// A copy of a document in which the signs of block quotes are replaced by spaces, so that a
/// paragraph is one run of bytes with the same offsets as in the document.
@safe
final class MarkdownScratch {
  private let base: UnsafeMutablePointer<UInt8>
  private let count: Int

  init(copying bytes: SourceBytes) {
    count = bytes.count
    unsafe base = .allocate(capacity: max(1, bytes.count))
    // SAFETY: there is room for all bytes.
    unsafe bytes.copy(0..<bytes.count, to: base)
  }

  deinit { unsafe base.deallocate() }

  /// Lends the bytes, which change when the copy does.
  ///
  /// - Precondition: this object outlives the result.
  @unsafe
  var bytes: SourceBytes {
    // SAFETY: the memory holds `count` bytes.
    unsafe SourceBytes(base, count: count)
  }

  /// Replaces the bytes at `range` by spaces.
  func blank(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "bytes \(range) lie outside \(count) bytes")
    for index in range {
      // SAFETY: in bounds, checked above.
      unsafe base[index] = 0x20
    }
  }
}
