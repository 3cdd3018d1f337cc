import MartletTestSupport
import Testing

@testable import Martlet

/// Phrases and words that add to scores or are prohibited, beside required ones, against an engine that
/// scores every document.
@Suite("Clauses beside required ones")
struct OtherClausesTests {
  @Test(
    "find what the reference finds, with the same scores", arguments: 0..<(8 * TestSeed.factor))
  func answers(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    // The segments have lists of all pairs of words, of none, and of some.
    var sample = try RandomSample(
      seed: seed, sizes: [[1_500], [3, 1_500], [3, 3, 1_500], [300, 300, 40]][round % 4],
      fieldCount: 1, vocabulary: [8, 30][round / 4 % 2], length: 24, isClustered: round % 2 == 1)
    for number in 0..<60 {
      let query = sample.corpus.required(1..<3, optional: 0..<4, prohibited: 0..<3)
      let counting = [Counting.none, .exact, .upTo(1 + number)][number % 3]
      let limit = [1, 3, 20, 0][number / 3 % 4]
      guard let difference = try sample.difference(query, limit, counting, nil, SearchStop()) else {
        continue
      }
      Issue.record("seed \(seed), query \(number): \(query)\n\(difference)")
      return
    }
  }
}

extension RandomCorpus {
  /// Returns a group of words and phrases, of which the numbers lie in the given ranges.
  fileprivate mutating func required(
    _ required: Range<Int>, optional: Range<Int>, prohibited: Range<Int>
  ) -> ResolvedQuery {
    .boolean(
      BooleanClause(
        required: wordsAndPhrases(required), optional: wordsAndPhrases(optional),
        prohibited: wordsAndPhrases(prohibited)))
  }

  private mutating func wordsAndPhrases(_ range: Range<Int>) -> [ResolvedQuery] {
    var clauses: [ResolvedQuery] = []
    for _ in 0..<random.int(in: range) {
      let terms = (0..<random.int(in: 1..<4)).map { _ in Array(word().utf8) }
      clauses.append(
        terms.count == 1
          ? .term(TermClause(field: FieldID(0), term: terms[0], boost: 1))
          : .phrase(
            PhraseClause(
              field: FieldID(0),
              words: terms.enumerated().map { PhraseClause.Word(term: $1, offset: UInt32($0)) },
              lastIsPrefix: false, boost: 1)))
    }
    return clauses
  }
}
