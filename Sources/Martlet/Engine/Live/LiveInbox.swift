/// The newest request of a live search, and what makes it run.
///
/// Holds one request at a time, however many arrive: a newer one takes the place of the one before,
/// and cancels the task that searches for it. So a slow consumer delays no one, and is given only
/// what is newest when it asks. Used by any number of threads.
final class LiveInbox: Sendable {
  /// A wait before a request is searched for; throws if the task is cancelled.
  typealias Pause = @Sendable () async throws -> Void

  /// A search to run.
  struct Turn: Sendable {
    var number: Int
    var request: SearchRequest
    var pause: Pause?
  }

  private struct Content: Sendable {
    /// The newest request; nil if there is nothing to search for.
    var newest: Turn?
    /// The number of requests so far.
    var count = 0
    /// The number of the last request that was answered.
    var answered = 0
    /// True if the documents have changed since the last search began.
    var isChanged = false
    /// The wait that began with the first of these changes.
    var changePause: Pause?
    /// True if there are no more requests.
    var isEnded = false
    /// True if there are no more changes to follow.
    var isUnchanging: Bool
    var isClosed = false
    /// The error with which the requests ended.
    var failure: (any Error)?
    /// Cancels the search that runs.
    var cancel: (@Sendable () -> Void)?

    func isNewest(_ turn: Turn) -> Bool { !isClosed && newest?.number == turn.number }
  }

  private let content: Awaited<Content>
  /// Returns the wait after a change, from now on, for which others that follow it are combined.
  private let beginPause: @Sendable () -> Pause?

  /// Creates an inbox.
  ///
  /// - Parameters:
  ///   - followsChanges: True if changes of the documents make the newest request run again.
  ///   - beginPause: Returns the wait after such a change, which begins with the call.
  init(followsChanges: Bool, beginPause: @escaping @Sendable () -> Pause? = { nil }) {
    content = Awaited(Content(isUnchanging: !followsChanges))
    self.beginPause = beginPause
  }

  /// Returns what begins a wait of `interval`, which ends at the same time whoever asks for it
  /// when.
  static func pauses(
    of interval: Duration, _ clock: some Clock<Duration>
  ) -> @Sendable () -> Pause? {
    {
      let end = clock.now.advanced(by: interval.forWaiting)
      return { try await clock.sleep(until: end, tolerance: nil) }
    }
  }

  /// Makes `request` the newest one, or nil to search for nothing. Returns its number.
  ///
  /// - Parameter pause: A wait before the search, if no newer request arrives meanwhile.
  @discardableResult
  func put(_ request: SearchRequest?, pause: Pause? = nil) -> Int {
    let (count, cancel) = content.update { content in
      content.count += 1
      content.newest = request.map { Turn(number: content.count, request: $0, pause: pause) }
      defer { content.cancel = nil }
      return (content.count, content.cancel)
    }
    cancel?()
    return count
  }

  /// Records that the documents, or the words of queries, have changed.
  func noteChange() {
    content.update { content in
      if !content.isChanged { content.changePause = beginPause() }
      content.isChanged = true
    }
  }

  /// Records that there are no more changes.
  func endChanges() { content.update { $0.isUnchanging = true } }

  /// Records that there are no more requests.
  func end(_ failure: (any Error)? = nil) {
    content.update { content in
      content.isEnded = true
      content.failure = failure
    }
  }

  /// Ends everything.
  func close() {
    let cancel = content.update { content in
      content.isClosed = true
      return content.cancel
    }
    cancel?()
  }

  /// Waits for something to search for.
  ///
  /// - Returns: Nil when there will be nothing more, and if the task is cancelled. The error with
  ///   which the requests ended comes once, after all before were answered.
  func next() async -> Result<Turn, any Error>? {
    let next: Result<Turn, any Error>?? = await content.next { content in
      if content.isClosed { return .some(nil) }
      if let newest = content.newest, newest.number > content.answered { return .success(newest) }
      if content.isChanged, var again = content.newest {
        // Nothing will be combined with the last changes.
        again.pause = content.isUnchanging ? nil : content.changePause
        return .success(again)
      }
      guard content.isEnded, content.isUnchanging || content.failure != nil else { return nil }
      defer { content.failure = nil }
      return .some(content.failure.map { .failure($0) })
    }
    return next ?? nil
  }

  /// Records that a search begins, which sees all changes so far.
  func beginSearch() { content.update { $0.isChanged = false } }

  /// Records that the task for `turn` runs, which `cancel` cancels: at once if there is a newer
  /// request already.
  func begin(_ turn: Turn, cancel: @escaping @Sendable () -> Void) {
    let isOvertaken = content.update { content in
      if content.isNewest(turn) { content.cancel = cancel }
      return !content.isNewest(turn)
    }
    if isOvertaken { cancel() }
  }

  /// Records that the task for `turn` has ended. Returns false if there is a newer request, so that
  /// its answer must not be given.
  func finish(_ turn: Turn) -> Bool {
    content.update { content in
      guard content.isNewest(turn) else { return false }
      content.answered = turn.number
      content.cancel = nil
      return true
    }
  }
}
