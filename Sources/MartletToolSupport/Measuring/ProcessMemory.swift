import Foundation

/// How much memory this process has used.
package enum ProcessMemory {
  /// The largest resident size so far, in bytes, as the system counts it: with mapped file pages.
  package static var peak: Int {
    var usage = rusage()
    #if canImport(Darwin)
      let (who, unit) = (RUSAGE_SELF, 1)
    #else
      let (who, unit) = (__rusage_who_t(RUSAGE_SELF.rawValue), 1024)
    #endif
    // SAFETY: the call fills `usage`, which outlives it.
    let status = unsafe getrusage(who, &usage)
    return status == 0 ? Int(usage.ru_maxrss) * unit : 0
  }
}
