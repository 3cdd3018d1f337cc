/// Remembers the first failure after which nobody can say what is on disk, and stops all writing.
///
/// A sync that failed is final: the system may have dropped the bytes and will report success the
/// next time (Rebello and others, "Can Applications Recover from fsync Failures?", USENIX ATC
/// 2020). So the writer, and whoever shares its latch, refuses everything until the index is opened
/// again, which looks at what is there.
///
/// Used by any number of threads.
final class DurabilityLatch: Sendable {
  private let failure = Lock<SearchError?>(nil)

  /// Passes unless something failed before.
  ///
  /// - Throws: `durabilityUnknown`, with the reason of the first failure.
  func check() throws(SearchError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// True when something has failed.
  var isClosed: Bool { failure.withLock { $0 != nil } }

  /// Closes the latch because of `cause`, and returns the error to throw.
  func close(because cause: SearchError) -> SearchError {
    failure.withLock { failure in
      if let failure { return failure }
      let error = SearchError(
        .durabilityUnknown,
        "\(cause.message); what is on disk is unknown, so nothing more is written: "
          + "open the index again",
        file: cause.file)
      failure = error
      return error
    }
  }
}
