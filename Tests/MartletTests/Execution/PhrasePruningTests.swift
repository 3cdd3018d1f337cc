import MartletTestSupport
import Testing

@testable import Martlet

/// The best documents of phrases that are in many blocks, of which most are left out by bounds.
@Suite("Pruning of phrases")
struct PhrasePruningTests {
  /// Segments with lists of all pairs of words, of none, and of some.
  private static let sizes = [[1_500], [3, 1_500], [3, 3, 1_500]]

  @Test(
    "leaves the best documents, also if a word comes several times",
    arguments: 0..<(6 * TestSeed.factor))
  func best(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: Self.sizes[round % 3], fieldCount: 1, vocabulary: 8, length: 24,
      isClustered: round % 2 == 1)
    for number in 0..<40 {
      let words = (0..<sample.corpus.random.int(in: 2..<5)).map { index in
        PhraseClause.Word(term: Array(sample.corpus.word().utf8), offset: UInt32(index))
      }
      let phrase = ResolvedQuery.phrase(
        PhraseClause(field: FieldID(0), words: words, lastIsPrefix: false, boost: 1))
      let limit = [1, 3, 20][number % 3]
      guard let difference = try sample.difference(phrase, limit, .none, nil, SearchStop()) else {
        continue
      }
      Issue.record("seed \(seed), phrase \(number): \(phrase)\n\(difference)")
      return
    }
  }
}
