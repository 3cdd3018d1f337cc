import Foundation
import Martlet
import MartletToolSupport

/// `analyze`: shows how a text becomes terms, step by step.
enum AnalyzeCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "analyze",
      summary: "Shows how a text becomes terms, step by step.",
      operands: [.init("TEXT", "the text; - is the standard input")],
      options: [
        .init(
          "--language", short: "-l", value: "L", "as index --language: en, de, en+de, automatic"),
        .init("--analyzer", value: "NAME", "as a field with this analyzer (default: standard)"),
        .init(
          "--source", value: "S", kind: .oneOf(["plain", "html", "markdown"]),
          "plain, html or markdown (default: plain)"),
        .init(
          "--for", value: "USE", kind: .oneOf(["indexing", "query", "phrase", "prefix"]),
          "indexing, query, phrase or prefix (default: indexing)"),
      ],
      discussion: """
        One line for each term: its position, where its word stands in the text (in
        bytes), what each step made of the word, the term, and whether it is a stem or a
        stop word. Quotes look for what --for phrase shows, unfinished words for what
        --for prefix shows.
        """)
  ) { arguments in
    let analyzer = try analyzer(arguments).source(try source(arguments))
    StandardOutput.print(
      AnalysisTable(analyzer: analyzer, use: try use(arguments)).text(of: try text(arguments)))
    return .success
  }

  private static func analyzer(_ arguments: CommandArguments) throws(UsageError) -> Analyzer {
    guard let name = arguments.value("--analyzer") else {
      return try known(FieldChoice.analyzer(language: arguments.value("--language")))
    }
    guard !arguments.has("--language") else {
      throw UsageError("give either --language or --analyzer")
    }
    return try known(name)
  }

  private static func known(_ name: String) throws(UsageError) -> Analyzer {
    guard let analyzer = Analyzer.named(name) else {
      throw UsageError("there is no analyzer called \"\(name)\"")
    }
    return analyzer
  }

  private static func source(_ arguments: CommandArguments) throws(UsageError) -> TextSource {
    let name = arguments.value("--source") ?? "plain"
    guard let source = TextSource.named(name) else {
      throw UsageError("--source needs plain, html or markdown, not \"\(name)\"")
    }
    return source
  }

  private static func use(_ arguments: CommandArguments) throws(UsageError) -> TokenUse {
    switch arguments.value("--for") {
    case nil, "indexing": return .indexing
    case "query": return .query
    case "phrase": return .phrase
    case "prefix": return .prefix
    case let use?:
      throw UsageError("--for needs indexing, query, phrase or prefix, not \"\(use)\"")
    }
  }

  /// Returns the text as a field would receive it.
  ///
  /// - Throws: `ToolFailure` if the standard input cannot be read or is not UTF-8.
  private static func text(_ arguments: CommandArguments) throws(ToolFailure) -> String {
    let text = arguments.required("TEXT")
    return text == "-" ? try TextFile.read("-") : text
  }
}
