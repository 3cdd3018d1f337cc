import Foundation
import MartletToolSupport

/// `scale`: measures how time, size and memory grow with the number of documents.
enum ScaleCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "scale",
      summary: "Shows how building, size and searches grow from 1,000 documents on.",
      operands: [
        .init("FILE", "JSON lines whose sentences make the documents", isRequired: false)
      ],
      options: [
        .init("--largest", value: "N", "the most documents, up to 10000000 (default: 1000000)"),
        .init("--queries", value: "N", "queries of each kind (default: 24)"),
        .init("--repeats", value: "N", "how often each is measured, the best counts (default: 5)"),
        .init("--figures", value: "FILE", "writes the figures there, for report"),
      ],
      discussion: """
        Without FILE, documents are made of made-up words whose frequencies follow Zipf's law, always
        the same ones, of 20 to 80 words each. Every size begins with the documents of the smaller
        ones, and all get the same queries, which ask for the best ten; "count" asks for the number
        only. Each index ends as one segment in files. Memory is what the process has of its own, without
        mapped files, with the texts of a batch.
        """)
  ) { arguments in
    let largest = try arguments.integer("--largest", default: 1_000_000, in: 1...10_000_000)
    let texts = try arguments.operand("FILE").map { path in
      try ScaleTexts(of: ScanCommand.texts(path, limit: 100_000))
    }
    let table = try measure(
      texts ?? ScaleTexts(), sizes: sizes(upTo: largest),
      queryCount: arguments.integer("--queries", default: 24, in: 1...10_000),
      repeats: arguments.integer("--repeats", default: 5, in: 1...1_000))
    print(table.text)
    if let path = arguments.value("--figures") {
      try Data(table.figures.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return .success
  }

  /// Returns 1,000, 10,000 and so on, and the largest size.
  static func sizes(upTo largest: Int) -> [Int] {
    let powers = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    return powers.filter { $0 < largest } + [largest]
  }

  /// Builds and searches an index of each size.
  static func measure(
    _ texts: ScaleTexts, sizes: [Int], queryCount: Int, repeats: Int
  ) throws -> ScaleTable {
    let sample = (0..<min(ScaleQueries.sampleCount, sizes.min() ?? 0)).map(texts.text)
    let queries = ScaleQueries(texts: sample, count: queryCount)
    guard !queries.kinds.isEmpty else { throw ToolFailure("the texts have no words") }
    var table = ScaleTable(kinds: queries.kinds.map { ($0.name, $0.growth) })
    for size in sizes {
      table.rows.append(
        try ScaleRun.measure(texts, queries, documentCount: size, repeats: repeats))
      StandardError.print("\(Figures.count(size)) documents measured")
    }
    return table
  }
}
