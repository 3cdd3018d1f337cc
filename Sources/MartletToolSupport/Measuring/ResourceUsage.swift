#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The processor time and the memory that this process has used, as the system counts them.
package struct ResourceUsage: Sendable, Equatable {
  /// The time in the program's own code, in seconds, on all threads.
  package var userSeconds = 0.0
  /// The time in the system on behalf of the program, in seconds, on all threads.
  package var systemSeconds = 0.0
  /// The largest resident size so far, in bytes, including mapped pages of files.
  package var peakMemory = 0

  /// Creates a usage of zero.
  package init() {}

  /// The usage so far; zero if the system does not tell.
  package static var current: ResourceUsage {
    var usage = rusage()
    #if canImport(Glibc)
      let process = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let process = RUSAGE_SELF
    #endif
    // SAFETY: the call fills `usage`, which outlives it.
    guard unsafe getrusage(process, &usage) == 0 else { return ResourceUsage() }
    var result = ResourceUsage()
    result.userSeconds = seconds(usage.ru_utime)
    result.systemSeconds = seconds(usage.ru_stime)
    result.peakMemory = Int(usage.ru_maxrss) * memoryUnit
    return result
  }

  #if canImport(Darwin)
    private static let memoryUnit = 1
  #else
    private static let memoryUnit = 1024
  #endif

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }

  /// Returns the usage between two moments. The peak is that of the later one.
  package static func - (later: ResourceUsage, earlier: ResourceUsage) -> ResourceUsage {
    var difference = later
    difference.userSeconds -= earlier.userSeconds
    difference.systemSeconds -= earlier.systemSeconds
    return difference
  }
}
