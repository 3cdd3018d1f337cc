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

  /// Copies the folder of an open index to `copy`, as a crash would leave it: at a moment when no
  /// file comes or goes. Merges end in the background, and each makes and removes files.
  package func copyCrashed(_ name: String, to copy: String) throws {
    let (source, target) = (path(of: name), path(of: copy))
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: source))
    }
    for attempt in 1...1_000 {
      let before = try names()
      do {
        try FileManager.default.copyItem(atPath: source, toPath: target)
        if try names() == before { return }
      } catch  where attempt < 1_000 {
        // A file has gone since the folder was read.
      }
      try? FileManager.default.removeItem(atPath: target)
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: source])
  }

  /// The content of the file `name`; nil when there is none.
  package func content(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: name)).map { [UInt8]($0) }
  }

  /// Puts a file there behind the library's back.
  package func put(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
  }
}
