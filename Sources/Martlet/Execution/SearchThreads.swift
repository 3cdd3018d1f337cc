import Synchronization

/// The threads that a search may use when it takes long, given by the layer that has them.
///
/// A search begins on the thread of its caller. Most are done before it would pay to wake another thread;
/// one that is still at work after ``patience`` asks for more, and gets as many as no other long search
/// uses, so that where many search at once each has one, and nothing is lost by dividing work.
final class SearchThreads: Sendable {
  /// Calls a closure with each number below a count, as many at a time as there are threads, and returns
  /// when all calls have. The calling thread takes part.
  typealias Run = @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// The long searches at work, those of all indexes of a process.
  final class Load: Sendable {
    /// The threads that work at the same time.
    let processorCount: Int
    /// The threads that long searches use.
    fileprivate let busy = Atomic(0)

    init(processorCount: Int) { self.processorCount = processorCount }
  }

  /// How long a search stays on one thread, in nanoseconds; 0 for not at all.
  let patience: UInt64
  /// Documents that are not worth a part of their own; a multiple of 64.
  let leastDocumentCount: Int
  /// A clock in nanoseconds.
  let now: @Sendable () -> UInt64
  /// The most threads that one search uses.
  private let count: Int
  private let load: Load
  private let runConcurrently: Run

  /// - Parameters:
  ///   - count: the most threads that one search uses, its caller's with them.
  ///   - load: shared by all searches that share processors.
  init(
    count: Int, load: Load, patience: UInt64 = 200_000, leastDocumentCount: Int = 1 << 13,
    now: @escaping @Sendable () -> UInt64, run: @escaping Run
  ) {
    precondition(leastDocumentCount > 0 && leastDocumentCount % 64 == 0, "documents by words")
    self.count = count
    self.load = load
    self.patience = patience
    self.leastDocumentCount = leastDocumentCount
    self.now = now
    runConcurrently = run
  }

  /// Begins a long search; returns the threads that it may use, its caller's with them.
  ///
  /// Followed by ``leave(_:)`` in the end.
  func enter() -> Int {
    let others = load.busy.wrappingAdd(1, ordering: .relaxed).oldValue
    let helpers = max(0, min(count, load.processorCount - others) - 1)
    load.busy.wrappingAdd(helpers, ordering: .relaxed)
    return helpers + 1
  }

  /// Ends a long search that had so many threads.
  func leave(_ count: Int) {
    load.busy.wrappingSubtract(count, ordering: .relaxed)
  }

  /// Has `threadCount` threads take parts, numbers below `partCount`, until none is left.
  ///
  /// - Parameter body: What one thread does: it takes parts from the queue until that gives none.
  func run(_ threadCount: Int, partCount: Int, _ body: @Sendable (PartQueue) -> Void) {
    let queue = PartQueue(count: partCount)
    runConcurrently(min(threadCount, partCount)) { _ in
      body(queue)
      queue.leave()
    }
    queue.join()
  }
}

/// The parts of some work, taken by several threads one after the other.
///
/// - Note: The orderings say what the threads' start and end say as well: what stands before the first
///   call comes before each part, and what the threads do comes before ``join()``.
final class PartQueue: Sendable {
  private let count: Int
  private let next = Atomic(0)

  fileprivate init(count: Int) {
    self.count = count
    next.store(0, ordering: .releasing)
  }

  /// The next part; nil when none is left.
  func take() -> Int? {
    let part = next.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    return part < count ? part : nil
  }

  /// Leaves the parts that nobody has taken.
  func removeAll() { next.store(count, ordering: .releasing) }

  fileprivate func leave() { next.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  fileprivate func join() { _ = next.load(ordering: .acquiring) }
}

extension SearchThreads {
  /// Gives the results of `body` for the numbers below `count` to `take`, in their order: one after the
  /// other on this thread, and once that has taken long, the others on several.
  ///
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEach<Result: Sendable>(
    _ count: Int, _ stop: SearchStop,
    _ body: @Sendable (Int, SearchStop) throws(SearchError) -> Result, take: (Result) -> Void
  ) throws(SearchError) {
    for index in 0..<count {
      if stop.threadCount > 1, index + 1 < count {
        for result in try results(of: index..<count, stop, body) { take(result) }
        return
      }
      take(try body(index, stop))
    }
  }

  private static func results<Result: Sendable>(
    of numbers: Range<Int>, _ stop: SearchStop,
    _ body: @Sendable (Int, SearchStop) throws(SearchError) -> Result
  ) throws(SearchError) -> [Result] {
    guard let threads = stop.threads else { return [] }
    let questions = stop.questions
    let found = Lock<(results: [Int: Result], failures: [SearchStop.Failure])>(([:], []))
    threads.run(stop.threadCount, partCount: numbers.count) { queue in
      let own = SearchStop(questions)
      do throws(SearchError) {
        while let part = queue.take() {
          let result = try body(numbers.lowerBound + part, own)
          found.withLock { $0.results[part] = result }
        }
      } catch {
        queue.removeAll()
        let failure = SearchStop.Failure(error, of: own)
        found.withLock { $0.failures.append(failure) }
      }
    }
    let (results, failures) = found.withLock { $0 }
    try stop.rethrow(failures)
    return results.sorted { $0.key < $1.key }.map(\.value)
  }
}
