import MartletTestSupport
import Testing

@testable import Martlet

/// Phrases and words that are required, alternatives, optional or prohibited, against an engine that
/// scores every document.
@Suite("Clauses of words and phrases")
struct OtherClausesTests {
  @Test(
    "find what the reference finds, with the same scores", arguments: 0..<(8 * TestSeed.factor))
  func answers(round: Int) throws {
    try check(TestSeed.value &+ UInt64(round), round) { _ in SearchStop() }
  }

  @Test(
    "find the same when several threads go on in the midst of it",
    arguments: 0..<(4 * TestSeed.factor))
  func threads(round: Int) throws {
    let runs = QuestionCount()
    try check(TestSeed.value &+ 500 &+ UInt64(round), round) { random in
      let threads = ParallelSearchTests.threads(
        patience: UInt64(random.int(in: 0..<3)), leastDocumentCount: 64 * random.int(in: 1..<4),
        onRun: { _ in _ = runs.add() })
      return SearchStop(threads: threads, interval: random.int(in: 1..<300))
    }
    #expect(runs.count > 10, "\(runs.count) of 60 searches were divided")
  }

  private func check(
    _ seed: UInt64, _ round: Int, _ stop: (inout SeededRandom) -> SearchStop
  ) throws {
    var random = SeededRandom(seed: seed)
    // The segments have lists of all pairs of words, of none, and of some.
    var sample = try RandomSample(
      seed: seed, sizes: [[1_500], [3, 1_500], [3, 3, 1_500], [300, 300, 40]][round % 4],
      fieldCount: 1 + round / 2 % 2, vocabulary: [8, 30][round / 4 % 2], length: 24,
      isClustered: round % 2 == 1)
    for number in 0..<60 {
      let query = sample.corpus.clauses()
      let counting = [Counting.none, .exact, .upTo(1 + number)][number % 3]
      let limit = [1, 3, 20, 0][number / 3 % 4]
      let stop = stop(&random)
      guard let difference = try sample.difference(query, limit, counting, nil, stop) else {
        continue
      }
      Issue.record("seed \(seed), query \(number): \(query)\n\(difference)")
      return
    }
  }
}

extension RandomCorpus {
  /// Returns a group of words and phrases, or of alternatives among them.
  fileprivate mutating func clauses() -> ResolvedQuery {
    if random.oneIn(4) {
      return .boolean(BooleanClause(optional: several(2..<6), atLeast: 1))
    }
    return .boolean(
      BooleanClause(required: several(1..<3), optional: several(0..<4), prohibited: several(0..<3)))
  }

  private mutating func several(_ range: Range<Int>) -> [ResolvedQuery] {
    (0..<random.int(in: range)).map { _ in
      if random.oneIn(3) {
        let alternatives = (0..<random.int(in: 1..<4)).map { _ in wordOrPhrase() }
        return .boolean(BooleanClause(optional: alternatives, atLeast: 1))
      }
      return wordOrPhrase()
    }
  }

  private mutating func wordOrPhrase() -> ResolvedQuery {
    let terms = (0..<random.int(in: 1..<4)).map { _ in Array(word().utf8) }
    let field = field()
    if terms.count == 1 { return .term(TermClause(field: field, term: terms[0], boost: boost())) }
    let words = terms.enumerated().map { PhraseClause.Word(term: $1, offset: UInt32($0)) }
    return .phrase(
      PhraseClause(field: field, words: words, lastIsPrefix: false, boost: boost()))
  }
}
