import Foundation

/// An empty folder that is removed, with all it holds, when the last reference goes.
package final class TemporaryFolder: Sendable {
  /// The path of the folder.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-test-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` within the folder.
  package func path(of name: String) -> String { path + "/" + name }

  /// The content of the file `name`; nil when there is none.
  package func content(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: name)).map { [UInt8]($0) }
  }

  /// Puts a file there behind the library's back.
  package func put(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
  }
}
