/// Small files, read as a whole.
package enum TextFile {
  /// Returns the text of the file at `path`, which may be a pipe.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be read or is not UTF-8.
  package static func read(_ path: String) throws(ToolFailure) -> String {
    let bytes = try InputFile(path: path).readToEnd()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ToolFailure("\(path) is not UTF-8 text")
    }
    return text
  }
}
