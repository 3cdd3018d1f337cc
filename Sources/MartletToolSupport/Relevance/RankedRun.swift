/// The answers of a search engine to a set of queries, in the format of TREC's run files.
///
/// A line is `query Q0 document rank score tag`. As in `trec_eval`, the rank is ignored: documents
/// are sorted by decreasing score in single precision, and those with equal scores by name, the
/// last first.
package struct RankedRun: Sendable, Equatable {
  private struct Answer: Sendable, Equatable {
    var document: String
    var score: Float
  }

  private var answers: [String: [Answer]] = [:]
  /// The queries in the order in which they were added.
  private var order: [String] = []

  /// Creates a run without answers.
  package init() {}

  /// Reads the text of a run file.
  ///
  /// - Throws: `ToolFailure` with the line, counted from 1, that has another format.
  package init(_ text: String) throws(ToolFailure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(separator: " ")
      if words.isEmpty { continue }
      guard words.count == 6, let score = Float(words[4]) else {
        throw ToolFailure(
          "run, line \(index + 1): expected \"query Q0 document rank score tag\"")
      }
      add(document: String(words[2]), score: score, to: String(words[0]))
    }
  }

  /// Adds one document to the answer of a query.
  package mutating func add(document: String, score: Float, to query: String) {
    if answers[query] == nil { order.append(query) }
    answers[query, default: []].append(Answer(document: document, score: score))
  }

  /// Returns the documents of a query's answer, the best first.
  package func ranking(for query: String) -> [String] {
    sortedAnswers(query).map(\.document)
  }

  /// Returns the scores of the documents of a query's answer.
  package func scores(for query: String) -> [String: Float] {
    Dictionary((answers[query] ?? []).map { ($0.document, $0.score) }) { first, _ in first }
  }

  /// Returns the text of a run file, with the best answers of each query first.
  package func text(tag: String) -> String {
    var lines: [String] = []
    for query in order {
      for (index, answer) in sortedAnswers(query).enumerated() {
        lines.append("\(query) Q0 \(answer.document) \(index + 1) \(answer.score) \(tag)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func sortedAnswers(_ query: String) -> [Answer] {
    (answers[query] ?? []).sorted { first, second in
      first.score != second.score ? first.score > second.score : first.document > second.document
    }
  }
}
