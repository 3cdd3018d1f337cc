/// The identity of a file, independent of its name: the volume and the number of the file on it.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}

/// The operating system's description of an open file.
struct FileStatus: Sendable {
  var isRegular: Bool
  var byteCount: Int
  var identity: FileIdentity
  /// The permissions of the file.
  var mode: FileMode

  /// Returns the size that the system reports, as an `Int`.
  ///
  /// - Throws: `limitExceeded` if `Int` has 32 bits and the file is larger than 2 GiB.
  static func byteCount(_ size: Int64, _ name: String) throws(SearchError) -> Int {
    guard let count = Int(exactly: size) else {
      throw SearchError(
        .limitExceeded, "the file has \(size) bytes, and this platform reads up to \(Int.max)",
        file: name)
    }
    return count
  }
}

/// The permissions to read and write a file.
struct FileMode: Sendable, Equatable {
  /// The permission bits as `chmod` takes them.
  let bits: UInt16

  /// Creates the permissions of a file that all users may read and its owner may write.
  init() { bits = 0o644 }

  /// The permissions of a new folder that all users may list and its owner may write.
  static var folder: FileMode { FileMode(permissions: 0o755) }

  /// Creates permissions from those of an existing file or folder.
  init(permissions: UInt32) { bits = UInt16(truncatingIfNeeded: permissions & 0o777) }

  /// The permissions for another folder of the process, which whoever may list this one may list.
  var forFolders: FileMode {
    FileMode(permissions: 0o700 | UInt32(bits) & 0o055)
  }

  /// The permissions for a file in a folder with these permissions: whoever may list the folder may
  /// read the file.
  var forFiles: FileMode {
    FileMode(permissions: 0o600 | UInt32(bits) & 0o044)
  }
}
