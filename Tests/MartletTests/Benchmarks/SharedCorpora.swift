import Foundation

/// Files that the tests read when they are there and that are not part of the package.
enum SharedCorpora {
  /// The contents of a file below the shared folder, which is `../shared` beside the package unless
  /// `MARTLET_SHARED` names another. Nil, after a loud line, when it is not there.
  static func file(_ path: String) -> Data? {
    let url = folder.appendingPathComponent(path)
    guard let data = try? Data(contentsOf: url) else {
      print("SKIPPED: \(url.path) is not there; set MARTLET_SHARED to the folder above it")
      return nil
    }
    return data
  }

  /// The contents of an xz file, unpacked by the system's `xz`; nil, after a loud line, without it.
  static func unpacked(_ path: String) -> Data? {
    let url = folder.appendingPathComponent(path)
    guard FileManager.default.fileExists(atPath: url.path) else { return file(path) }
    guard let data = output(of: ["xz", "-dc", url.path]) else {
      print("SKIPPED: \(url.path) cannot be unpacked; xz is needed")
      return nil
    }
    return data
  }

  /// Returns the output of a program; nil where it cannot be run, or no program can.
  private static func output(of command: [String]) -> Data? {
    #if os(macOS) || os(Linux)
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardOutput = pipe
      guard (try? process.run()) != nil else { return nil }
      let data = try? pipe.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      return data
    #else
      return nil
    #endif
  }

  static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["MARTLET_SHARED"] {
      return URL(fileURLWithPath: path)
    }
    return PackageFolder.url.deletingLastPathComponent().appendingPathComponent("shared")
  }
}
