/// An open file of the operating system, closed when this value ends.
///
/// Never one of the numbers 0 to 2: code that prints to a closed standard stream would write into
/// the file.
struct FileDescriptor: ~Copyable, Sendable {
  let rawValue: Int32

  /// Takes over `rawValue`, which nobody else closes.
  init(adopting rawValue: Int32) { self.rawValue = rawValue }

  deinit { SystemCalls.closeIgnoringErrors(rawValue) }

  /// Gives the number up to somebody else who closes it.
  consuming func relinquish() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  /// Closes the file and reports what only closing finds out.
  consuming func close(file: String) throws(SearchError) {
    try SystemCalls.finish(relinquish(), file: file)
  }
}

/// The identity of a file, whatever its name: volume and number on it.
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

  /// The size that the system gives, as far as this platform can address it.
  ///
  /// - Throws: `limitExceeded` where `Int` has 32 bits and the file more than 2 GiB.
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
  /// As `chmod` takes them.
  let bits: UInt16

  /// Readable by everybody, writable by its owner.
  init() { bits = 0o644 }

  /// As in the permissions of a file or folder that exists.
  init(permissions: UInt32) { bits = UInt16(truncatingIfNeeded: permissions & 0o777) }

  /// For a file in a folder with these permissions: readable by those who may look into it.
  var forFiles: FileMode {
    FileMode(permissions: 0o600 | UInt32(bits) & 0o044)
  }
}
