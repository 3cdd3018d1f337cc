import MartletTestSupport
import Testing

@testable import Martlet

/// Phrases and words that are required, alternatives, optional or prohibited, against an engine
/// that scores every document.
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

  @Test("are left to several threads, although looking phrases up takes most of the time")
  func dividing() throws {
    let seed = TestSeed.value
    var corpus = RandomCorpus(seed: seed, vocabulary: 8, fieldCount: 1)
    let sample = try RandomSample(
      (0..<9_000).map { corpus.document("\($0)", length: 8) }, seed: seed)
    let words = corpus.vocabulary.map { Array($0.utf8) }
    let word = ResolvedQuery.term(TermClause(field: FieldID(0), term: words[0], boost: 1))
    // Three words, so that the segment has no list of the phrase.
    let phrase = ResolvedQuery.phrase(
      PhraseClause(
        field: FieldID(0),
        words: words[1..<4].enumerated().map { .init(term: $1, offset: UInt32($0)) },
        lastIsPrefix: false, boost: 1))
    for query in [
      BooleanClause(required: [word], prohibited: [phrase]),
      BooleanClause(required: [word], optional: [phrase]),
    ].map(ResolvedQuery.boolean) {
      let runs = QuestionCount()
      let stop = SearchStop(
        threads: ParallelSearchTests.threads(patience: 1, onRun: { _ in _ = runs.add() }),
        interval: 4 * Limits.blockSize)
      #expect(try sample.difference(query, 10, .exact, nil, stop) == nil)
      #expect(runs.count == 1, "seed \(seed): divided \(runs.count) times")
    }
  }

  @Test("that move many lists to blocks without any of their documents ask whether to go on")
  func moving() throws {
    // All phrases are in the first blocks.
    let documents = (0..<6_000).map { number in
      let words = number < 200 ? ["a\(number % 8)", "b\(number % 8)"] : ["x"]
      return ReferenceEngine.Document(key: "\(number)", fields: [["the"] + words])
    }
    let sample = try RandomSample(documents, seed: TestSeed.value)
    func term(_ word: String) -> [UInt8] { Array(word.utf8) }
    let word = ResolvedQuery.term(TermClause(field: FieldID(0), term: term("the"), boost: 1))
    let phrases = (0..<8).map { number in
      ResolvedQuery.phrase(
        PhraseClause(
          field: FieldID(0),
          words: [
            .init(term: term("a\(number)"), offset: 0), .init(term: term("b\(number)"), offset: 1),
          ], lastIsPrefix: false, boost: 1))
    }
    for query in [
      BooleanClause(required: [word], optional: phrases),
      BooleanClause(required: [word, .boolean(BooleanClause(optional: phrases, atLeast: 1))]),
    ].map(ResolvedQuery.boolean) {
      let count = QuestionCount()
      let stop = SearchStop(isCancelled: { count.add() < 0 }, interval: 1)
      #expect(try sample.difference(query, 1, .none, nil, stop) == nil)
      #expect(count.count > 6_000 / Limits.blockSize, "asked \(count.count) times")
    }
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
