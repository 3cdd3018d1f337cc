#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The processor time of this process, whatever else the machine did.
enum ProcessorTime {
  /// The seconds since the process began.
  static var seconds: Double {
    var time = timespec()
    // SAFETY: the call fills `time`, which outlives it.
    let status = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return status == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 : 0
  }

  /// Makes the allocator keep freed memory if it can, so that pages that the system has to clear
  /// again are not part of what is measured.
  static func keepMemory() {
    let block = [UInt8](repeating: 1, count: 30 << 20)
    precondition(block.last == 1, "the memory was not filled")
  }
}
