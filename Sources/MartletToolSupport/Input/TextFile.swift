import Foundation

/// Small files, read as a whole.
package enum TextFile {
  /// Returns the text of the file at `path`.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be read or is not UTF-8.
  package static func read(_ path: String) throws(ToolFailure) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ToolFailure("\(path) cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ToolFailure("\(path) is not UTF-8 text")
    }
    return text
  }
}
