import Dispatch

/// Refreshes an index again and again, until either is deallocated.
final class RefreshTimer: Sendable {
  private let queue = DispatchQueue(label: "martlet.refresh", qos: .utility)
  private let pause: DispatchTimeInterval

  /// Starts refreshing `core`, which is not retained, with this pause after each time.
  init(_ core: IndexCore, pause: Duration) {
    let (seconds, attoseconds) = pause.components
    let nanoseconds = max(1_000_000, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    self.pause = .nanoseconds(Int(clamping: nanoseconds))
    schedule(core)
  }

  private func schedule(_ core: IndexCore) {
    queue.asyncAfter(deadline: .now() + pause) { [weak self, weak core] in
      guard let self, let core else { return }
      core.refreshByItself()
      schedule(core)
    }
  }
}
