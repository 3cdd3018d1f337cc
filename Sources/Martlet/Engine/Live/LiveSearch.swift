/// The answers to the newest request of an inbox, one after the other.
///
/// An answer is given only if no newer request has arrived until then, so answers never go back,
/// and the last one is that of the last request. Nothing is searched ahead of its consumer.
///
/// Not generic, because asynchronous code that is takes much room in a program.
struct LiveSearch: Sendable {
  let inbox: LiveInbox
  let search: @Sendable (SearchRequest) async throws -> any Sendable

  /// An answer, or the reason why there is none.
  struct Outcome: Sendable {
    /// The number of the request, as ``LiveInbox/put(_:pause:)`` returned it; 0 for the end of the
    /// requests.
    var number: Int
    var result: Result<any Sendable, any Error>
  }

  /// Waits for the next answer.
  ///
  /// - Returns: Nil when there will be none, and if the task is cancelled.
  func next() async -> Outcome? {
    while let next = await inbox.next() {
      guard case .success(let turn) = next else {
        return Outcome(number: 0, result: next.map { $0 })
      }
      let result = await result(of: turn)
      if Task.isCancelled {
        // What has changed is for whoever asks next.
        inbox.noteChange()
        return nil
      }
      if inbox.finish(turn) { return Outcome(number: turn.number, result: result) }
    }
    return nil
  }

  private func result(of turn: LiveInbox.Turn) async -> Result<any Sendable, any Error> {
    let work = Task { [inbox, search] in
      try await turn.pause?()
      try Task.checkCancellation()
      inbox.beginSearch()
      return try await search(turn.request)
    }
    inbox.begin(turn) { work.cancel() }
    return await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
  }
}

/// Ends a live search when its last reference goes: nothing is searched for nobody.
final class LiveSession: Sendable {
  let inbox: LiveInbox
  private let subscription: ChangeSubscription?
  private let feeder = Lock<Task<Void, Never>?>(nil)

  /// Creates a session whose inbox hears of the changes that `hub` sends, if there is one.
  init(
    _ hub: ChangeHub?, beginPause: @escaping @Sendable () -> LiveInbox.Pause? = { nil }
  ) {
    let inbox = LiveInbox(followsChanges: hub != nil, beginPause: beginPause)
    self.inbox = inbox
    subscription = hub?.subscribe(
      ChangeHub.Follower { _ in
        inbox.noteChange()
      } finish: {
        inbox.endChanges()
      })
  }

  deinit {
    feeder.withLock { $0 }?.cancel()
    inbox.close()
  }

  /// Puts what `make` returns for each element of a sequence into the inbox, from now on.
  func feed<Requests: AsyncSequence & Sendable>(
    _ requests: Requests,
    _ make: @escaping @Sendable (Requests.Element) -> (SearchRequest, LiveInbox.Pause?)
  ) {
    let task = Task { [inbox] in
      do {
        for try await element in requests {
          let (request, pause) = make(element)
          inbox.put(request, pause: pause)
        }
        inbox.end()
      } catch {
        inbox.end(error)
      }
    }
    feeder.withLock { $0 = task }
  }
}
