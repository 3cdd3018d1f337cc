import Dispatch
import Synchronization

/// Work that waits until no batch has arrived for a while.
extension IndexCore {
  /// Calls `body` on the background queue as soon as no batch has arrived for `pause`, unless
  /// `work` is awaited already, or the index is being closed.
  @inline(never)
  func whenIdle(
    for pause: DispatchTimeInterval, _ work: IdleWork,
    _ body: @escaping @Sendable (IndexCore) -> Void
  ) {
    guard awaitingIdle.withLock({ $0.insert(work).inserted }) else { return }
    awaitIdle(after: state.version, pause, work, body)
  }

  /// Checks after each pause whether something was published after the state with the number
  /// `last`. The log does not tell, because without durability there is none.
  private func awaitIdle(
    after last: UInt64, _ pause: DispatchTimeInterval, _ work: IdleWork,
    _ body: @escaping @Sendable (IndexCore) -> Void
  ) {
    background.asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self else { return }
      let isClosing = isClosing.load(ordering: .relaxed)
      let newest = state.version
      if newest != last, !isClosing { return awaitIdle(after: newest, pause, work, body) }
      // A closing that fails lets the index go on, and its work wait again.
      _ = awaitingIdle.withLock { $0.remove(work) }
      if !isClosing { body(self) }
    }
  }
}
