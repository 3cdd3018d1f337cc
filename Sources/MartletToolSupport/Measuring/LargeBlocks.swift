#if canImport(Glibc)
  import Glibc
#endif

/// The allocation of large pieces of memory in this process.
package enum LargeBlocks {
  #if canImport(Glibc)
    /// `M_MMAP_THRESHOLD`, `M_TRIM_THRESHOLD` and `M_ARENA_MAX` of `mallopt`, which no module of
    /// the toolchain declares.
    private static let mappingThreshold: Int32 = -3
    private static let trimmingThreshold: Int32 = -1
    private static let arenaCount: Int32 = -8
    /// The size from which a piece of memory is mapped on its own, in bytes. The pages of each have
    /// to be cleared.
    private static let leastByteCount: Int32 = 2 << 20
    /// The size of the free end of the heap that is kept for later use, in bytes.
    private static let keptByteCount: Int32 = 8 << 20
    private typealias SetOption = @convention(c) (Int32, Int32) -> Int32
  #endif

  /// Makes the C library return each large piece of memory to the system as soon as it is freed.
  ///
  /// By default, glibc raises the size from which it does so to up to 32 MiB, each time such a
  /// piece is freed. A program that keeps allocating large pieces of many sizes then has a
  /// fragmented heap, several times the size of what is in use, and growing over time. The same
  /// happens if each thread has a heap of its own.
  package static func returnWhenFreed() {
    #if canImport(Glibc)
      // SAFETY: where a library of the process has a function of this name, it takes two integers.
      guard let found = unsafe dlsym(nil, "mallopt") else { return }
      let setOption = unsafe unsafeBitCast(found, to: SetOption.self)
      _ = setOption(mappingThreshold, leastByteCount)
      _ = setOption(trimmingThreshold, keptByteCount)
      _ = setOption(arenaCount, 1)
    #endif
  }
}
