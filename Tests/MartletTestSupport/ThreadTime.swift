import Foundation

/// The time for which a thread has computed, whatever else the machine does.
package enum ThreadTime {
  /// Returns the seconds that the calling thread computes in `body`.
  package static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
