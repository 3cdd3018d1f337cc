/// Lets a search be given up while it runs: because its task was cancelled, or its time is over. Notices
/// as well when it takes so long that more threads are worth it.
///
/// Strategies say how many postings they are about to read, and only after every few thousand of them
/// is anybody asked; so asking costs nothing, and no list is too long to be left. Used by one thread;
/// others that take part in the search have their own, which ask the same.
final class SearchStop {
  /// Postings between two questions, unless tests ask more often: some ten microseconds.
  static let interval = 4_096

  /// The questions, which any thread may ask, and how often.
  struct Questions: Sendable {
    /// Whether nobody wants the answer any more.
    var isCancelled: (@Sendable () -> Bool)?
    /// Whether the answer is wanted now, as far as it goes.
    var isOver: (@Sendable () -> Bool)?
    /// Postings between two questions.
    var interval = SearchStop.interval
  }

  /// Why one of the threads of a search ended.
  struct Failure: Sendable {
    let error: SearchError
    let isOutOfTime: Bool

    init(_ error: SearchError, of stop: SearchStop) {
      self.error = error
      isOutOfTime = stop.isOutOfTime
    }
  }

  let questions: Questions
  /// Set when the search ended because its time was over.
  private(set) var isOutOfTime = false
  /// The threads that may help; nil for none.
  let threads: SearchThreads?
  /// Whether the search is to end when several threads may go on with it.
  var endsForThreads = false
  /// Set when it ended so.
  private(set) var hasEndedForThreads = false

  private var budget: Int
  /// When the phase was seen to be at work first, in nanoseconds.
  private var start: UInt64?
  /// Whether the phase takes long.
  private var isLong = false
  /// The threads that the search was given; nil when it has asked for none.
  private var given: Int?

  /// - Parameters:
  ///   - isCancelled: whether nobody wants the answer any more.
  ///   - isOver: whether the answer is wanted now, as far as it goes.
  ///   - threads: the threads that may help if the search takes long.
  convenience init(
    isCancelled: (@Sendable () -> Bool)? = nil, isOver: (@Sendable () -> Bool)? = nil,
    threads: SearchThreads? = nil, interval: Int = SearchStop.interval
  ) {
    self.init(
      Questions(isCancelled: isCancelled, isOver: isOver, interval: interval), threads: threads)
  }

  init(_ questions: Questions, threads: SearchThreads? = nil) {
    self.questions = questions
    self.threads = threads
    let isAsked = questions.isCancelled != nil || questions.isOver != nil || threads != nil
    budget = isAsked ? questions.interval : .max
  }

  deinit {
    if let given { threads?.leave(given) }
  }

  /// The threads that the phase at hand may use: 1 until it has taken long.
  @inline(__always)
  var threadCount: Int { isLong ? given ?? 1 : 1 }

  /// Begins another phase of the search, which may be short.
  func beginPhase() {
    hasEndedForThreads = false
    start = nil
    isLong = false
    if let threads, threads.patience == 0 { isLong = takesLong(threads) }
  }

  /// Whether several threads may search `segment`.
  func isDivisible(_ segment: LiveSegment) -> Bool {
    guard let threads else { return false }
    return segment.reader.documentCount / 2 >= threads.leastDocumentCount
  }

  /// Says that about `count` postings are read.
  ///
  /// - Throws: `cancelled` when the search is to end; then ``isOutOfTime`` and ``hasEndedForThreads``
  ///   tell why.
  @inline(__always)
  func spend(_ count: Int) throws(SearchError) {
    budget &-= count
    if budget < 0 { try checkAtWork() }
  }

  /// Asks at once.
  ///
  /// - Throws: As ``spend(_:)``.
  @inline(never)
  func check() throws(SearchError) {
    if questions.isCancelled?() == true {
      throw SearchError(.cancelled, "the task was cancelled before the search was done")
    }
    if questions.isOver?() == true {
      isOutOfTime = true
      throw SearchError(.cancelled, "the time for the search is over")
    }
  }

  @inline(never)
  private func checkAtWork() throws(SearchError) {
    budget = questions.interval
    try check()
    guard let threads else { return }
    if !isLong { isLong = takesLong(threads) }
    try leaveToThreads()
  }

  /// Ends the search if that is allowed, and several threads may go on with it.
  ///
  /// - Throws: `cancelled`; then ``hasEndedForThreads`` is true.
  func leaveToThreads() throws(SearchError) {
    guard endsForThreads, threadCount > 1 else { return }
    hasEndedForThreads = true
    throw SearchError(.cancelled, "the search goes on in several threads")
  }

  /// The result of `body`, during which the search is not left to several threads.
  func withoutThreads<Result>(
    _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let endsForThreads = endsForThreads
    self.endsForThreads = false
    defer { self.endsForThreads = endsForThreads }
    return try body()
  }

  /// Whether the phase has taken long by now; then the search has been given threads.
  private func takesLong(_ threads: SearchThreads) -> Bool {
    let now = threads.now()
    let start = start ?? now
    self.start = start
    guard now &- start >= threads.patience else { return false }
    if given == nil { given = threads.enter() }
    return true
  }

  /// Ends this thread's search because those of others have ended, if any has.
  ///
  /// - Throws: Damage, or else `cancelled`.
  func rethrow(_ failures: [Failure]) throws(SearchError) {
    let damage = failures.first { $0.error.code != .cancelled }
    guard let failure = damage ?? failures.first else { return }
    if damage == nil, failures.contains(where: \.isOutOfTime) { isOutOfTime = true }
    throw failure.error
  }
}
