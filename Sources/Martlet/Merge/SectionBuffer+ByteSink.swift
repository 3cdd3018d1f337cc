/// The encoders of postings and positions append to a buffer that may move to a file.
extension SectionBuffer: ByteSink {
  @unsafe
  func append(contentsOf bytes: UnsafeRawBufferPointer) throws(SearchError) {
    unsafe pending.append(bytes)
    try spillIfFull()
  }
}
