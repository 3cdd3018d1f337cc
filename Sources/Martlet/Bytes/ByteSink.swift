/// A destination of bytes in order: a buffer in memory, or one that spills to a file.
protocol ByteSink: AnyObject {
  /// The number of bytes so far.
  var byteCount: Int { get }

  /// Appends `bytes`.
  ///
  /// - Throws: `io` or `diskFull` when the sink writes to a file.
  func append(contentsOf bytes: Span<UInt8>) throws(SearchError)
}

extension ByteSink {
  /// Appends the bytes of `view`.
  func append(contentsOf view: ByteView) throws(SearchError) {
    try view.withBytes { (bytes) throws(SearchError) in try append(contentsOf: bytes) }
  }

  /// Appends all bytes of `writer`.
  func append(contentsOf writer: ByteWriter) throws(SearchError) {
    try writer.withBytes { (bytes) throws(SearchError) in try append(contentsOf: bytes) }
  }
}

extension ByteWriter: ByteSink {
  var byteCount: Int { count }

  func append(contentsOf bytes: Span<UInt8>) throws(SearchError) {
    append(bytes)
  }
}
