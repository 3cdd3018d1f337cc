import Dispatch

extension MergeThreads {
  /// Returns `count` threads of the system's pool, which never has more than some hundreds.
  static func concurrent(_ count: Int) -> MergeThreads {
    guard count > 1 else { return one }
    let bug = PlantedBug.current
    return MergeThreads(count: min(count, mostThreads)) { count, body in
      DispatchQueue.concurrentPerform(iterations: count) { index in
        PlantedBug.planting(bug) { body(index) }
      }
    }
  }

  private static let mostThreads = 1_024
}
