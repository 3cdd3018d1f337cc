import Foundation

/// The folder of this package's sources, found from the place of this file.
enum PackageFolder {
  static let url = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The text of a file of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }
}

/// One Swift file of the package.
struct PackageFile: Sendable {
  /// Relative to the package.
  var path: String
  var text: String
  var source: SwiftSource

  /// All Swift files of the package, by path. Read once for all tests.
  static let all: [PackageFile] = ["Sources", "Benchmarks", "stopwords", "Tests"].flatMap { top in
    let folder = PackageFolder.url.appendingPathComponent(top).path
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let text = try? PackageFolder.text("\(top)/\(path)")
      return text.map { PackageFile(path: "\(top)/\(path)", text: $0, source: SwiftSource($0)) }
    }
  }

  /// All of it that is not tests.
  static var product: [PackageFile] { all.filter { !$0.path.hasPrefix("Tests/") } }

  /// True when a program wrote the file; it says so, and which, in its first line.
  var isGenerated: Bool { Self.isGenerated(text) }

  static func isGenerated(_ text: String) -> Bool {
    text.prefix { $0 != "\n" }.lowercased().contains("generated")
  }
}
