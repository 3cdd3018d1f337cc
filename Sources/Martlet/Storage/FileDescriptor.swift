/// An open file of the operating system, closed when this value ends.
///
/// The number is never 0, 1 or 2, because code that prints to a closed standard stream would write
/// into the file.
struct FileDescriptor: ~Copyable, Sendable {
  let rawValue: Int32

  /// Takes over `rawValue`, which nothing else may close.
  init(adopting rawValue: Int32) { self.rawValue = rawValue }

  deinit { SystemCalls.closeIgnoringErrors(rawValue) }

  /// Returns the descriptor's number without closing it. The caller has to close it.
  consuming func relinquish() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// Closes the file and reports the failures that only closing reveals.
  consuming func close(file: String) throws(SearchError) {
    try SystemCalls.finish(relinquish(), file: file)
  }
}
