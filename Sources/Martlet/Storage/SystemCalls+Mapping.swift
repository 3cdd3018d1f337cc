#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Files in memory, and large pieces of memory.
extension SystemCalls {
  /// Maps the first `byteCount` bytes for reading.
  ///
  /// - Precondition: `byteCount` is positive and not larger than the file.
  /// - Returns: The address, or nil if the system has no room for a mapping or the volume cannot
  ///   map.
  @unsafe
  static func map(
    _ file: borrowing FileDescriptor, byteCount: Int, _ name: String
  ) throws(SearchError) -> UnsafeRawPointer? {
    SystemCallObserver.willCall("map the file", name)
    // SAFETY: the system chooses the address, so no memory of this process is mapped over.
    let address: UnsafeMutableRawPointer? = unsafe mmap(
      nil, byteCount, PROT_READ, MAP_SHARED, file.rawValue, 0)
    if let address = unsafe address, unsafe address != UnsafeMutableRawPointer(bitPattern: -1) {
      return UnsafeRawPointer(address)
    }
    if errno == ENOMEM || errno == ENODEV { return nil }
    throw failure("map the file", name, errno)
  }

  /// Ends a mapping that ``map(_:byteCount:_:)`` created.
  @unsafe
  static func unmap(_ address: UnsafeRawPointer, byteCount: Int) {
    // SAFETY: the caller hands over a whole mapping that is not read any more.
    _ = unsafe munmap(UnsafeMutableRawPointer(mutating: address), byteCount)
  }

  /// Returns new memory, to be freed with `deallocate`. Megabytes of it come in pages of 2 MiB if
  /// the system has such: they are faster to get, and faster to reach in no order.
  @unsafe
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    #if os(Linux) || os(Android)
      if byteCount >= 2 * largePageSize {
        let memory = UnsafeMutableRawPointer.allocate(
          byteCount: byteCount, alignment: largePageSize)
        // SAFETY: the memory is new and has these bytes. Whether the system does as it is advised
        // changes none of them.
        _ = unsafe madvise(memory, byteCount / largePageSize * largePageSize, MADV_HUGEPAGE)
        return unsafe memory
      }
    #endif
    return .allocate(byteCount: byteCount, alignment: 16)
  }

  /// Lets the system reclaim the memory behind a mapping of a file. The bytes are loaded again when
  /// they are read.
  @unsafe
  static func releasePages(_ address: UnsafeRawPointer, byteCount: Int) {
    // SAFETY: the caller passes a whole read-only mapping, whose bytes do not change.
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: address), byteCount, MADV_DONTNEED)
  }

  /// Loads bytes of a mapping of a file into memory, and returns false if the device cannot read
  /// them: this process would end if it touched them.
  ///
  /// Only Linux (from 5.14 on) can tell; elsewhere this returns true at once.
  @unsafe
  static func load(_ address: UnsafeRawPointer, byteCount: Int) -> Bool {
    #if os(Linux) || os(Android)
      let before = Int(UInt(bitPattern: address) % pageSize)
      // SAFETY: the caller passes bytes of a mapping, which begins where a page begins; nothing
      // changes.
      let status = unsafe madvise(
        UnsafeMutableRawPointer(mutating: address - before), before + byteCount, populateForReading)
      return status == 0 || errno != EFAULT && errno != EHWPOISON
    #else
      return true
    #endif
  }

  #if os(Linux) || os(Android)
    /// `MADV_POPULATE_READ`, which the headers of older systems lack.
    private static let populateForReading: Int32 = 22
    /// The size of a large page of memory in bytes, on the processors where Linux has one size.
    private static let largePageSize = 2 << 20
    /// The size of a page of memory in bytes.
    private static let pageSize = UInt(max(1, sysconf(Int32(_SC_PAGESIZE))))
  #endif
}
