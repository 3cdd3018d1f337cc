import Synchronization

/// The threads that a search may use when it takes long, provided by the layer above.
///
/// A search begins on the thread of its caller. Most searches are done before it would pay to wake
/// another thread. A search that is still running after ``patience`` asks for more, and gets as
/// many as no other long search uses. So when many searches run at once, each has one thread, and
/// no time is lost in dividing work.
final class SearchThreads: Sendable {
  /// Calls a closure with each number below a count, as many at a time as there are threads, and
  /// returns when all calls have returned. The calling thread takes part.
  typealias Run = @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// The number of threads in use by the long searches of all indexes of a process.
  final class Load: Sendable {
    /// The number of threads that can run at the same time.
    let processorCount: Int
    /// The number of threads that long searches use.
    fileprivate let busy = Atomic(0)

    init(processorCount: Int) { self.processorCount = processorCount }
  }

  /// The time that a search stays on one thread, in nanoseconds; 0 to divide it at once.
  let patience: UInt64
  /// The smallest number of documents that is worth a part of its own; a multiple of 64.
  let leastDocumentCount: Int
  /// A clock in nanoseconds.
  let now: @Sendable () -> UInt64
  /// The most threads that one search uses.
  private let count: Int
  private let load: Load
  private let runConcurrently: Run

  /// - Parameters:
  ///   - count: The most threads that one search uses, including its caller's.
  ///   - load: The state shared by all searches that share processors.
  init(
    count: Int, load: Load, patience: UInt64 = 200_000, leastDocumentCount: Int = 1 << 13,
    now: @escaping @Sendable () -> UInt64, run: @escaping Run
  ) {
    precondition(
      leastDocumentCount > 0 && leastDocumentCount % 64 == 0,
      "leastDocumentCount \(leastDocumentCount) is not a positive multiple of 64")
    self.count = count
    self.load = load
    self.patience = patience
    self.leastDocumentCount = leastDocumentCount
    self.now = now
    runConcurrently = run
  }

  /// Begins a long search, and returns the number of threads that it may use, including its
  /// caller's.
  ///
  /// Each call must be followed by a call to ``leave(_:)``.
  func enter() -> Int {
    let others = load.busy.wrappingAdd(1, ordering: .relaxed).oldValue
    let helpers = max(0, min(count, load.processorCount - others) - 1)
    load.busy.wrappingAdd(helpers, ordering: .relaxed)
    return helpers + 1
  }

  /// Ends a long search that had `count` threads.
  func leave(_ count: Int) {
    load.busy.wrappingSubtract(count, ordering: .relaxed)
  }

  /// Runs `body` on `threadCount` threads, which take parts, numbers below `shareCount`, until none
  /// is left.
  ///
  /// - Parameter body: The work of one thread: it takes parts from the queue until there are no
  ///   more.
  func run(_ threadCount: Int, shareCount: Int, _ body: @Sendable (ShareQueue) -> Void) {
    let queue = ShareQueue(count: shareCount)
    runConcurrently(min(threadCount, shareCount)) { _ in
      body(queue)
      queue.leave()
    }
    queue.join()
  }
}

/// The parts of some work, taken one after another by several threads.
///
/// - Note: The orderings repeat what starting and ending the threads already guarantees: what
///   happens before the first call is visible to each part, and what the threads do is visible
///   after ``join()``.
final class ShareQueue: Sendable {
  private let count: Int
  private let next = Atomic(0)

  fileprivate init(count: Int) {
    self.count = count
    next.store(0, ordering: .releasing)
  }

  /// Returns the next part; nil if none is left.
  func take() -> Int? {
    let share = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    return share < count ? share : nil
  }

  /// Removes the parts that no thread has taken.
  func removeAll() { next.store(count, ordering: .releasing) }

  fileprivate func leave() { next.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  fileprivate func join() { _ = next.load(ordering: .acquiring) }
}
