/// The protection of an index's files by Apple's mobile systems while the device is locked. Ignored
/// elsewhere.
///
/// There is no class that makes files unreadable whenever the device is locked: the files are mapped,
/// and a search that touches one then would end the process.
public enum FileProtection: Sendable, Hashable {
  /// Readable from the first unlocking after a start on, also while the device is locked again.
  /// `NSFileProtectionCompleteUntilFirstUserAuthentication`.
  case untilFirstUnlock
  /// Always readable. `NSFileProtectionNone`.
  case none
  /// The class of the folder. Only for folders whose class is one of the others.
  case inherited

  /// The number of the class for `fcntl`; nil to leave it as it is.
  var classNumber: Int32? {
    switch self {
    case .untilFirstUnlock: 3
    case .none: 4
    case .inherited: nil
    }
  }
}
