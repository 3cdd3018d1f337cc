import Dispatch

/// Does something again and again, until it is deallocated or there is nothing more to do.
final class RefreshTimer: Sendable {
  private let queue = DispatchQueue(label: "martlet.refresh", qos: .utility)
  private let pause: DispatchTimeInterval
  private let body: @Sendable () -> Bool

  /// Starts calling `body`, with this pause before each time, until it returns false.
  init(pause: Duration, _ body: @escaping @Sendable () -> Bool) {
    self.body = body
    // From a millisecond to a day.
    self.pause = .milliseconds(Int(min(max(1, pause / .milliseconds(1)), 86_400_000)))
    schedule()
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in
      if let self, body() { schedule() }
    }
  }
}
