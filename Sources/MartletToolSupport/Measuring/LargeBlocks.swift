#if canImport(Glibc)
  import Glibc
#endif

/// The large blocks of memory of this process.
package enum LargeBlocks {
  #if canImport(Glibc)
    /// `M_MMAP_THRESHOLD`, `M_TRIM_THRESHOLD` and `M_ARENA_MAX` of `mallopt`, which no module of the
    /// toolchain declares.
    private static let mappingThreshold: Int32 = -3
    private static let trimmingThreshold: Int32 = -1
    private static let arenaCount: Int32 = -8
    /// Blocks from this size on are mapped alone. Each costs the clearing of its pages.
    private static let leastByteCount: Int32 = 2 << 20
    /// Bytes at the end of the heap that are kept for the next blocks.
    private static let keptByteCount: Int32 = 8 << 20
    private typealias SetOption = @convention(c) (Int32, Int32) -> Int32
  #endif

  /// Makes the system's library give each large block back as soon as it is freed.
  ///
  /// Left alone, glibc raises the size from which it does so up to 32 MiB, each time such a block is
  /// freed. A program that makes large blocks of many sizes for long then has a heap full of gaps,
  /// several times the size of what is in use, and more the longer it runs. So has one whose threads
  /// have a heap each.
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
