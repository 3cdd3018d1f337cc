import Foundation
import Martlet
import MartletToolSupport
import Testing

@testable import MartletBench

@Suite("Comparing runs")
struct RunDifferencesTests {
  private func run(_ answers: [(String, Float)]) -> RankedRun {
    var run = RankedRun()
    for (document, score) in answers { run.add(document: document, score: score, to: "1") }
    return run
  }

  private func differences(_ first: [(String, Float)], _ second: [(String, Float)]) -> [Int] {
    let found = RunDifferences(run(first), run(second), queries: ["1", "2"])
    #expect(found.queryCount == 2 && found.documentCount == first.count)
    return [found.documents, found.ranks, found.queries.count]
  }

  @Test("equal runs have no differences, nor have runs that order ties differently")
  func ties() {
    #expect(differences([("a", 2), ("b", 1)], [("a", 2), ("b", 1)]) == [0, 0, 0])
    #expect(differences([("a", 2), ("b", 2)], [("b", 2), ("a", 1.99999)]) == [0, 0, 0])
    #expect(differences([("a", 2), ("b", 1)], [("a", 2), ("c", 1)]) == [0, 0, 0])
  }

  @Test("other documents and other orders are counted")
  func others() {
    #expect(differences([("a", 2), ("b", 1)], [("b", 2), ("a", 1)]) == [0, 2, 1])
    #expect(differences([("a", 2), ("b", 1)], [("a", 2)]) == [1, 0, 1])
    #expect(differences([("a", 2)], [("a", 2), ("b", 1)]) == [1, 0, 1])
    #expect(differences([("a", 2), ("b", 1)], [("c", 2), ("b", 1)]) == [2, 0, 1])
  }

  @Test("with Lucene's analyzer for English, the answers are Lucene's", arguments: ["med"])
  func lucene(name: String) throws {
    let path = "corpora/collections/\(name)"
    guard let unpacked = SharedCorpora.unpacked("\(path)/lucene-bm25-k1.2-b0.75.run.xz") else {
      return
    }
    let collection = try Collection(folder: SharedCorpora.folder.appendingPathComponent(path).path)
    let run = try RelevanceCommand.answer(
      collection, analyzer: "lucene-english", ranking: BM25())
    let lucene = try RankedRun(String(decoding: unpacked, as: UTF8.self))
    let differences = RunDifferences(run, lucene, queries: collection.queries.map(\.id))
    #expect(differences.documentCount > 10_000)
    #expect(differences.queries.isEmpty, "\(differences.text)")
  }
}
