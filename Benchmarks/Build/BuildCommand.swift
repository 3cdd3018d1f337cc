import Foundation
import Martlet
import MartletToolSupport

/// `build`: measures how fast documents become a compact index in files.
enum BuildCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "build",
      summary: "Measures building an index, from a file and from values in memory.",
      operands: [
        .init("FILE", "JSON lines with id, and title, body or text"),
        .init(
          "DIR", "the folder of the index, which is replaced (default: a temporary one)",
          isRequired: false),
      ],
      options: [
        .init("--limit", value: "BYTES", "documents kept in memory before they go to a file"),
        .init("--words", value: "NAME", "analyzer: standard or whitespace (default: standard)"),
        .init("--batch", value: "BYTES", "text in one write (default: 20000000)"),
        .init("--figures", value: "FILE", "writes the figures there, for report"),
      ],
      discussion: """
        The index keeps positions and no texts. As many threads decode ahead as there are processors. It is built twice: while the file is read, and from
        documents that are all decoded before, whose memory then does not count. Both end with one
        segment in a checkpoint. MB/s are megabytes of the file. Own memory is what the process has
        beyond what it had, without mapped files. A write that also merges images or writes files is
        counted as adding for as long as other writes take for as much text.
        """)
  ) { arguments in
    let options = try BuildOptions(arguments)
    let figures = try measure(options)
    if let path = arguments.value("--figures") {
      try Data(figures.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return .success
  }

  /// Builds both ways, prints the time of each phase, and returns the figures.
  static func measure(_ options: BuildOptions) throws -> MeasuredFigures {
    if options.usesWhitespace { return try measure(options) { GameDocument(id: $0, text: $1) } }
    return try measure(options) { PlainDocument(id: $0, text: $1) }
  }

  private static func measure<Document: SearchDocument>(
    _ options: BuildOptions, make: @escaping @Sendable (String, String) -> Document
  ) throws -> MeasuredFigures {
    let fromFile = try BuildRun(options, .file, make: make)
    print("From \(options.file):\n\n" + fromFile.text + "\n")
    let fromMemory = try BuildRun(options, .memory, make: make)
    print("From values in memory:\n\n" + fromMemory.text)
    var figures = fromFile.figures("build from a file")
    figures.add(fromMemory.figures("build from memory"))
    return figures
  }
}

/// The options of `build`.
struct BuildOptions {
  var file: String
  /// The folder of the index; nil for a temporary one.
  var folder: String?
  var memoryLimit: Int?
  var usesWhitespace = false
  var batchBytes = 20_000_000

  init(file: String) { self.file = file }

  init(_ arguments: CommandArguments) throws {
    file = arguments.required("FILE")
    folder = arguments.operand("DIR")
    memoryLimit = try arguments.value("--limit").map {
      try CommandArguments.integer($0, called: "--limit", in: 1...Int.max)
    }
    switch arguments.value("--words") ?? "standard" {
    case "standard": usesWhitespace = false
    case "whitespace": usesWhitespace = true
    case let name:
      throw UsageError("--words takes standard or whitespace, found \"\(name)\"")
    }
    batchBytes = try arguments.integer("--batch", default: batchBytes, in: 1...1_000_000_000)
  }
}

/// A text with the default analyzer, which is searched and not stored.
struct PlainDocument: SearchDocument {
  /// The stored properties. The text is not one of them: it would be encoded only to be left out.
  private enum CodingKeys: CodingKey { case id }

  var id: String
  var text: String?

  var searchKey: String { id }

  static let searchSchema = Schema<PlainDocument>(fields: [
    .text("text", \.text)
  ])
}
