import Dispatch
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Searches that are divided over threads, as large ones are: into small parts, and at the latest
/// moment or at once.
@Suite("Parallel searches")
struct ParallelSearchTests {
  /// Three threads for a search that has asked `patience` times whether it takes long.
  ///
  /// - Parameter onRun: Called with the number of threads whenever a search is divided.
  static func threads(
    patience: UInt64, leastDocumentCount: Int = 64, processorCount: Int = 64,
    onRun: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> SearchThreads {
    let clock = QuestionCount()
    return SearchThreads(
      count: 3, load: SearchThreads.Load(processorCount: processorCount), patience: patience,
      leastDocumentCount: leastDocumentCount, now: { UInt64(clock.add()) },
      run: { count, body in
        onRun(count)
        let begun = QuestionCount()
        DispatchQueue.concurrentPerform(iterations: count) { number in
          _ = begun.add()
          // Small parts would all be done before another thread wakes up.
          let end = ContinuousClock.now + .milliseconds(2)
          while begun.count < 2, ContinuousClock.now < end {}
          body(number)
        }
      })
  }

  @Test("find what the reference finds, in small segments", arguments: 0..<(4 * TestSeed.factor))
  func small(round: Int) throws {
    let seed = TestSeed.value &+ 1_000 &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let sizes = [[900], [3, 500, 64], [129, 1, 20, 700], Array(repeating: 70, count: 9)][round % 4]
    var sample = try RandomSample(
      seed: seed, sizes: sizes, fieldCount: round % 2 + 1, vocabulary: 12 << (round % 4),
      length: 8)
    let runs = QuestionCount()
    try sample.check(queries: 200, limits: [0, 1, 3, 10, 300, 1_000], seed: seed) {
      let threads = Self.threads(
        patience: UInt64(random.int(in: 0..<3)),
        leastDocumentCount: 64 * random.int(in: 1..<4), onRun: { _ in _ = runs.add() })
      return SearchStop(threads: threads, interval: random.int(in: 1..<300))
    }
    #expect(runs.count > 35, "\(runs.count) of 200 searches were divided")
  }

  @Test("find what the reference finds, in larger segments", arguments: 0..<(2 * TestSeed.factor))
  func large(round: Int) throws {
    let seed = TestSeed.value &+ 1_100 &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    var sample = try RandomSample(
      seed: seed, sizes: [[9_000], [5_000, 700, 4_200]][round % 2], fieldCount: round / 2 + 1,
      vocabulary: 200, length: 12)
    let runs = QuestionCount()
    try sample.check(queries: 40, limits: [1, 10, 100, 300, 2_000], seed: seed) {
      let threads = Self.threads(
        patience: UInt64(random.int(in: 0..<4)), leastDocumentCount: 512,
        onRun: { _ in _ = runs.add() })
      return SearchStop(threads: threads, interval: random.int(in: 100..<4_096))
    }
    #expect(runs.count > 8, "\(runs.count) of 40 searches were divided")
  }

  @Test("find a phrase whose last word can go on in thousands of ways")
  func unfinishedPhrases() throws {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    let documents = (0..<1_500).map { number in
      let words = (0..<random.int(in: 0..<30)).map { _ in
        switch random.int(in: 0..<4) {
        case 0: "the"
        case 1: "s\(random.int(in: 0..<20))"
        default: "s\(random.int(in: 100..<9_000))"
        }
      }
      return ReferenceEngine.Document(key: "\(number)", fields: [words])
    }
    let sample = try RandomSample(documents, seed: seed)
    let runs = QuestionCount()
    for (words, offsets) in [
      (["the", "s"], [0, 1]), (["the", "the", "s"], [0, 1, 2]), (["the", "s"], [0, 3]),
      (["s7", "s"], [0, 1]), (["the", "s1"], [0, 1]),
    ] as [([String], [UInt32])] {
      let query = ResolvedQuery.phrase(
        PhraseClause(
          field: FieldID(0),
          words: zip(words, offsets).map { .init(term: Array($0.utf8), offset: $1) },
          lastIsPrefix: true, boost: 1))
      for patience in [0, 1, 3, .max] as [UInt64] {
        let stop = SearchStop(
          threads: Self.threads(patience: patience, onRun: { _ in _ = runs.add() }), interval: 100)
        let difference = try sample.difference(query, 2_000, .exact, nil, stop)
        #expect(difference == nil, "seed \(seed): \(words), \(offsets), patience \(patience)")
      }
    }
    #expect(runs.count > 5, "\(runs.count) searches were divided")
  }

  /// Hands documents with few different scores, in any order, to any of three collectors.
  @Test("filter the best of all, whichever thread finds them, and whenever it hears of the others")
  func sharedLimit() throws {
    var random = SeededRandom(seed: TestSeed.value)
    for round in 0..<2_000 {
      let limit = [1, 2, 10, 60, 300][round % 5]
      let progress = SearchProgress(worst: 0, count: 0)
      let threads = (0..<3).map { _ in
        Collector(limit: limit, countLimit: 0, progress: progress)
      }
      let alone = TopDocuments(capacity: limit)
      var documents = (0..<700).map { UInt32($0) }
      documents.shuffle(using: &random)
      let scoreCount = random.int(in: 1..<40)
      while !documents.isEmpty {
        let thread = threads[random.int(in: 0..<3)]
        let candidates = thread.candidates
        candidates.removeAll()
        for document in documents.suffix(random.int(in: 1..<30)) {
          documents.removeLast()
          let score = Float(1 + random.int(in: 0..<scoreCount)) / 8
          alone.insert(document, score: score)
          if Double(score) > thread.limit { candidates.append(document, Double(score)) }
        }
        try thread.rank(candidates, base: 0)
      }
      let all = Collector(limit: limit, countLimit: 0)
      for thread in threads { all.join(thread.top.sorted(), count: 0) }
      let (found, expected) = (all.top.sorted(), alone.sorted())
      guard found == expected else {
        Issue.record("round \(round): \(found.prefix(5)), not \(expected.prefix(5))")
        return
      }
    }
  }

  private static let words: ResolvedQuery = .boolean(
    BooleanClause(
      optional: ["a", "aa", "ab", "b", "c"].map {
        .prefix(TermClause(field: FieldID(0), term: Array($0.utf8), boost: 1))
      }, atLeast: 1))

  private static func sample() throws -> RandomSample {
    try RandomSample(
      seed: TestSeed.value, sizes: [4_000, 900, 300], fieldCount: 1, vocabulary: 100, length: 12)
  }

  @Test("end when they are cancelled, whichever thread asks")
  func cancelled() throws {
    let set = try Self.sample().set
    for patience in [0, 2, 5] as [UInt64] {
      for last in 2..<40 {
        let count = QuestionCount()
        let stop = SearchStop(
          isCancelled: { count.add() >= last }, threads: Self.threads(patience: patience),
          interval: 60)
        let code = thrownCode {
          try Searcher.search(Self.words, in: set, limit: 2_000, counting: .exact, stop: stop)
        }
        #expect(code == .cancelled && !stop.isOutOfTime, "\(patience), \(last)")
      }
    }
  }

  @Test("give the best of what was seen when the time is over")
  func outOfTime() throws {
    let set = try Self.sample().set
    let whole = try Searcher.search(Self.words, in: set, limit: 6_000, counting: .exact)
    let scores = Dictionary(uniqueKeysWithValues: whole.top.map { ($0.document, $0.score) })
    var found = 0
    for patience in [0, 2, 5] as [UInt64] {
      for allowed in 1..<40 {
        let count = QuestionCount()
        let stop = SearchStop(
          isOver: { count.add() > allowed }, threads: Self.threads(patience: patience),
          interval: 60)
        let part = try Searcher.search(
          Self.words, in: set, limit: 500, counting: .exact, stop: stop)
        #expect(!part.isComplete && stop.isOutOfTime && !part.total.isExact)
        #expect(part.total.number ?? .max <= whole.total.number ?? 0)
        #expect(Set(part.top.map(\.document)).count == part.top.count)
        #expect(part.top.allSatisfy { scores[$0.document] == $0.score })
        found += part.top.count
      }
    }
    #expect(found > 0)
  }

  @Test("use no more threads than are free, and give them back")
  func load() {
    let load = SearchThreads.Load(processorCount: 4)
    let threads = SearchThreads(
      count: 3, load: load, now: { 0 }, run: { count, body in (0..<count).forEach(body) })
    #expect(threads.enter() == 3)
    #expect(threads.enter() == 1)
    #expect(threads.enter() == 1)
    threads.leave(3)
    #expect(threads.enter() == 2)
    threads.leave(2)
    threads.leave(1)
    threads.leave(1)
    do {
      let stop = SearchStop(
        threads: SearchThreads(
          count: 9, load: load, patience: 0, now: { 0 },
          run: { count, body in (0..<count).forEach(body) }))
      stop.beginPhase()
      stop.beginPhase()
      #expect(stop.threadCount == 4)
    }
    #expect(threads.enter() == 3)
  }

  @Test("stay on one thread where all others are used")
  func busy() throws {
    let set = try Self.sample().set
    let runs = QuestionCount()
    let threads = Self.threads(patience: 1, processorCount: 1) { _ in _ = runs.add() }
    let stop = SearchStop(threads: threads, interval: 60)
    _ = try Searcher.search(Self.words, in: set, limit: 10, counting: .exact, stop: stop)
    #expect(runs.count == 0 && stop.threadCount == 1)
  }
}

/// Searches of damaged files that are divided over threads.
@Suite("Parallel searches of damaged segments")
struct ParallelDamageTests {
  private static let query: ResolvedQuery = .prefix(
    TermClause(field: FieldID(0), term: Array("a".utf8), boost: 1))

  /// An index of several segments, its schema, and the files of the segments.
  private static func index() throws -> (MemoryStorage, IndexSchema, [ManifestSegment]) {
    let schema = TestSegments.schema(fieldCount: 1)
    let storage = MemoryStorage()
    var options = TestOptions()
    options.mergesAutomatically = false
    let core = try IndexCore.open(storage, schema: schema, options: options)
    var corpus = RandomCorpus(seed: TestSeed.value, vocabulary: 60, fieldCount: 1)
    for segment in 0..<4 {
      var batch = WriteBatch()
      for number in 0..<400 {
        batch.append(
          .put(TestSegments.input(corpus.document("\(segment)-\(number)", length: 20))))
      }
      try core.write(batch)
      try core.checkpoint()
    }
    let segments = core.state.members.compactMap { $0.stored?.entry }
    try core.close()
    return (storage, schema, segments)
  }

  /// Searches on several threads, or on one.
  private static func search(
    _ storage: MemoryStorage, _ schema: IndexSchema, _ policy: CorruptionPolicy, isParallel: Bool
  ) throws(SearchError) -> (answer: Searcher.Answer, isComplete: Bool) {
    var options = TestOptions()
    options.onCorruption = policy
    let core = try IndexCore.openForReading(storage, schema: schema, options: options)
    let threads = isParallel ? ParallelSearchTests.threads(patience: 0) : nil
    let answer = try core.reading(core.state) { (state) throws(SearchError) in
      try Searcher.search(
        query, in: state.segments, limit: 700, counting: .exact,
        stop: SearchStop(threads: threads))
    }
    return (answer, core.state.damage.isEmpty)
  }

  @Test("throw the damage that a search on one thread throws, or leave the same segment out")
  func damage() throws {
    let (storage, schema, segments) = try Self.index()
    try #require(segments.count == 4)
    var damaged = 0
    for segment in segments {
      let bytes = try #require(storage[segment.fileName])
      for step in 1..<12 {
        var changed = bytes
        changed[bytes.count * step / 12] ^= 0x10
        storage[segment.fileName] = changed
        for policy in [CorruptionPolicy.fail, .salvage] {
          let (one, several) = [false, true].map { isParallel in
            Result { () throws(SearchError) in
              try Self.search(storage, schema, policy, isParallel: isParallel)
            }
          }.pair
          switch (one, several) {
          case (.success(let one), .success(let several)):
            #expect(one.answer.top == several.answer.top)
            #expect(one.answer.total.number == several.answer.total.number)
            #expect(one.isComplete == several.isComplete)
            damaged += one.isComplete ? 0 : 1
          case (.failure(let one), .failure(let several)):
            #expect(one.code == several.code && one.file == several.file)
            damaged += 1
          default: Issue.record("\(policy), \(step): \(one) and \(several)")
          }
        }
        storage[segment.fileName] = bytes
      }
    }
    #expect(damaged > 8, "\(damaged) searches met damage")
  }
}

extension Array {
  /// The first two elements.
  fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
