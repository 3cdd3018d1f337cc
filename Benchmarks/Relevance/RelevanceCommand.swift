import Foundation
import Martlet
import MartletToolSupport

/// `relevance`: measures how good the ranking is on a judged collection.
enum RelevanceCommand {
  /// The maximum number of documents in the answer to a query, as is usual in such runs.
  private static let depth = 1000

  static let command = Tool.Command(
    CommandSyntax(
      name: "relevance",
      summary: "Measures the ranking on a judged collection, as trec_eval does.",
      operands: [
        .init("COLLECTION", "a folder with docs.jsonl, queries.tsv and qrels.txt")
      ],
      options: [
        .init("--analyzer", value: "NAME", "how text becomes words (default: standard)"),
        .init("--k1", value: "X", "how soon more occurrences stop counting (default: 1.2)"),
        .init("--b", value: "Y", "how much long documents count less (default: 0.75)"),
        .init(
          "--proximity", value: "O,N,W",
          "what words add in order and near each other, and the window (such as 0.12,0.06,8)"),
        .init("--run", value: "FILE", "writes the answers as a TREC run"),
        .init("--compare", value: "RUN", "shows how the answers differ from those of a TREC run"),
      ],
      discussion: """
        A document is its title and its body in one field. A query asks for any of its words and
        takes 1,000 documents. The means are over the queries that have a relevant document.
        """)
  ) { arguments in
    let folder = arguments.required("COLLECTION")
    let ranking = BM25(
      k1: Float(try arguments.number("--k1", default: 1.2, in: 0...100)),
      b: Float(try arguments.number("--b", default: 0.75, in: 0...1)))
    let collection = try Collection(folder: folder)
    let run = try answer(
      collection, analyzer: arguments.value("--analyzer") ?? "standard", ranking: ranking,
      proximity: try arguments.value("--proximity").map(proximity) ?? .none)
    if let path = arguments.value("--run") {
      try Data(run.text(tag: "martlet").utf8).write(to: URL(fileURLWithPath: path))
    }
    let name = URL(fileURLWithPath: folder).lastPathComponent
    print(table(name, collection, RelevanceMetrics(of: run, judgedBy: collection.judgements)))
    if let path = arguments.value("--compare") {
      let other = try RankedRun(try TextFile.read(path))
      let differences = RunDifferences(run, other, queries: collection.queries.map(\.id))
      print("\n" + differences.text)
    }
    return .success
  }

  /// Indexes the collection in memory and answers all its queries.
  static func answer(
    _ collection: Collection,
    analyzer: String,
    ranking: BM25,
    proximity: Proximity = .none
  ) throws -> RankedRun {
    let index = try SearchIndex<Record>.inMemory(
      schema: RecordSchema(fields: [.text("contents", analyzer: analyzer, stored: false)]),
      options: IndexOptions(ranking: ranking))
    try index.writeSync { batch in
      for document in collection.documents {
        try batch.put(Record(key: document.id, fields: ["contents": .string(document.contents)]))
      }
    }
    var run = RankedRun()
    for query in collection.queries {
      let words = Collection.words(of: query.text).split(separator: " ")
      let any = Query.any(words.map { .word(String($0)) })
      let request = SearchRequest(any) {
        $0.limit = depth
        $0.proximity = proximity
      }
      for hit in try index.searchSync(request).hits {
        run.add(document: hit.id, score: Float(hit.score), to: query.id)
      }
    }
    return run
  }

  /// Returns the weights and the window of `0.12,0.06,8`.
  private static func proximity(_ text: String) throws(UsageError) -> Proximity {
    let parts = text.split(separator: ",").map(String.init)
    guard parts.count == 3, let inOrder = Double(parts[0]), let near = Double(parts[1]),
      let window = Int(parts[2]), 0...100 ~= inOrder, 0...100 ~= near, 2...1_000 ~= window
    else { throw UsageError("--proximity needs two weights and a window, found \"\(text)\"") }
    return Proximity(inOrder: inOrder, near: near, window: window)
  }

  static func table(_ name: String, _ collection: Collection, _ metrics: RelevanceMetrics) -> String
  {
    let measures = RelevanceMetrics.measures
    var table = TextTable(columns: [.left] + Array(repeating: .right, count: measures.count + 2))
    table.add(["collection", "documents", "queries"] + measures.map(\.name))
    table.addRule()
    table.add(
      [
        name, Figures.count(collection.documents.count),
        Figures.count(collection.judgements.queries.count),
      ] + measures.map { Figures.decimal(metrics[keyPath: $0.1], places: 4) })
    return table.text
  }
}
