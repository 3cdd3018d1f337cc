import Dispatch

extension MergeThreads {
  /// Returns `count` threads of the system's pool.
  static func concurrent(_ count: Int) -> MergeThreads {
    guard count > 1 else { return one }
    let bug = PlantedBug.current
    return MergeThreads(count: count) { count, body in
      DispatchQueue.concurrentPerform(iterations: count) { index in
        PlantedBug.planting(bug) { body(index) }
      }
    }
  }
}
