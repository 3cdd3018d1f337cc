/// A destination of bytes in order: a buffer in memory, or one that spills to a file.
protocol ByteSink: AnyObject {
  /// The number of bytes so far.
  var byteCount: Int { get }

  /// Appends `bytes`.
  ///
  /// - Throws: `io` or `diskFull` when the sink writes to a file.
  @unsafe
  func append(contentsOf bytes: UnsafeRawBufferPointer) throws(SearchError)
}

extension ByteSink {
  /// Appends the bytes of `view`.
  func append(contentsOf view: ByteView) throws(SearchError) {
    // SAFETY: the view lends its bytes for the call.
    try unsafe view.withUnsafeBytes { (bytes) throws(SearchError) in
      try unsafe append(contentsOf: bytes)
    }
  }

  /// Appends all bytes of `writer`.
  func append(contentsOf writer: ByteWriter) throws(SearchError) {
    var failure: SearchError?
    unsafe writer.withUnsafeBytes { bytes in
      do throws(SearchError) { unsafe try append(contentsOf: bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension ByteWriter: ByteSink {
  var byteCount: Int { count }

  @unsafe
  func append(contentsOf bytes: UnsafeRawBufferPointer) throws(SearchError) {
    // SAFETY: the caller lends the bytes for this call, and they are copied.
    unsafe append(bytes)
  }
}
