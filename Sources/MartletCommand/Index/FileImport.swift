import Foundation
import Martlet
import MartletToolSupport

/// Reads the text files of a folder into an index, each as one document named by its path.
struct FileImport {
  /// The size of the largest file that is read, in bytes: all of it is in memory, several times.
  private static let largestFile = 1 << 28

  private let root: String
  private let analyzer: String

  init(root: String, analyzer: String) {
    self.root = root
    self.analyzer = analyzer
  }

  private var schema: RecordSchema {
    RecordSchema(fields: [
      .text("path", analyzer: analyzer, weight: 2), .text("text", analyzer: analyzer),
    ])
  }

  /// Reads all files into the index in a folder.
  ///
  /// - Throws: ``ToolFailure`` if the folder of the files cannot be read or has no files; the
  ///   errors of writing the index.
  func run(into folder: String) throws {
    let files = try self.files()
    let total = files.reduce(0) { $0 + $1.size }
    var loader = try RecordLoader(folder: folder, schema: schema, totalBytes: total)
    do {
      try fill(&loader, files)
    } catch {
      throw loader.abandon(because: error)
    }
  }

  private func fill(_ loader: inout RecordLoader, _ files: [(path: String, size: Int)]) throws {
    var bytesRead = 0
    var leftOut = 0
    for (path, size) in files {
      bytesRead += size
      guard size <= Self.largestFile, let contents = Self.text("\(root)/\(path)") else {
        leftOut += 1
        continue
      }
      let text = Self.source(of: path).text(of: contents)
      let record = Record(key: path, fields: ["path": .string(path), "text": .string(text)])
      try loader.add(record, place: path, bytesRead: bytesRead)
    }
    try loader.finish(bytesRead: bytesRead)
    if leftOut > 0 {
      print(
        "\(Figures.count(leftOut, "file")) left out: not readable, not UTF-8 text, or larger than "
          + "256 MiB")
    }
  }

  /// Returns the paths of all files below the root and their sizes, in order, without hidden ones.
  /// Prints the folders that cannot be read.
  func files() throws -> [(path: String, size: Int)] {
    guard (try? FileManager.default.contentsOfDirectory(atPath: root)) != nil else {
      throw ToolFailure("there is no folder at \(root), or none that can be read")
    }
    var files: [(path: String, size: Int)] = []
    var unreadable: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: root + folder) else {
        unreadable.append(root + folder)
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let attributes = try? FileManager.default.attributesOfItem(
          atPath: "\(root)\(folder)/\(name)")
        switch attributes?[.type] as? FileAttributeType {
        case .typeDirectory: folders.append("\(folder)/\(name)")
        case .typeRegular:
          let path = String("\(folder)/\(name)".dropFirst())
          files.append((path, attributes?[.size] as? Int ?? 0))
        default: continue
        }
      }
    }
    if !unreadable.isEmpty {
      StandardError.print(
        "\(Figures.count(unreadable.count, "folder")) left out that cannot be read: "
          + unreadable.sorted().prefix(3).joined(separator: ", "))
    }
    guard !files.isEmpty else { throw ToolFailure("\(root) has no files") }
    return files.sorted { $0.path < $1.path }
  }

  /// Returns the kind of text in a file, by the extension of its name.
  static func source(of path: String) -> TextSource {
    switch path.split(separator: ".").last?.lowercased() {
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: .plain
    }
  }

  /// Returns the text of a file, or nil if it is not UTF-8, or has a zero byte, which texts do not
  /// have.
  static func text(_ path: String) -> String? {
    guard let bytes = try? InputFile(path: path).readToEnd(), !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
