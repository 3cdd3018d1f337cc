import Martlet
import MartletToolSupport

/// The words of a search and its work, as they are printed.
extension SearchReport.Answer {
  /// A part of the query that a document has.
  struct Part: Encodable {
    var text: String
    var fields: [String]
    var misspelt: Bool?

    init(_ word: MatchedWord) {
      text = word.text
      fields = word.fields.map(\.name)
      misspelt = word.isMisspelt ? true : nil
    }
  }

  /// A word of the query, with the number of documents that have it.
  struct Word: Encodable {
    var text: String
    var documents: Int
    var leftOut: Bool?
    var nearest: String?

    init(_ word: QueryWord) {
      text = word.text
      documents = word.documentCount
      leftOut = word.isLeftOut ? true : nil
      nearest = word.nearest
    }
  }

  /// The work of the search.
  struct Trace: Encodable {
    struct Phase: Encodable {
      var name: String
      var milliseconds: Double
    }

    struct Pass: Encodable {
      var clauses: [Clause]
    }

    struct Clause: Encodable {
      var name: String
      var documents: Int
      var blocks: Int
      var readBlocks: Int
      var made: Bool
    }

    var postings: Int
    var phases: [Phase]
    var passes: [Pass]

    init(_ trace: SearchTrace) {
      postings = trace.postingCount
      phases = trace.phases.map {
        Phase(name: $0.name, milliseconds: ($0.duration / .microseconds(1)).rounded() / 1e3)
      }
      passes = trace.passes.map { pass in
        Pass(
          clauses: pass.clauses.map {
            Clause(
              name: $0.name, documents: $0.documentCount, blocks: $0.blockCount,
              readBlocks: $0.readBlockCount, made: $0.isMade)
          })
      }
    }
  }
}

extension SearchReport {
  /// Lines about words that no document has, unless the suggestion has another one, and about those
  /// that were left out.
  var wordLines: [String] {
    var lines: [String] = []
    for word in words where word.documentCount == 0 {
      guard suggestion == nil || word.nearest == nil else { continue }
      let nearest = word.nearest.map { "; \"\($0.onOneLine)\" is near" } ?? ""
      let line = "No document has \"\(word.text.onOneLine)\"\(nearest)."
      if !lines.contains(line) { lines.append(line) }
    }
    let leftOut = words.filter(\.isLeftOut).map { "\"\($0.text.onOneLine)\"" }
    if !leftOut.isEmpty {
      lines.append("Left out, as stop words: \(leftOut.joined(separator: ", "))")
    }
    return lines
  }

  /// The trace of the search, below the documents.
  var traceLines: [String] {
    guard let trace = results.trace else { return [] }
    return [""] + trace.description.split(separator: "\n").map { $0.description.escapingControls() }
  }
}
