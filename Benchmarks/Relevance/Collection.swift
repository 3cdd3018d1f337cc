import MartletToolSupport

/// A judged collection for evaluating search engines: documents, queries, and which documents are
/// relevant.
struct Collection {
  struct Document: Sendable {
    var id: String
    var contents: String
  }

  /// A line of `docs.jsonl`.
  private struct Line: Decodable {
    var id: String
    var title: String?
    var body: String?
  }

  struct Query: Equatable, Sendable {
    var id: String
    var text: String
  }

  var documents: [Document] = []
  var queries: [Query] = []
  var judgements: Judgements

  /// Reads `docs.jsonl`, `queries.tsv` and `qrels.txt` in the folder.
  init(folder: String) throws {
    judgements = try Judgements(TextFile.read("\(folder)/qrels.txt"))
    queries = try Self.queries(TextFile.read("\(folder)/queries.tsv"))
    var lines = try JSONLines(path: "\(folder)/docs.jsonl")
    let expected = "one JSON object per line with the string \"id\""
    while let line = try lines.next(Line.self, expected: expected) {
      let contents = "\(line.title ?? "")\n\(line.body ?? "")"
      documents.append(Document(id: line.id, contents: contents))
    }
  }

  /// Reads lines of `id<TAB>text`.
  static func queries(_ text: String) throws(ToolFailure) -> [Query] {
    var queries: [Query] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2 else {
        throw ToolFailure("queries.tsv, line \(index + 1): expected \"id<TAB>text\"")
      }
      queries.append(Query(id: String(parts[0]), text: String(parts[1])))
    }
    return queries
  }

  /// Returns the words of a query without the signs of a query language: in lower case, with
  /// letters, digits, and the signs that occur inside words and numbers.
  static func words(of text: String) -> String {
    let kept: Set<Character> = ["'", "’", ".", ",", "_"]
    return String(
      text.lowercased().map { $0.isLetter || $0.isNumber || kept.contains($0) ? $0 : " " })
  }
}
