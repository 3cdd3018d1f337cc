/// Relevance judgements of documents for queries, in the format of TREC's judgement files.
///
/// A line is `query 0 document grade`, separated by spaces; a grade of 0 or less is not relevant.
package struct Judgements: Sendable, Equatable {
  /// The grades by query and document.
  private var grades: [String: [String: Int]] = [:]
  /// The queries in the order of the file.
  private var order: [String] = []

  /// Reads the text of a judgement file.
  ///
  /// - Throws: `ToolFailure` with the line, counted from 1, that has another format.
  package init(_ text: String) throws(ToolFailure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 4, let grade = Int(words[3]) else {
        throw ToolFailure("judgements, line \(index + 1): expected \"query 0 document grade\"")
      }
      let query = String(words[0])
      if grades[query] == nil { order.append(query) }
      grades[query, default: [:]][String(words[2])] = grade
    }
  }

  /// The queries with at least one relevant document, in the order of the file.
  package var queries: [String] {
    order.filter { grades[$0, default: [:]].values.contains { $0 > 0 } }
  }

  /// Returns the judged documents of a query with their grades.
  package func grades(for query: String) -> [String: Int] { grades[query] ?? [:] }
}
