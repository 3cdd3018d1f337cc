import Foundation
import Testing

/// Files that tests read: those of the package, and larger ones that may be absent.
enum TestData {
  /// The lines of a file in `Tests/MartletTests/Fixtures`, without comments.
  static func fixture(_ name: String) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    return try lines(of: folder.appendingPathComponent("Fixtures/\(name)"))
  }

  /// The lines of a file of the corpora beside the package, or nil, loudly, when it is absent.
  ///
  /// `path` is tried in `MARTLET_CORPORA`, where compressed corpora are unpacked, and in the
  /// folder `corpora` of `MARTLET_SHARED`, which is `../shared` unless set.
  static func corpus(_ path: String) throws -> [String]? {
    let environment = ProcessInfo.processInfo.environment
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL
    let shared =
      environment["MARTLET_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? package.appendingPathComponent("../shared")
    var folders = ["corpora/unpacked", "corpora"].map { shared.appendingPathComponent($0) }
    if let unpacked = environment["MARTLET_CORPORA"] {
      folders.insert(URL(fileURLWithPath: unpacked), at: 0)
    }
    for folder in folders {
      let file = folder.appendingPathComponent(path)
      if FileManager.default.fileExists(atPath: file.path) { return try lines(of: file) }
    }
    print("SKIPPED: \(path) is not in \(folders.map(\.path)); set MARTLET_SHARED")
    return nil
  }

  /// The seed of a random test: `MARTLET_SEED`, or always the same.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) } ?? 20_250_817
  }

  private static func lines(of file: URL) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The string of space-separated hexadecimal code points.
  static func string(hex: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for part in hex.split(separator: " ") {
      if let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
