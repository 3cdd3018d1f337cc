import MartletTestSupport
import Testing

@testable import Martlet

/// Phrases whose words may be moved, with words that occur more than once or stand for each other,
/// against the model that tries everything.
@Suite("Phrases of moved words")
struct SloppyPhraseTests {
  private static func leaf(_ word: String) -> PositionalClause.Node { .terms([Array(word.utf8)]) }

  private static func phrase(_ words: [String], slop: Int) -> [PositionalClause.Node] {
    words.map(leaf) + [.phrase(offsets: words.indices.map { UInt32($0) }, slop: slop)]
  }

  /// Returns the stretches, and the steps that were reported.
  private static func evaluate(
    _ nodes: [PositionalClause.Node], in text: [String]
  ) -> (spans: [TextSpan], steps: Int) {
    var evaluator = SpanEvaluator(nodes)
    for index in evaluator.leaves {
      let words = SpanModel.Tree([nodes[index]], text).words[0]
      let positions = text.indices.filter { words.contains(text[$0]) }
      evaluator.setPositions(positions.map { UInt32($0) }, ofLeaf: index) { _ in }
    }
    var steps = 0
    return (evaluator.evaluate { steps += $0 }, steps)
  }

  /// Returns the ends of the shortest stretches from each position.
  private static func shortest(_ spans: some Sequence<SpanModel.Span>) -> [Int: Int] {
    Dictionary(spans.map { ($0.first, $0.last) }, uniquingKeysWith: min)
  }

  @Test("match what the model does", arguments: 0..<10)
  func model(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let vocabulary = ["a", "a", "b", "c"]
    for _ in 0..<60 {
      let text = (0..<random.int(in: 1..<16)).map { _ in vocabulary[random.int(in: 0..<4)] }
      let words = (0..<random.int(in: 2..<5)).map { _ in vocabulary[random.int(in: 0..<3)] }
      var nodes = Self.phrase(words, slop: random.int(in: 1..<7))
      if random.oneIn(3) { nodes += [Self.leaf("c"), .near(distance: 2, inOrder: false)] }
      let found = Self.evaluate(nodes, in: text).spans
        .map { SpanModel.Span(first: Int($0.first), last: Int($0.last)) }
      #expect(
        Self.shortest(found) == Self.shortest(SpanModel.spans(nodes, in: text)),
        "seed \(seed): \(words) in \(text)")
    }
  }

  /// A leaf that may stand for words of others.
  private static func leaf(using random: inout SeededRandom) -> PositionalClause.Node {
    let words = ["a", "ab", "abc", "b"].map { Array($0.utf8) }
    switch random.int(in: 0..<6) {
    case 0: return .prefix(words[random.int(in: 0..<3)])
    case 1: return .terms([words[random.int(in: 0..<4)], words[random.int(in: 0..<4)]])
    case 2: return .pattern(.wildcards(WildcardPattern([.any, .text(Array("b".utf8))])))
    default: return .terms([words[random.int(in: 0..<4)]])
    }
  }

  @Test("take each position once", arguments: 0..<20)
  func rivals(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let vocabulary = ["a", "ab", "abc", "b", "x"]
    for _ in 0..<60 {
      let text = (0..<random.int(in: 1..<12)).map { _ in vocabulary[random.int(in: 0..<5)] }
      var leaves = (0..<random.int(in: 2..<5)).map { _ in Self.leaf(using: &random) }
      if random.oneIn(2) {
        // What people type: words, and the last one unfinished.
        leaves = leaves.map { _ in Self.leaf(vocabulary[random.int(in: 0..<4)]) }
        leaves.append(.prefix(Array("a".utf8)))
      }
      var nodes =
        leaves
        + [.phrase(offsets: leaves.indices.map { UInt32($0) }, slop: random.int(in: 1..<6))]
      if random.oneIn(3) { nodes += [Self.leaf("x"), .near(distance: 2, inOrder: false)] }
      let found = Self.evaluate(nodes, in: text).spans
        .map { SpanModel.Span(first: Int($0.first), last: Int($0.last)) }
      #expect(
        Self.shortest(found) == Self.shortest(SpanModel.spans(nodes, in: text)),
        "seed \(seed): \(leaves) in \(text)")
    }
  }

  @Test("are not looked for where a word is not often enough")
  func tooFew() {
    let text = (0..<20_000).map { $0 % 20 == 0 ? "a" : "b" }
    for nodes in [
      Self.phrase(Array(repeating: "a", count: 60), slop: 50),
      Self.phrase(Array(repeating: "a", count: 1_500), slop: 50),
      Self.phrase((0..<60).map { $0 % 2 == 0 ? "a" : "b" }, slop: 99),
    ] {
      let (spans, steps) = Self.evaluate(nodes, in: text)
      #expect(spans.isEmpty && steps < 2 * text.count, "took \(steps) steps")
    }
  }

  @Test("are looked for once in windows that have the same match")
  func sameMatch() {
    let text = (0..<20_000).map { $0 % 10 == 0 ? "a" : "b" }
    let nodes = Self.phrase(Array(repeating: "a", count: 8), slop: 99)
    let (spans, steps) = Self.evaluate(nodes, in: text)
    #expect(spans.count == 2_000 - 7 && spans.allSatisfy { $0.last - $0.first == 70 })
    #expect(steps < 70_000, "took \(steps) steps")
  }
}
