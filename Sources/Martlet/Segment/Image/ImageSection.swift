/// A section that is written directly to the end of an image.
///
/// Other sections are collected in a ``SectionBuffer`` meanwhile, so the largest one need not be
/// written twice. The section begins with the first bytes that are appended. Used by one thread.
final class ImageSection: ByteSink {
  private let id: SectionID
  private let image: ImageWriter
  /// The byte count of the section so far.
  private(set) var byteCount = 0

  /// - Precondition: No other section is added to `image` between the first bytes and ``end()``.
  init(_ id: SectionID, of image: ImageWriter) {
    self.id = id
    self.image = image
  }

  func append(contentsOf bytes: Span<UInt8>) throws(SearchError) {
    guard !bytes.isEmpty else { return }
    if byteCount == 0 { try image.begin(id) }
    try image.append(bytes)
    byteCount += bytes.count
  }

  /// Ends the section, which may be empty.
  func end() throws(SearchError) {
    if byteCount == 0 { try image.begin(id) }
    image.end()
  }
}
