/// Remembers the first failure that leaves the state of the disk unknown, and stops all writing.
///
/// A failed sync is final: the system may have dropped the bytes and will report success the next
/// time (Rebello and others, "Can Applications Recover from fsync Failures?", USENIX ATC 2020). So
/// the writer, and everything that shares its latch, refuses all changes until the index is opened
/// again, which examines the files.
///
/// Used by any number of threads.
final class DurabilityLatch: Sendable {
  private let failure = Lock<SearchError?>(nil)

  /// Returns if nothing has failed.
  ///
  /// - Throws: `durabilityUnknown`, with the reason of the first failure.
  func check() throws(SearchError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// True if something has failed.
  var isClosed: Bool { failure.withLock { $0 != nil } }

  /// Closes the latch because of `cause`, and returns the error to throw.
  func close(because cause: SearchError) -> SearchError {
    failure.withLock { failure in
      if let failure { return failure }
      let error = SearchError(
        .durabilityUnknown,
        "\(cause.message); the state of the disk is unknown, so writing has stopped: "
          + "open the index again",
        file: cause.file)
      failure = error
      return error
    }
  }
}
