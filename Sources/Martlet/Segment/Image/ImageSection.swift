/// A section that goes straight to the end of an image, while others are collected in a
/// ``SectionBuffer`` each: the largest one need not be written twice. Begins with its first bytes. Used
/// by one thread.
final class ImageSection: ByteSink {
  private let id: SectionID
  private let image: ImageWriter
  /// Bytes of the section so far.
  private(set) var byteCount = 0

  /// - Precondition: No other section is added to `image` from the first bytes on to ``end()``.
  init(_ id: SectionID, of image: ImageWriter) {
    self.id = id
    self.image = image
  }

  @unsafe
  func append(contentsOf bytes: UnsafeRawBufferPointer) throws(SearchError) {
    guard unsafe !bytes.isEmpty else { return }
    if byteCount == 0 { try image.begin(id) }
    // SAFETY: the caller lends the bytes for this call, and they are copied.
    unsafe try image.append(bytes)
    byteCount += bytes.count
  }

  /// Ends the section, which may be empty.
  func end() throws(SearchError) {
    if byteCount == 0 { try image.begin(id) }
    image.end()
  }
}
