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

/// A file or the standard input, read from its beginning to its end.
///
/// The bytes come from the system itself: those that Foundation returns live on, on Apple's
/// platforms, until an autorelease pool is drained, and the loops of a tool have none.
package struct InputFile {
  /// The most bytes of one call to the system.
  private static let step = 1 << 16

  /// The path, or that it is the standard input, for a complaint.
  package let name: String
  /// The size in bytes; nil when it is not known.
  package let size: Int?
  private let file: FileHandle

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` when there is no such file, it is a folder, or it may not be read.
  package init(path: String) throws {
    if path == "-" {
      name = "standard input"
      file = .standardInput
      size = nil
      return
    }
    var isFolder = ObjCBool(false)
    // SAFETY: the call writes one flag, which outlives it.
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolFailure("there is no file at \(path)")
    }
    if isFolder.boolValue { throw ToolFailure("\(path) is a folder, not a file") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ToolFailure("\(path) cannot be opened for reading")
    }
    name = path
    self.file = file
    size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  /// Puts the next bytes behind those in `buffer`, at most 64 KiB. False at the end.
  ///
  /// Waits for the first byte only, as when a person types.
  package func readMore(into buffer: inout [UInt8]) throws(ToolFailure) -> Bool {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.step))
    let count = readAvailable(into: &buffer, from: start)
    let code = errno
    buffer.removeLast(Self.step - max(0, count))
    if count < 0 { throw ToolFailure("\(name) cannot be read (system error \(code))") }
    return count > 0
  }

  /// All that has not been read.
  package func readToEnd() throws(ToolFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while try readMore(into: &bytes) {}
    return bytes
  }

  /// The number of bytes read into the end of `buffer`; negative when the system refuses.
  private func readAvailable(into buffer: inout [UInt8], from start: Int) -> Int {
    let descriptor = file.fileDescriptor
    // SAFETY: the call writes at most the bytes behind `start`, which the buffer has.
    return unsafe buffer.withUnsafeMutableBytes { bytes in
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      while true {
        let count = unsafe read(descriptor, free.baseAddress, free.count)
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }
}
