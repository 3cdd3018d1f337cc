import Foundation

/// The system's description of a file, which is not read for it.
package struct FileStatus: Sendable, Equatable {
  /// The kinds of files that a tool tells apart.
  package enum Kind: Sendable {
    case file
    case folder
    case other
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of the contents, in seconds since 1970.
  package let modified: Double

  package init(kind: Kind, size: Int, modified: Double) {
    self.kind = kind
    self.size = size
    self.modified = modified
  }

  /// Asks for the file at `path`; of a symbolic link, that is the link itself. The result is nil if
  /// there is none.
  ///
  /// - Throws: ``ToolFailure`` if the system does not say, so that there may be one.
  package init?(path: String) throws(ToolFailure) {
    var status = stat()
    // SAFETY: the call writes one `stat`, which outlives it.
    guard unsafe lstat(path, &status) == 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else {
        let reason = code == EACCES ? "no permission" : "error \(code) of the system"
        throw ToolFailure("\(path) cannot be read (\(reason))")
      }
      return nil
    }
    self.init(status)
  }

  /// Asks for an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    // SAFETY: the call writes one `stat`, which outlives it.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int(clamping: status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
