import Foundation
import Martlet
import MartletToolSupport

/// `scan`: measures from how many documents on an index is faster than reading every text.
enum ScanCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "scan",
      summary: "Compares the index with scanning all texts, for growing collections.",
      operands: [
        .init("CORPUS", "JSON lines; all strings of an object are its text", isRequired: false)
      ],
      options: [
        .init("--queries", value: "N", "how many queries are measured (default: 24)"),
        .init("--limit", value: "N", "the most documents to take"),
      ],
      discussion: """
        Without CORPUS, artworks of the Tate collection are searched. "contains" asks every text
        whether it contains each word, without regard to case and diacritics. "byte scan" looks
        through all texts folded and laid out one behind the other, sixteen bytes at a time. Both
        only count; the index also ranks and returns the best 20. Each query is measured several
        times and its median taken; the table shows median and 95th percentile over the queries.
        """)
  ) { arguments in
    let count = try arguments.integer("--queries", default: 24, in: 1...10_000)
    let limit = try arguments.integer("--limit", default: .max, in: 1...Int.max)
    let texts = try texts(arguments.operand("CORPUS"), limit: limit)
    guard !texts.isEmpty else { throw ToolFailure("expected texts to search, found none") }
    print(try ScanComparison(texts: texts, queryCount: count).table().text)
    print("Peak memory of the whole comparison: \(Figures.bytes(ProcessMemory.peak)).")
    return .success
  }

  /// Returns the texts of a file of JSON lines, or of the bundled collection.
  static func texts(_ path: String?, limit: Int) throws -> [String] {
    guard let path else { return try Artwork.collection().prefix(limit).map(\.text) }
    var lines = try JSONLines(path: path)
    var texts: [String] = []
    while texts.count < limit, let members = try lines.next([String: Record.Value].self) {
      let sorted = members.sorted { $0.key < $1.key }
      texts.append(sorted.compactMap(\.value.string).joined(separator: "\n"))
    }
    return texts
  }
}
