/// A check that ends a running search if its task was cancelled or its time is over, and that
/// notices when the search takes long enough to be worth more threads.
///
/// Strategies report the number of postings that they are about to read, and the conditions are
/// checked only once per few thousand of them. So a check costs next to nothing, and no list is too
/// long to be interrupted. Used by one thread; the other threads of the search have checks of their
/// own, with the same conditions.
final class SearchStop {
  /// The number of postings between two checks, unless tests check more often: some ten
  /// microseconds of work.
  static let interval = 4_096

  /// The number of postings that take about as long as looking a word up in the dictionary of a
  /// segment.
  static let postingsPerLookUp = 256

  /// The conditions, which any thread may evaluate, and the interval between checks.
  struct Questions: Sendable {
    /// Returns true if the answer is no longer wanted.
    var isCancelled: (@Sendable () -> Bool)?
    /// Returns true if the answer is wanted at once, as far as it is known.
    var isOver: (@Sendable () -> Bool)?
    /// The number of postings between two checks.
    var interval = SearchStop.interval
    /// The record of the search's work; nil if it is not recorded.
    var tracer: SearchTracer?
  }

  /// The reason why a thread of a search ended.
  struct Failure: Sendable {
    let error: SearchError
    let isOutOfTime: Bool

    init(_ error: SearchError, of stop: SearchStop) {
      self.error = error
      isOutOfTime = stop.isOutOfTime
    }
  }

  let questions: Questions
  /// True if the search ended because its time was over.
  private(set) var isOutOfTime = false
  /// The threads that may help; nil for none.
  let threads: SearchThreads?
  /// True if the search is to end when several threads may continue it.
  var endsForThreads = false
  /// True if the search ended because several threads may continue it.
  private(set) var hasEndedForThreads = false

  private var budget: Int
  /// The number of postings that were reported before the last check.
  private var spent = 0
  /// The part of these that stands for look-ups, which read no postings.
  private var lookUpCost = 0
  /// The time of the first check in the current phase, in nanoseconds.
  private var start: UInt64?
  /// True if the current phase takes long.
  private var isLong = false
  /// The number of threads that the search was given; nil if it has asked for none.
  private var given: Int?
  /// True if the last check would have left the search to several threads, had it been allowed.
  private var isHeldBack = false

  /// - Parameters:
  ///   - isCancelled: Returns true if the answer is no longer wanted.
  ///   - isOver: Returns true if the answer is wanted at once, as far as it is known.
  ///   - threads: The threads that may help if the search takes long.
  convenience init(
    isCancelled: (@Sendable () -> Bool)? = nil, isOver: (@Sendable () -> Bool)? = nil,
    threads: SearchThreads? = nil, interval: Int = SearchStop.interval,
    tracer: SearchTracer? = nil
  ) {
    self.init(
      Questions(isCancelled: isCancelled, isOver: isOver, interval: interval, tracer: tracer),
      threads: threads)
  }

  @inline(never)
  init(_ questions: Questions, threads: SearchThreads? = nil) {
    self.questions = questions
    self.threads = threads
    let isAsked = questions.isCancelled != nil || questions.isOver != nil || threads != nil
    budget = isAsked || questions.tracer != nil ? questions.interval : .max
  }

  deinit {
    reportWork()
    if let given { threads?.leave(given) }
  }

  /// True if the answer is no longer wanted.
  var isCancelled: Bool { questions.isCancelled?() == true }

  /// The number of threads that the current phase may use: 1 until it has taken long.
  @inline(__always)
  var threadCount: Int { isLong ? given ?? 1 : 1 }

  /// Begins another phase of the search, which may be short.
  func beginPhase() {
    hasEndedForThreads = false
    start = nil
    isLong = false
    if let threads, threads.patience == 0 { isLong = takesLong(threads) }
  }

  /// Returns true if several threads may search `segment`.
  func isDivisible(_ segment: LiveSegment) -> Bool {
    guard let threads else { return false }
    return segment.reader.documentCount / 2 >= threads.leastDocumentCount
  }

  /// Reports that about `count` postings are about to be read.
  ///
  /// - Throws: `cancelled` when the search is to end; then ``isOutOfTime`` and
  ///   ``hasEndedForThreads`` give the reason.
  @inline(__always)
  func spend(_ count: Int) throws(SearchError) {
    budget &-= count
    if budget < 0 { try checkAtWork() }
  }

  /// Reports that `count` words are about to be looked up in the dictionary of a segment.
  ///
  /// - Throws: As ``spend(_:)``.
  func spendLookUps(_ count: Int) throws(SearchError) {
    lookUpCost &+= count &* Self.postingsPerLookUp
    try spend(count &* Self.postingsPerLookUp)
  }

  /// Calls `body` with the numbers below `count`, a range at a time, each after it was reported.
  @inline(__always)
  func forEachShare(
    of count: Int, _ body: (Range<Int>) -> Void
  ) throws(SearchError) {
    let size = min(Self.interval, questions.interval)
    for start in stride(from: 0, to: count, by: size) {
      let range = start..<min(start + size, count)
      try spend(range.count)
      body(range)
    }
  }

  /// Tells the record of the search's work, if there is one, how many postings were reported,
  /// without those that stand for look-ups.
  func reportWork() {
    guard let tracer = questions.tracer else { return }
    tracer.add(postingCount: spent + questions.interval - budget - lookUpCost)
    (spent, lookUpCost, budget) = (0, 0, questions.interval)
  }

  /// Checks the conditions at once.
  ///
  /// - Throws: `cancelled` when the task was cancelled or the time is over; in the latter case,
  ///   ``isOutOfTime`` is true.
  @inline(never)
  func check() throws(SearchError) {
    if isCancelled {
      throw SearchError(.cancelled, "the task was cancelled before the search was done")
    }
    if questions.isOver?() == true {
      isOutOfTime = true
      throw SearchError(.cancelled, "the search's time limit has passed")
    }
  }

  @inline(never)
  private func checkAtWork() throws(SearchError) {
    spent += questions.interval - budget
    budget = questions.interval
    try check()
    guard let threads else { return }
    if !isLong { isLong = takesLong(threads) }
    isHeldBack = threadCount > 1 && !endsForThreads
    try leaveToThreads()
  }

  /// Ends the search if that is allowed and several threads may continue it.
  ///
  /// - Throws: `cancelled`; then ``hasEndedForThreads`` is true.
  func leaveToThreads() throws(SearchError) {
    guard endsForThreads, threadCount > 1 else { return }
    hasEndedForThreads = true
    throw SearchError(.cancelled, "the search continues in several threads")
  }

  /// Returns the result of `body`, during which the search is not left to several threads.
  ///
  /// If it would have been, it is at the next report: with the same numbers of postings in each
  /// block, all checks might fall into `body`.
  func withoutThreads<Result>(
    _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let endsForThreads = endsForThreads
    self.endsForThreads = false
    defer { leaveAgain(endsForThreads) }
    return try body()
  }

  // Not inlined, for the size of the callers.
  @inline(never)
  private func leaveAgain(_ endsForThreads: Bool) {
    self.endsForThreads = endsForThreads
    guard isHeldBack, endsForThreads else { return }
    // The next report is checked.
    (spent, budget, isHeldBack) = (spent - budget, 0, false)
  }

  /// Returns true if the phase has taken long; the search has then been given threads.
  private func takesLong(_ threads: SearchThreads) -> Bool {
    let now = threads.now()
    let start = start ?? now
    self.start = start
    guard now &- start >= threads.patience else { return false }
    if given == nil { given = threads.enter() }
    return true
  }

  /// Ends this thread's search if any of the others has failed.
  ///
  /// - Parameter unlessOutOfTime: True if it is no failure that the time is over.
  /// - Throws: The error of a damaged segment, if there is one, and `cancelled` otherwise.
  func rethrow(
    _ failures: [Failure], unlessOutOfTime: Bool = false
  ) throws(SearchError) {
    let damage = failures.first { $0.error.code != .cancelled }
    guard let failure = damage ?? failures.first else { return }
    if damage == nil, failures.contains(where: \.isOutOfTime) {
      isOutOfTime = true
      if unlessOutOfTime { return }
    }
    throw failure.error
  }
}
