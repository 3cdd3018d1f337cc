/// A sink that lets the encoders of postings and positions append to a buffer that may move to a
/// file.
extension SectionBuffer: ByteSink {
  func append(contentsOf bytes: Span<UInt8>) throws(SearchError) {
    pending.append(bytes)
    try spillIfFull()
  }
}
