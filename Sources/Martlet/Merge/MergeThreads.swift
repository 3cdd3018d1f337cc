/// The threads that a merge may use.
struct MergeThreads: Sendable {
  /// The number of parts that may be merged at the same time.
  let count: Int
  /// Calls its second argument with each number below the first, and returns when all calls have
  /// returned.
  private let forEach: @Sendable (Int, @Sendable (Int) -> Void) -> Void

  /// - Parameters:
  ///   - count: The number of parts that may be merged at the same time.
  ///   - forEach: Calls its second argument with each number below the first, in any order and from
  ///     any thread, and returns when all calls have returned.
  init(count: Int, forEach: @escaping @Sendable (Int, @Sendable (Int) -> Void) -> Void) {
    self.count = count
    self.forEach = forEach
  }

  /// The calling thread alone.
  static let one = MergeThreads(count: 1) { count, body in
    for index in 0..<count { body(index) }
  }

  /// Runs `body` once for each number below `count`.
  func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count == 1 { body(0) } else { forEach(count, body) }
  }
}

/// Parts of a merge that are done at the same time. When one of them fails, the others stop.
struct MergeGroup: Sendable {
  private final class Failure: Sendable {
    /// The first error.
    let error = Lock<SearchError?>(nil)
  }

  /// The check that the parts have to use.
  let stop: MergeStop
  private let threads: MergeThreads
  private let failure = Failure()

  /// Creates a group of parts of a merge that is cancelled by `stop`.
  init(_ threads: MergeThreads, _ stop: MergeStop) {
    self.threads = threads
    let failure = failure
    self.stop =
      threads.count == 1
      ? stop : MergeStop { stop.isAsked() || failure.error.withLock { $0 != nil } }
  }

  /// Runs `body` once for each number below `count`.
  ///
  /// - Throws: The first error that a call threw.
  func run(
    _ count: Int, _ body: @Sendable (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    threads.run(count) { index in
      // Taking the lock here and below orders what the threads write and read. The thread sanitizer
      // needs this, since it does not know the ordering of the system's queues.
      guard failure.error.withLock({ $0 == nil }) else { return }
      var thrown: SearchError?
      do throws(SearchError) { try body(index) } catch { thrown = error }
      failure.error.withLock { error in error = error ?? thrown }
    }
    if let error = failure.error.withLock({ $0 }) { throw error }
  }
}
