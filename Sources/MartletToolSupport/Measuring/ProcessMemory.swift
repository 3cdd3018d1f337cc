#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The memory that this process has used.
package enum ProcessMemory {
  /// The largest resident size so far, in bytes, as the system counts it: with mapped file pages.
  package static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      let process = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let process = RUSAGE_SELF
    #endif
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    // SAFETY: the call fills `usage`, which outlives it.
    let status = unsafe getrusage(process, &usage)
    return status == 0 ? Int(usage.ru_maxrss) * unit : 0
  }
}
