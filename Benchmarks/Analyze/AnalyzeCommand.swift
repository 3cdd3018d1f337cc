import Foundation
import Martlet
import MartletToolSupport

/// `analyze`: measures how fast text becomes numbered terms.
enum AnalyzeCommand {
  /// A line of the file.
  private struct Line: Decodable {
    var title: String?
    var body: String?
    var text: String?
    var lang: String?

    /// All text of the line: title, body and text, one below the other.
    var content: String { [title, body, text].compactMap(\.self).joined(separator: "\n") }
  }

  static let command = Tool.Command(
    CommandSyntax(
      name: "analyze",
      summary: "Measures how fast texts become terms, in megabytes of UTF-8 per second.",
      operands: [
        .init("FILE", "JSON lines with title, body or text", isRequired: false)
      ],
      options: [
        .init(
          "--analyzer", value: "NAME", repeats: true, "how text becomes words (default: standard)"),
        .init("--language", value: "CODE", "only lines whose member \"lang\" is this"),
        .init("--megabytes", value: "N", "short texts are repeated up to this (default: 20)"),
        .init("--rounds", value: "N", "the best of so many counts (default: 7)"),
      ],
      discussion: """
        One thread finds the words, looks up the terms of each, and numbers them, as an index does
        before it sorts them. Without FILE, a made-up English text is measured.
        """)
  ) { arguments in
    let rounds = try arguments.integer("--rounds", default: 7, in: 1...100)
    let size = try arguments.integer("--megabytes", default: 20, in: 1...4000) * 1_000_000
    let texts = try texts(arguments)
    let names =
      arguments.values("--analyzer").isEmpty ? ["standard"] : arguments.values("--analyzer")
    var table = TextTable(columns: [.left, .right, .right, .right, .right])
    table.add(["analyzer", "text", "tokens", "terms", "MB/s"])
    table.addRule()
    for name in names {
      guard let analyzer = Analyzer.named(name) else {
        throw UsageError("there is no analyzer called \"\(name)\"")
      }
      let speed = AnalysisSpeed(texts, analyzer: analyzer, size: size, rounds: rounds)
      table.add([name] + speed.cells)
    }
    print(table.text)
    return .success
  }

  private static func texts(_ arguments: CommandArguments) throws -> [String] {
    guard let path = arguments.operand("FILE") else { return AnalysisSpeed.sample }
    var lines = try JSONLines(path: path)
    var texts: [String] = []
    while let line = try lines.next(Line.self) {
      if let language = arguments.value("--language"), line.lang != language { continue }
      let content = line.content
      if !content.isEmpty { texts.append(content) }
    }
    guard !texts.isEmpty else {
      let language = arguments.value("--language").map { " with the language \"\($0)\"" } ?? ""
      throw ToolFailure("no line of \(path)\(language) has a title, a body or a text")
    }
    return texts
  }
}
