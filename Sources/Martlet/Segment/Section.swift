/// One part of an image, with the means to find damage in it before it is used.
///
/// Readers call ``touch(_:)`` for the bytes that they are about to use: it refuses ranges outside
/// the part, and compares each block's hash the first time that anybody touches the block.
///
/// A class, because a cursor over a list that keeps its part would copy three references else.
final class Section: Sendable {
  /// The part's bytes.
  let bytes: ByteView
  /// The file that holds the image, for error messages.
  let file: String
  /// Bytes from the image's start to the part's.
  let origin: Int
  /// Who compares the blocks' hashes; nil when the image was made in this process's memory.
  let verifier: BlockVerifier?

  /// The number of bytes.
  var count: Int { bytes.count }

  /// A part that needs no check, for images in memory and for tests.
  convenience init(_ bytes: ByteView) {
    self.init(bytes: bytes, file: "memory", origin: 0, verifier: nil)
  }

  init(bytes: ByteView, file: String, origin: Int, verifier: BlockVerifier?) {
    self.bytes = bytes
    self.file = file
    self.origin = origin
    self.verifier = verifier
  }

  /// Makes sure that `range` lies in the part and holds what was written.
  ///
  /// - Throws: `corrupted`.
  /// - Complexity: O(blocks in `range`), and once per block O(block size).
  @inline(__always)
  func touch(_ range: Range<Int>) throws(SearchError) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw outside(range) }
    if let verifier {
      try verifier.verify((range.lowerBound &+ origin)..<(range.upperBound &+ origin))
    }
  }

  @inline(never)
  private func outside(_ range: Range<Int>) -> SearchError {
    corrupted("bytes \(range) of a part of \(bytes.count) bytes", at: range.lowerBound)
  }

  /// An error at `offset` bytes into the part.
  func corrupted(_ message: String, at offset: Int) -> SearchError {
    .corrupted(message, file: file, offset: origin &+ offset)
  }
}
