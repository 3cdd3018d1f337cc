/// A range of an image's bytes that is verified before it is used.
///
/// Readers call ``verify(_:)`` for the bytes that they are about to use. It rejects ranges outside
/// the section, and compares each page with its hash when the page is first used.
///
/// A class, because otherwise a cursor over a list would copy three references to keep its section.
final class Section: Sendable {
  /// The section's bytes.
  let bytes: ByteView
  /// The file that holds the image, for error messages.
  let file: String
  /// The offset of the section in the image.
  let origin: Int
  /// The verifier of the image's pages; nil when the image was made in this process's memory.
  let verifier: PageVerifier?

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Creates a section that needs no verification, for images in memory and for tests.
  convenience init(_ bytes: ByteView) {
    self.init(bytes: bytes, file: "memory", origin: 0, verifier: nil)
  }

  init(bytes: ByteView, file: String, origin: Int, verifier: PageVerifier?) {
    self.bytes = bytes
    self.file = file
    self.origin = origin
    self.verifier = verifier
  }

  /// Makes sure that `range` lies in the section, and verifies its pages.
  ///
  /// - Complexity: O(pages in `range`), and once per page O(page size).
  @inline(__always)
  func verify(_ range: Range<Int>) throws(SearchError) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw outside(range) }
    // SAFETY: used before this object can be gone.
    try unsafe borrowed.verify(range.lowerBound, range.upperBound)
  }

  /// The bytes for a hot loop, valid as long as this object is kept alive.
  @unsafe @inline(__always)
  var borrowed: SectionBytes { unsafe SectionBytes(bytes, origin: origin, verifier) }

  @inline(never)
  private func outside(_ range: Range<Int>) -> SearchError {
    corrupted("bytes \(range) lie outside a section of \(bytes.count) bytes", at: range.lowerBound)
  }

  /// Returns an error at `offset` bytes into the section.
  @inline(never)
  func corrupted(_ message: String, at offset: Int) -> SearchError {
    .corrupted(message, file: file, offset: origin &+ offset)
  }
}
