import Dispatch

/// Refreshes an index again and again, until either is deallocated.
final class RefreshTimer: Sendable {
  private let queue = DispatchQueue(label: "martlet.refresh", qos: .utility)
  private let pause: DispatchTimeInterval

  /// Starts refreshing `core`, which is not retained, with this pause after each time.
  init(_ core: IndexCore, pause: Duration) {
    // From a millisecond to a day.
    self.pause = .milliseconds(Int(min(max(1, pause / .milliseconds(1)), 86_400_000)))
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
