/// A sink that lets the encoders of postings and positions append to a buffer that may move to a
/// file.
extension SectionBuffer: ByteSink {
  @unsafe
  func append(contentsOf bytes: UnsafeRawBufferPointer) throws(SearchError) {
    // SAFETY: the caller lends the bytes for this call, and they are copied.
    unsafe pending.append(bytes)
    try spillIfFull()
  }
}
