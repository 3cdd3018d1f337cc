import Foundation
import Testing

@testable import MartletToolSupport

@Suite("Relevance measures")
struct RelevanceTests {
  @Test("a ranking worked out by hand")
  func byHand() {
    // Relevant: a (grade 2), c, e, and x, which is not found. Ranks of the found ones: 1, 3, 5.
    let metrics = RelevanceMetrics(
      ranking: ["a", "b", "c", "d", "e"], grades: ["a": 2, "b": 0, "c": 1, "e": 1, "x": 1])
    #expect(abs(metrics.averagePrecision - (1.0 / 1 + 2.0 / 3 + 3.0 / 5) / 4) < 1e-12)
    #expect(abs(metrics.precisionAt10 - 0.3) < 1e-12)
    #expect(abs(metrics.precisionAt30 - 0.1) < 1e-12)
    #expect(metrics.recallAt100 == 0.75)
    #expect(metrics.recallAt1000 == 0.75)
    let gain = 2 / log2(2.0) + 1 / log2(4.0) + 1 / log2(6.0)
    let ideal = 2 / log2(2.0) + 1 / log2(3.0) + 1 / log2(4.0) + 1 / log2(5.0)
    #expect(abs(metrics.gainAt10 - gain / ideal) < 1e-12)
  }

  @Test("each measure looks only as deep as its name says")
  func depths() {
    let ranking = (1...1200).map(String.init)
    let grades = Dictionary(
      uniqueKeysWithValues: [10, 11, 30, 31, 100, 101, 1000, 1001].map {
        (String($0), 1)
      })
    let metrics = RelevanceMetrics(ranking: ranking, grades: grades)
    #expect(metrics.precisionAt10 == 0.1)
    #expect(metrics.precisionAt30 == 0.1)
    #expect(metrics.recallAt100 == 5.0 / 8)
    #expect(metrics.recallAt1000 == 7.0 / 8)
  }

  @Test("without a relevant document everything is 0, and the query is left out of the means")
  func nothingRelevant() throws {
    #expect(RelevanceMetrics(ranking: ["a"], grades: ["a": 0]) == RelevanceMetrics())
    let judgements = try Judgements("1 0 a 1\n2 0 a 0\n3 0 b 1\n")
    #expect(judgements.queries == ["1", "3"])
    var run = RankedRun()
    run.add(document: "a", score: 1, to: "1")
    run.add(document: "a", score: 1, to: "2")
    #expect(RelevanceMetrics(of: run, judgedBy: judgements).averagePrecision == 0.5)
  }

  @Test("equal scores order by name, the last first, and ranks are not believed")
  func ties() throws {
    let run = try RankedRun("1 Q0 a 1 2.5 t\n1 Q0 b 2 2.5 t\n1 Q0 c 3 9.0 t\n\n")
    #expect(run.ranking(for: "1") == ["c", "b", "a"])
    #expect(run.ranking(for: "2") == [])
    #expect(run.text(tag: "x") == "1 Q0 c 1 9.0 x\n1 Q0 b 2 2.5 x\n1 Q0 a 3 2.5 x\n")
  }

  @Test("a line that is not one of the format is refused with its number")
  func damage() {
    #expect(throws: ToolFailure("run, line 2: expected \"query Q0 document rank score tag\"")) {
      try RankedRun("1 Q0 a 1 2.5 t\n1 Q0 a 1 x t\n")
    }
    #expect(throws: ToolFailure("judgements, line 1: expected \"query 0 document grade\"")) {
      try Judgements("1 0 a\n")
    }
  }

  @Test(
    "runs of Lucene have the measures that trec_eval gives them",
    arguments: [
      ("cranfield", 225, [0.3054, 0.2333, 0.1201, 0.3842, 0.7362, 0.9523]),
      ("cisi", 76, [0.2183, 0.3566, 0.2452, 0.3837, 0.4473, 0.9304]),
      ("med", 30, [0.5264, 0.6400, 0.4267, 0.6895, 0.7914, 0.9118]),
    ])
  func luceneRuns(collection: String, queryCount: Int, expected: [Double]) throws {
    let folder = "corpora/collections/\(collection)"
    guard let qrels = SharedCorpora.file("\(folder)/qrels.txt"),
      let run = SharedCorpora.unpacked("\(folder)/lucene-bm25-k1.2-b0.75.run.xz")
    else { return }
    let judgements = try Judgements(String(decoding: qrels, as: UTF8.self))
    #expect(judgements.queries.count == queryCount)
    let metrics = RelevanceMetrics(
      of: try RankedRun(String(decoding: run, as: UTF8.self)), judgedBy: judgements)
    for ((name, measure), value) in zip(RelevanceMetrics.measures, expected) {
      let computed = metrics[keyPath: measure]
      #expect(abs(computed - value) < 0.00006, "\(collection) \(name)")
    }
  }
}
