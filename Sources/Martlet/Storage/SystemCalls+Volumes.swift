#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The calls that depend on the volume: durability, free space, protection and sharing.
///
/// SAFETY: Swift lends every call below its out-parameters for as long as it runs, and the system
/// writes no more than their type.
extension SystemCalls {
  #if canImport(Darwin)
    /// `F_BARRIERFSYNC`: hands everything to the drive, which keeps the order.
    private static let orderCommand: Int32 = 85
    /// `F_SETPROTECTIONCLASS`.
    private static let protectionCommand: Int32 = 64
  #endif

  /// Makes a file's bytes, or a folder's names, durable: on the medium itself if the system can do
  /// that. A volume that cannot sync folders keeps names at once.
  ///
  /// - Throws: `durabilityUnknown` if that fails.
  static func synchronize(
    _ file: borrowing FileDescriptor, _ flush: Flush, isFolder: Bool = false, _ name: String
  ) throws(SearchError) {
    let raw = file.rawValue
    do throws(SearchError) {
      #if canImport(Darwin)
        // On Apple systems `fsync` leaves the bytes in the drive's cache. `F_FULLFSYNC` empties it,
        // and a barrier keeps the drive from writing later bytes first. Volumes that know neither,
        // among them some of external drives, refuse the one or both.
        if flush == .ordered, try control(raw, orderCommand, name) { return }
        if try control(raw, F_FULLFSYNC, name) { return }
        _ = try attempt("synchronize", name) { fsync(raw) }
      #else
        _ = try attempt("synchronize", name) {
          guard isFolder else { return fdatasync(raw) }
          return fsync(raw) == 0 || errno == EINVAL ? 0 : -1
        }
      #endif
    } catch {
      throw SearchError(.durabilityUnknown, error.message, file: name)
    }
  }

  #if canImport(Darwin)
    /// Sends `command` to the volume; returns false when the volume does not support it.
    private static func control(
      _ raw: Int32, _ command: Int32, _ name: String
    ) throws(SearchError) -> Bool {
      while fcntl(raw, command) == -1 {
        let code = errno
        switch code {
        case EINTR: continue
        case ENOTSUP, EINVAL, ENOTTY, ENODEV, EPERM: return false
        default: throw failure("synchronize", name, code)
        }
      }
      return true
    }
  #endif

  /// Gives the file, or all files that will be created in the folder, a protection class. Volumes
  /// without protection classes refuse, and need none.
  static func protect(_ file: borrowing FileDescriptor, _ protection: FileProtection) {
    #if canImport(Darwin) && !os(macOS)
      guard let number = protection.classNumber else { return }
      _ = fcntl(file.rawValue, protectionCommand, number)
    #endif
  }

  /// Returns the number of bytes that this process may still write to the volume of `folder`; nil
  /// if the system does not report it.
  static func availableByteCount(_ folder: borrowing FileDescriptor) -> UInt64? {
    #if canImport(Darwin)
      var found = statfs()
      guard unsafe fstatfs(folder.rawValue, &found) == 0 else { return nil }
      let (count, isTooLarge) = UInt64(found.f_bavail)
        .multipliedReportingOverflow(by: UInt64(found.f_bsize))
    #else
      var found = statvfs()
      guard unsafe fstatvfs(folder.rawValue, &found) == 0 else { return nil }
      let (count, isTooLarge) = UInt64(found.f_bavail)
        .multipliedReportingOverflow(by: UInt64(found.f_frsize))
    #endif
    return isTooLarge ? .max : count
  }

  /// Returns true if other machines may write to the folder at the same time, so that locks may
  /// have no effect. False if the system does not tell.
  static func isOnSharedVolume(_ folder: borrowing FileDescriptor) -> Bool {
    #if os(macOS)
      var found = statfs()
      guard unsafe fstatfs(folder.rawValue, &found) == 0 else { return false }
      return UInt32(found.f_flags) & UInt32(MNT_LOCAL) == 0
    #elseif canImport(Darwin)
      return false
    #else
      guard let device = try? status(of: folder, ".").identity.device else { return false }
      return MountTable.current().isSharedVolume(device: device)
    #endif
  }

  /// Returns true if there is a process with this number. True when the system does not tell.
  static func isRunning(processID: Int32) -> Bool {
    kill(processID, 0) == 0 || errno != ESRCH
  }
}
