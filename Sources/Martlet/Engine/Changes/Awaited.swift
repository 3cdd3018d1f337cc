/// A value whose changes tasks can await.
///
/// Used by any number of threads. A waiting task blocks none of them.
final class Awaited<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var value: Value
    /// Increases with every change.
    var version: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content: Lock<Content>

  init(_ value: Value) { content = Lock(Content(value: value)) }

  /// Changes the value, and lets those who wait look at it.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
    let (result, waiters) = content.withLock { content in
      let result = change(&content.value)
      content.version += 1
      defer { content.waiters = [] }
      return (result, content.waiters)
    }
    for waiter in waiters { waiter.resume() }
    return result
  }

  /// Returns what `take` returns for the value, as soon as that is not nil; or nil if the task is
  /// cancelled.
  func next<Result: Sendable>(_ take: @Sendable (inout Value) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, version) = content.withLock { (take(&$0.value), $0.version) }
      if let result { return result }
      await withTaskCancellationHandler {
        await withCheckedContinuation { wait($0, after: version) }
      } onCancel: {
        update { _ in }
      }
    }
    return nil
  }

  /// Resumes `waiter` with the first change after `version`.
  private func wait(_ waiter: CheckedContinuation<Void, Never>, after version: UInt64) {
    let isChanged = content.withLock { content in
      if content.version == version { content.waiters.append(waiter) }
      return content.version != version
    }
    if isChanged { waiter.resume() }
  }
}
