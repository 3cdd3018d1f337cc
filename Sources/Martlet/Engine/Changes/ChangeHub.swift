import Synchronization

/// Those who follow the changes of an index. Costs a write nothing but a load while there are none.
///
/// Used by any number of threads.
final class ChangeHub: Sendable {
  /// One who follows. Both closures are called with locks held, so they only take note.
  struct Follower: Sendable {
    var send: @Sendable (ChangeSet) -> Void
    /// Called once, after the last change.
    var finish: @Sendable () -> Void
  }

  private struct State {
    var followers: [Int: Follower] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Lock(State())
  private let count = Atomic(0)

  /// True if anyone follows.
  var isUsed: Bool { count.load(ordering: .relaxed) > 0 }

  /// Sends all changes that are published from now on to `follower`, until the result is
  /// deallocated.
  func subscribe(_ follower: Follower) -> ChangeSubscription {
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.nextNumber += 1
      state.followers[state.nextNumber] = follower
      count.store(state.followers.count, ordering: .relaxed)
      return state.nextNumber
    }
    if number == nil { follower.finish() }
    return ChangeSubscription(self, number)
  }

  fileprivate func remove(_ number: Int) {
    state.withLock { state in
      state.followers[number] = nil
      count.store(state.followers.count, ordering: .relaxed)
    }
  }

  /// Sends changes that the state `version` has.
  func send(_ changes: @autoclosure () -> ChangeSet, _ version: UInt64) {
    guard isUsed else { return }
    var changes = changes()
    guard !changes.isEmpty else { return }
    changes.publish(version)
    for follower in state.withLock({ Array($0.followers.values) }) { follower.send(changes) }
  }

  /// Tells all that there are no more changes.
  func finish() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      state.isFinished = true
      return Array(state.followers.values)
    }
    for follower in followers { follower.finish() }
  }
}

/// A subscription to the changes of an index, for as long as it is referenced.
final class ChangeSubscription: Sendable {
  private let hub: ChangeHub
  private let number: Int?

  fileprivate init(_ hub: ChangeHub, _ number: Int?) {
    self.hub = hub
    self.number = number
  }

  deinit { if let number { hub.remove(number) } }
}
