import MartletToolSupport

/// The contents of a file, if they are text.
enum FileContents: Equatable {
  /// Text in UTF-8.
  case text(String)
  /// Bytes that are no text: not UTF-8, or with a zero byte, which texts do not have.
  case other
  /// The file is not there, or the system refuses to read it.
  case unreadable

  /// Reads the file at `path`, up to the first zero byte.
  init(path: String) {
    do {
      let file = try InputFile(path: path)
      var bytes: [UInt8] = []
      var checked = 0
      while try file.readMore(into: &bytes) {
        if bytes[checked...].contains(0) {
          self = .other
          return
        }
        checked = bytes.count
      }
      self = String(validating: bytes, as: UTF8.self).map(Self.text) ?? .other
    } catch {
      self = .unreadable
    }
  }
}
