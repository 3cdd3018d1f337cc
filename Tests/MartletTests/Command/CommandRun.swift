import Foundation
import MartletToolSupport

@testable import MartletCommand

/// A folder for one test, with files in it, where the commands are run.
struct CommandRun: ~Copyable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Puts a file there, with the folders it needs.
  func write(_ name: String, _ text: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Puts a file there that was changed at `date`, as whoever looks for it sees at once.
  func place(_ name: String, _ text: String, at date: Date) throws {
    let aside = path("aside")
    try Data(text.utf8).write(to: URL(fileURLWithPath: aside))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: aside)
    let target = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard unsafe rename(aside, target.path) == 0 else { throw POSIXError(.EIO) }
  }

  /// Runs a command line; words that begin with `@` are paths in the folder.
  func callAsFunction(_ line: String) -> ToolStatus {
    let words = line.split(separator: " ").map { word in
      word.hasPrefix("@") ? path(String(word.dropFirst())) : String(word)
    }
    return Main.tool.run(words)
  }
}
