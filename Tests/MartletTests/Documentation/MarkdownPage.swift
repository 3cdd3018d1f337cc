import Foundation

/// A page of the documentation, with the parts of it that tests compare with the code.
struct MarkdownPage {
  /// The path, relative to the package.
  var path: String
  var text: String

  /// The pages of the DocC catalog, by path. Read once for all tests.
  static let catalog: [MarkdownPage] = {
    let folder = "Sources/Martlet/Martlet.docc"
    let url = PackageFolder.url.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { try? read("\(folder)/\($0)") }
  }()

  static func read(_ path: String) throws -> MarkdownPage {
    MarkdownPage(path: path, text: try PackageFolder.text(path))
  }

  /// The page of the catalog with this name, without `.md`.
  static func named(_ name: String) throws -> MarkdownPage {
    try read("Sources/Martlet/Martlet.docc/\(name).md")
  }

  /// The name of the file, without `.md`.
  var name: String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }

  /// The text outside of blocks of code.
  var prose: String {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```") && !line.hasPrefix("    ")
    }.joined(separator: "\n")
  }

  /// The lines of each block of Swift, without indentation and empty lines.
  var swiftBlocks: [[String]] { Self.swiftBlocks(text) }

  static func swiftBlocks(_ text: String) -> [[String]] {
    text.components(separatedBy: "```swift\n").dropFirst().map { part in
      codeLines(part.components(separatedBy: "```")[0])
    }
  }

  /// The lines of code, without indentation and empty lines.
  static func codeLines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The cells of the tables' rows, without their heads.
  var rows: [[String]] {
    var rows: [[String]] = []
    var isHead = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        isHead = true
        continue
      }
      let cells = line.dropFirst().dropLast().components(separatedBy: "|")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.allSatisfy({ $0.allSatisfy { "-:".contains($0) } }) {
        isHead = false
      } else if !isHead {
        rows.append(cells)
      }
    }
    return rows
  }

  /// The rows of the table with these heads.
  func rows(under heads: String) -> [[String]] {
    guard let start = text.range(of: "| \(heads) |\n") else { return [] }
    let rest = text[start.lowerBound...]
    let table = rest.prefix(upTo: rest.range(of: "\n\n")?.lowerBound ?? rest.endIndex)
    return MarkdownPage(path: path, text: String(table)).rows
  }

  /// The texts between single backticks.
  static func codeSpans(_ text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
