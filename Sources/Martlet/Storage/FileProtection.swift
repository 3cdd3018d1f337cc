/// The protection of an index's files on Apple's mobile systems while the device is locked. Ignored
/// on other systems.
///
/// There is no case for files that are unreadable whenever the device is locked: the files are
/// mapped, and a search that reads a mapped page then would end the process.
public enum FileProtection: Sendable, Hashable {
  /// The files are readable once the device has been unlocked for the first time after a start,
  /// even while it is locked again. Corresponds to
  /// `NSFileProtectionCompleteUntilFirstUserAuthentication`.
  case untilFirstUnlock
  /// The files are always readable. Corresponds to `NSFileProtectionNone`.
  case none
  /// The files have the protection class of the folder, which must be one of the other two.
  case inherited

  /// The number of the class for `fcntl`; nil to leave the class as it is.
  var classNumber: Int32? {
    switch self {
    case .untilFirstUnlock: 3
    case .none: 4
    case .inherited: nil
    }
  }
}
