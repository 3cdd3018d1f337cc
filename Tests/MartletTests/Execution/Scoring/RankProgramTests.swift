import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Ranks, with the pruning of every strategy, against an engine that scores every document.
@Suite("Ranks")
struct RankProgramTests {
  /// A number from 0 to below 1 that jumps from one relevance to the next.
  private static func jump(_ relevance: Double) -> Double {
    let product = relevance * 37.7
    return product - product.rounded(.down)
  }

  /// Formulas that keep the order of relevance, reverse it, jump, or are all equal.
  private static let formulas: [(rank: Rank, score: @Sendable (Double) -> Double)] = [
    (.relevance * 0.25 + 1, { $0 * 0.25 + 1 }),
    (
      .custom(id: "jump", maximumFactor: 1) { $0.relevance * jump($0.relevance) },
      { $0 * jump($0) }
    ),
    (
      2 * .custom(id: "limited", maximumFactor: 0.5) { $0.relevance * jump($0.relevance) }
        + .relevance,
      { 2 * min($0 * jump($0), $0 * 0.5) + $0 }
    ),
    (.custom(id: "free") { jump($0.relevance) }, { jump($0) }),
    (3, { _ in 3 }),
    (.relevance * .relevance, { $0 * $0 }),
    (.relevance * -1 + 2, { max(0, $0 * -1 + 2) }),
    (.relevance * 1e300 * 1e300, { min($0 * 1e300 * 1e300, .greatestFiniteMagnitude) }),
  ]

  private static func check(
    _ sample: inout RandomSample, queries count: Int, limits: [Int], seed: UInt64,
    stop: () -> SearchStop
  ) throws {
    for number in 0..<count {
      let query = sample.corpus.query()
      let limit = limits[number % limits.count]
      let (rank, score) = formulas[number % formulas.count]
      let program = try RankProgram(rank, [], in: sample.set, now: 0)
      let counting = [Counting.exact, .none][number / 3 % 2]
      let found = try Searcher.search(
        query, in: sample.set, limit: limit, counting: counting, stop: stop(), rank: program)
      let scores = sample.reference.evaluate(query).map { relevance in
        relevance.isNaN
          ? nil : min(Float(score(Double(Float(relevance)))), .greatestFiniteMagnitude)
      }
      let order = scores.indices.filter { scores[$0] != nil }.sorted {
        let (one, other) = (scores[$0] ?? 0, scores[$1] ?? 0)
        return one != other ? one > other : $0 < $1
      }
      let expected = order.prefix(limit).map {
        ReferenceEngine.Hit(key: sample.reference.documents[$0].key, score: scores[$0] ?? 0)
      }
      let hits = try found.top.map { entry in
        let (segment, document) = sample.set.locate(entry.document)
        let key = try segment.keys.key(of: document)
        return ReferenceEngine.Hit(key: String(decoding: key, as: UTF8.self), score: entry.score)
      }
      guard hits == expected, counting == .none || found.total == .exactly(order.count) else {
        Issue.record("seed \(seed), query \(number): \(rank), \(query)\n\(hits)\n\(expected)")
        return
      }
    }
  }

  @Test("give what the reference gives, in small segments", arguments: 0..<8)
  func small(round: Int) throws {
    let seed = TestSeed.value &+ 2_000 &+ UInt64(round)
    var sample = try RandomSample(
      seed: seed, sizes: [[150], [3, 140], [129, 1, 20], [60, 60, 60]][round % 4],
      fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4), length: 8,
      isClustered: round & 4 != 0)
    try Self.check(&sample, queries: 250, limits: [0, 1, 3, 10, 1_000], seed: seed) {
      SearchStop()
    }
  }

  @Test("give what the reference gives, in larger segments and on threads", arguments: 0..<4)
  func large(round: Int) throws {
    let seed = TestSeed.value &+ 2_100 &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    var sample = try RandomSample(
      seed: seed, sizes: [[9_000], [5_000, 700, 4_200]][round % 2], fieldCount: 1,
      vocabulary: 200, length: 12)
    try Self.check(&sample, queries: 12, limits: [1, 10, 100, 300], seed: seed) {
      guard round >= 2 else { return SearchStop() }
      return SearchStop(
        threads: ParallelSearchTests.threads(
          patience: UInt64(random.int(in: 0..<4)), leastDocumentCount: 512),
        interval: random.int(in: 100..<4_096))
    }
  }

  @Test("skip documents as a search by relevance does, if a factor is declared")
  func pruning() throws {
    let sample = try RandomSample(
      seed: TestSeed.value, sizes: [20_000], fieldCount: 1, vocabulary: 200, length: 12)
    let query = try #require(Self.commonWords(1, of: sample).first)
    func calls(_ factor: Double?) throws -> (calls: Int, matches: Int) {
      let calls = Atomic(0)
      let rank = Rank.custom(id: "count", maximumFactor: factor) { document in
        calls.add(1, ordering: .relaxed)
        return document.relevance
      }
      let program = try RankProgram(rank, [], in: sample.set, now: 0)
      let found = try Searcher.search(
        query, in: sample.set, limit: 10, counting: .none, rank: program)
      #expect(
        found.top == (try Searcher.search(query, in: sample.set, limit: 10, counting: .none)).top)
      let count = try Searcher.count(query, in: sample.set)
      return (calls.load(ordering: .relaxed), count)
    }
    let pruned = try calls(1)
    let whole = try calls(nil)
    #expect(whole.matches > 2_000)
    #expect(whole.calls == whole.matches)
    #expect(pruned.calls < whole.calls / 2, "\(pruned)")
  }

  @Test("see whole relevances, if all documents are counted, and not only the best are searched")
  func counted() throws {
    let sample = try RandomSample(
      seed: TestSeed.value, sizes: [20_000], fieldCount: 1, vocabulary: 200, length: 12)
    let query = ResolvedQuery.boolean(
      BooleanClause(required: Self.commonWords(3, of: sample)))
    let seen = Lock<[Float]>([])
    let rank = Rank.custom(id: "seen", maximumFactor: 1) { document in
      seen.withLock { $0.append(Float(document.relevance)) }
      return document.relevance
    }
    let program = try RankProgram(rank, [], in: sample.set, now: 0)
    let found = try Searcher.search(
      query, in: sample.set, limit: 10, counting: .exact, rank: program)
    let all = try Searcher.search(query, in: sample.set, limit: 20_000, counting: .exact)
    #expect(found.total == all.total)
    #expect(found.top == Array(all.top.prefix(10)))
    let relevances = Set(all.top.map(\.score))
    let calls = seen.withLock { $0 }
    let partial = calls.count { !relevances.contains($0) }
    #expect(partial == 0)
    #expect(calls.count < all.top.count, "\(calls.count) of \(all.top.count)")
  }

  @Test("give the best so far when the time is over, also if frequent words are counted exactly")
  func outOfTime() throws {
    let sample = try RandomSample(
      seed: TestSeed.value, sizes: [20_000], fieldCount: 1, vocabulary: 200, length: 12)
    let query = ResolvedQuery.boolean(
      BooleanClause(required: Self.commonWords(2, of: sample)))
    let questions = Atomic(0)
    // Counting the live documents of the words comes first, and counting all that match would take
    // many more questions.
    let stop = SearchStop(
      isOver: { questions.add(1, ordering: .relaxed).newValue > 4 }, interval: 1_000)
    let found = try Searcher.search(query, in: sample.set, limit: 10, counting: .exact, stop: stop)
    #expect(!found.isComplete)
    #expect(found.top.count == 10)
  }

  /// The `count` words that the most documents have.
  private static func commonWords(_ count: Int, of sample: RandomSample) -> [ResolvedQuery] {
    let words = sample.reference.documents.flatMap { Set($0.fields[0]) }
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    let common = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(count)
    return common.map {
      .term(TermClause(field: FieldID(0), term: Array($0.key.utf8), boost: 1))
    }
  }

  @Test("a bound is never below a score, and its inverse never above")
  func bounds() throws {
    let sample = try RandomSample(
      seed: TestSeed.value, sizes: [10], fieldCount: 1, vocabulary: 12, length: 8)
    var random = SeededRandom(seed: TestSeed.value)
    for (rank, score) in Self.formulas {
      let program = try RankProgram(rank, [], in: sample.set, now: 0)
      for _ in 0..<2_000 {
        let relevance = Double(Float(random.int(in: 0..<1 << 20)) / 9_973)
        let own = Float(min(max(0, score(relevance)), Double(Float.greatestFiniteMagnitude)))
        #expect(program.maxScore(relevance: relevance) >= own, "\(rank)")
        let limit = program.relevanceLimit(score: Double(own.nextDown))
        #expect(limit < relevance, "\(rank): a document of relevance \(relevance) is skipped")
      }
    }
  }
}
