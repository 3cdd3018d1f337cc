import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Pairs of words in every strategy, with its pruning, against an engine that scores every
/// document.
@Suite("Searches with proximity")
struct ProximitySearchTests {
  @Test(
    "find what the reference finds, with the same scores, in small segments",
    arguments: 0..<(3 * TestSeed.factor))
  func small(round: Int) throws {
    let seed = TestSeed.value &+ 2_000 &+ UInt64(round)
    let sizes = [[150], [3, 140], [129, 1, 20], [60, 60, 60]][round % 4]
    var sample = try RandomSample(
      seed: seed, sizes: sizes, fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4),
      length: 8, isClustered: round % 3 == 1, isReordered: round % 3 == 2)
    try sample.check(queries: 300, limits: [0, 1, 3, 10, 1_000], seed: seed, hasPairs: true)
  }

  @Test(
    "find what the reference finds, with the same scores, in larger segments",
    arguments: 0..<(2 * TestSeed.factor))
  func large(round: Int) throws {
    let seed = TestSeed.value &+ 2_100 &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: [[9_000], [5_000, 700, 4_200]][round % 2],
      fieldCount: (round + round / 2) % 2 + 1,
      vocabulary: 60, length: 14, isClustered: round & 1 != 0)
    try sample.check(queries: 20, limits: [1, 10, 100, 300], seed: seed, hasPairs: true)
  }

  @Test("find what the reference finds on several threads", arguments: 0..<4)
  func parallel(round: Int) throws {
    let seed = TestSeed.value &+ 2_200 &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let sizes = [[900], [3, 500, 64], [129, 1, 20, 700], Array(repeating: 70, count: 9)][round % 4]
    var sample = try RandomSample(
      seed: seed, sizes: sizes, fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4),
      length: 8)
    let runs = Atomic(0)
    try sample.check(queries: 100, limits: [1, 3, 10, 300], seed: seed, hasPairs: true) {
      let threads = ParallelSearchTests.threads(
        patience: UInt64(random.int(in: 0..<3)), leastDocumentCount: 64,
        onRun: { _ in runs.add(1, ordering: .relaxed) })
      return SearchStop(threads: threads, interval: random.int(in: 1..<300))
    }
    #expect(runs.load(ordering: .relaxed) > 5, "no search was divided")
  }

  @Test("no document scores more than the bound of its relevance")
  func bounds() throws {
    let seed = TestSeed.value &+ 2_300
    var sample = try RandomSample(
      seed: seed, sizes: [400], fieldCount: 1, vocabulary: 12, length: 20)
    for _ in 0..<300 {
      let query = sample.corpus.query()
      let pairs = sample.corpus.pairs(of: query)
      let plan = try QueryPlanner.plan(
        query, over: sample.set, parameters: FieldRankings(), stop: SearchStop(), pairs: pairs)
      guard let program = plan.proximity else { continue }
      let plain = sample.reference.evaluate(query)
      var scores = plain
      sample.reference.add(pairs, to: &scores)
      for (relevance, score) in zip(plain, scores) where !score.isNaN {
        #expect(program.maxScore(relevance: relevance) >= score, "seed \(seed): \(query)")
        #expect(program.relevanceLimit(score: score.nextDown) < relevance, "seed \(seed): \(query)")
      }
    }
  }
}
