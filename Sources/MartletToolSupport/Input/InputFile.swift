#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif
import Foundation

/// A file or the standard input, read from beginning to end.
///
/// The bytes are read by a system call. Those that Foundation returns stay in memory on Apple's
/// platforms until an autorelease pool is drained, and the loops of a tool have none.
package struct InputFile {
  /// The most bytes that one system call reads.
  private static let step = 1 << 16
  /// The milliseconds after which a wait looks for an interruption.
  private static let patience: Int32 = 200

  /// The path, or `standard input`, for error messages.
  package let name: String
  /// The size in bytes; nil if it is unknown.
  package let size: Int?
  private let file: FileHandle

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Throws: If there is no such file, it is a folder, or it cannot be opened.
  package init(path: String) throws(ToolFailure) {
    if path == "-" {
      name = "standard input"
      file = .standardInput
      size = nil
      return
    }
    var isFolder = ObjCBool(false)
    // SAFETY: the call writes one flag, which outlives it.
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      _ = try FileStatus(path: path)
      throw ToolFailure("there is no file at \(path)")
    }
    if isFolder.boolValue { throw ToolFailure("\(path) is a folder, not a file") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ToolFailure("\(path) cannot be opened for reading")
    }
    name = path
    self.file = file
    let status = FileStatus(descriptor: file.fileDescriptor)
    // That of a pipe says nothing about what will come.
    size = status?.kind == .file ? status?.size : nil
  }

  /// Appends the next bytes to `buffer`, at most 64 KiB. Returns false at the end.
  ///
  /// Waits only for the first byte, as when a person types.
  ///
  /// - Throws: `ToolFailure` if the file cannot be read, or the operation is interrupted meanwhile.
  package func readMore(into buffer: inout [UInt8]) throws(ToolFailure) -> Bool {
    guard waitForInput() else { throw ToolFailure("interrupted", status: .interrupted) }
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.step))
    let count = readAvailable(into: &buffer, from: start)
    let code = errno
    buffer.removeLast(Self.step - max(0, count))
    if count < 0 { throw ToolFailure("\(name) cannot be read (system error \(code))") }
    return count > 0
  }

  /// Returns all bytes that have not been read.
  ///
  /// - Throws: `ToolFailure` if the file cannot be read.
  package func readToEnd() throws(ToolFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while try readMore(into: &bytes) {}
    return bytes
  }

  /// Waits until there is something to read. Returns false if the operation is interrupted.
  private func waitForInput() -> Bool {
    var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while !Interruption.isRequested {
      // SAFETY: the call writes one `pollfd`, which outlives it.
      let count = unsafe poll(&request, 1, Self.patience)
      if count > 0 || count < 0 && errno != EINTR { return true }
    }
    return false
  }

  /// Returns the number of bytes read into `buffer` from offset `start`; negative if the system
  /// call failed.
  private func readAvailable(into buffer: inout [UInt8], from start: Int) -> Int {
    let descriptor = file.fileDescriptor
    // SAFETY: the call writes at most the bytes after `start`, which the buffer has.
    return unsafe buffer.withUnsafeMutableBytes { bytes in
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      while true {
        let count = unsafe read(descriptor, free.baseAddress, free.count)
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }
}
