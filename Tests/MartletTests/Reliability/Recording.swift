import MartletTestSupport

@testable import Martlet

/// The disk of a run before each of its changes, with what the index owed at that moment.
final class Recording: Sendable {
  private let recorded = Lock<[Situation]>([])

  /// Records from now on.
  init(_ run: ScriptRun) {
    let promise = run.promise
    run.disk.observeChanges { disk in
      let situation = Situation(disk: disk, promise: promise.now)
      self.recorded.withLock { $0.append(situation) }
    }
  }

  /// All that was recorded, and the end.
  func finish(_ run: ScriptRun) -> [Situation] {
    run.disk.observeChanges(nil)
    return recorded.withLock { $0 } + [run.situation]
  }
}
