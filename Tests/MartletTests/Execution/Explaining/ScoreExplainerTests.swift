import MartletTestSupport
import Testing

@testable import Martlet

/// Explanations against the scores of searches, and against themselves.
@Suite("Explanations of scores")
struct ScoreExplainerTests {
  /// The names of the numbers of a tree that do not follow from those below them.
  private static func wrong(_ node: ScoreExplanation) -> [String] {
    let below = node.parts.flatMap(wrong)
    guard node.isMatch, let formula = node.formula, let value = value(of: node, formula) else {
      return below
    }
    return node.value == value ? below : below + [node.name]
  }

  /// Returns the value that the parts of a node give; nil if it is not certain.
  private static func value(of node: ScoreExplanation, _ formula: String) -> Double? {
    let values = node.parts.map(\.value)
    func float(_ name: String) -> Float {
      Float(node.parts.first { $0.name == name }?.value ?? .nan)
    }
    switch formula {
    case "the sum of the clauses", "the sum of the pairs", "the sum of the parts":
      return values.reduce(0, +)
    case "the clause in single precision", "the sum in single precision":
      return Double(Float(values.reduce(0, +)))
    case "the sum, each step in single precision":
      return values.reduce(0) { Double(Float($0) + Float($1)) }
    case "the highest": return values.max() ?? 0
    case "the clause": return values[0]
    case "boost * idf": return Double(float("boost") * float("idf"))
    case "boost * idf, raised to what sums can tell apart":
      return node.value > Double(float("boost") * float("idf")) ? node.value : .nan
    case "share * weight of both words":
      return Double(float("share") * float("weight of both words"))
    case "the sum of their weights without the shares of their forms":
      return Double(Float(values[0]) / Float(values[1]) + Float(values[2]) / Float(values[3]))
    case "weight - weight / (1 + frequency * length factor)":
      let part = 1 + float("frequency") * float("length factor")
      return Double(float("weight") - float("weight") / part)
    case "1 / (k1 * (1 - b + b * length / average length))":
      let share = (1 - float("b")) + float("b") * float("length") / float("average length")
      return Double(1 / (float("k1") * share))
    case "ln(1 + (N - n + 0.5) / (n + 0.5))":
      return Double(BM25.inverseDocumentFrequency(Int(values[1]), of: Int(values[0])))
    default:
      Issue.record("an unknown formula: \(formula)")
      return nil
    }
  }

  @Test("add up to the score of the search, for every kind of query", arguments: 0..<8)
  func randomQueries(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: [[150], [3, 140], [129, 1, 20], [60, 60, 60]][round % 4],
      fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4), length: 8)
    let fields = TestSegments.schema(fieldCount: round % 2 + 1).definitions
    for _ in 0..<60 {
      let query = sample.corpus.query()
      let pairs = sample.corpus.random.oneIn(2) ? sample.corpus.pairs(of: query) : nil
      let found = try Searcher.search(
        query, in: sample.set, limit: 1_000, counting: .none, pairs: pairs
      ).top
      let scores = Dictionary(uniqueKeysWithValues: found.map { ($0.document, $0.score) })
      for (index, segment) in sample.set.segments.enumerated() {
        for document in segment.documents where segment.live.isLive(document) {
          guard sample.corpus.random.oneIn(6) else { continue }
          let explanation = try ScoreExplainer(
            query, pairs, in: sample.set, fields, parameters: FieldRankings(), segment: index,
            document
          ).explanation()
          let score = scores[sample.set.bases[index] + document]
          let context = "seed \(seed), document \(document) of \(index): \(query)"
          #expect(explanation.isMatch == (score != nil), "\(context)\n\(explanation)")
          #expect(explanation.value == Double(score ?? 0), "\(context)\n\(explanation)")
          #expect(Self.wrong(explanation) == [], "\(context)\n\(explanation)")
        }
      }
    }
  }

  @Test("ask within a phrase whether to end")
  func cancelled() throws {
    var sample = try RandomSample(
      seed: TestSeed.value, sizes: [400], fieldCount: 1, vocabulary: 12, length: 8)
    let fields = TestSegments.schema(fieldCount: 1).definitions
    var count = 0
    for query in (0..<200).map({ _ in sample.corpus.query() }) {
      let task = SearchCancellation()
      let explainer = try ScoreExplainer(
        query, nil, in: sample.set, fields, parameters: FieldRankings(), segment: 0, 399,
        stop: SearchStop(isCancelled: { task.isRequested }, interval: 1))
      // The words are looked up by now.
      task.request()
      if thrownCode({ try explainer.explanation() }) == .cancelled { count += 1 }
    }
    #expect(count > 0, "\(count) of 200 were cancelled")
  }

  @Test("a tree with a wrong number is seen")
  func canFail() {
    let parts = [ScoreExplanation("a", 1), ScoreExplanation("b", 2)]
    let right = ScoreExplanation("all of 2", 3, formula: "the sum of the clauses", parts: parts)
    #expect(Self.wrong(right) == [])
    let wrong = ScoreExplanation("all of 2", 4, formula: "the sum of the clauses", parts: parts)
    #expect(Self.wrong(ScoreExplanation("x", 4, parts: [wrong])) == ["all of 2"])
  }
}
