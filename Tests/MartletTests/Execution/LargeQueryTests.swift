import MartletTestSupport
import Testing

@testable import Martlet

/// Queries with thousands of parts, as programs make them.
@Suite("Queries of many parts")
struct LargeQueryTests {
  /// A segment whose words are `w0`, `w1` and so on, most of them rare, and `common`. Behind the
  /// first `end` documents, there are only the lower half of them.
  private static func segments(documentCount: Int, end: Int = .max) throws -> SegmentSet {
    var random = SeededRandom(seed: TestSeed.value)
    let documents = (0..<documentCount).map { number in
      let words = (0..<10).map { _ in
        let word = min(random.int(in: 0..<300), random.int(in: 0..<300))
        return "w\(number < end ? word : word / 2)"
      }
      return ReferenceEngine.Document(key: "\(number)", fields: [words + ["common"]])
    }
    let segment = try TestSegments.segment(documents, TestSegments.schema(fieldCount: 1), id: 1)
    return SegmentSet([segment], fieldCount: 1)
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func term(_ text: String) -> ResolvedQuery {
    .term(TermClause(field: FieldID(0), term: bytes(text), boost: 1))
  }

  private static func any(_ words: [String]) -> ResolvedQuery {
    .boolean(BooleanClause(optional: words.map(term), atLeast: 1))
  }

  private static func synonyms(_ words: [String]) -> ResolvedQuery {
    let leaves = words.map { PositionalClause.Node.terms([bytes($0)]) }
    return .positional(
      PositionalClause(field: FieldID(0), nodes: leaves + [.any(count: leaves.count)], boost: 1))
  }

  @Test("can be ended while their words are looked up")
  func lookingUp() throws {
    let set = try Self.segments(documentCount: 10)
    let words = (0..<1_000).map { "x\($0)" }
    let ranges = words.sorted().map {
      TermRange(lower: Self.bytes($0), upper: Self.bytes($0) + [0])
    }
    let queries: [(String, ResolvedQuery)] = [
      ("words", Self.any(words)), ("keys", .keys(words.map(Self.bytes))),
      ("values", .terms(TermSetClause(field: FieldID(0), ranges: ranges, boost: 0))),
    ]
    for (name, query) in queries {
      let count = QuestionCount()
      let stop = SearchStop(isOver: { count.add() > 4 })
      let answer = try Searcher.search(query, in: set, limit: 10, counting: .exact, stop: stop)
      #expect(!answer.isComplete && count.count == 5, "\(name): asked \(count.count) times")
    }
  }

  @Test("that are alternatives cost each document no more than one word")
  func alternatives() throws {
    let set = try Self.segments(documentCount: 2_000)
    let words = (0..<1_000).map { "w\($0)" }
    let count = QuestionCount()
    let many = try Searcher.search(
      Self.synonyms(words + words), in: set, limit: 2_000, counting: .exact,
      stop: SearchStop(isCancelled: { count.add() < 0 }))
    // Two look-ups for each word, and the postings.
    let steps = 2 * words.count * SearchStop.postingsPerLookUp + 40 * 10 * 2_000
    #expect(count.count < steps / SearchStop.interval, "asked \(count.count) times")
    let few = try Searcher.search(
      Self.synonyms(Array(words.prefix(300))), in: set, limit: 2_000, counting: .exact)
    #expect(many.top.count == 2_000 && many.top == few.top)
  }

  @Test("in quotes can be ended within one document that has each of them very often")
  func longPhrases() throws {
    let text = (0..<40_000).flatMap { _ in ["a", "b"] }
    let segment = try TestSegments.segment(
      [ReferenceEngine.Document(key: "1", fields: [text])], TestSegments.schema(fieldCount: 1),
      id: 1)
    let set = SegmentSet([segment], fieldCount: 1)
    func phrase(_ words: [String]) -> ResolvedQuery {
      .phrase(
        PhraseClause(
          field: FieldID(0),
          words: words.enumerated().map { offset, word in
            PhraseClause.Word(term: Self.bytes(word), offset: UInt32(offset))
          }, lastIsPrefix: false, boost: 1))
    }
    let count = QuestionCount()
    let whole = try Searcher.search(
      phrase(Array(text.prefix(200))), in: set, limit: 1, counting: .exact,
      stop: SearchStop(isCancelled: { count.add() < 0 }))
    #expect(whole.total.number == 1)
    // Once for each word but the two rarest.
    #expect(count.count >= 198, "asked \(count.count) times")
    let last = count.count / 2
    let again = QuestionCount()
    let code = thrownCode {
      try Searcher.search(
        phrase(Array(text.prefix(200))), in: set, limit: 1, counting: .exact,
        stop: SearchStop(isCancelled: { again.add() >= last }))
    }
    #expect(code == .cancelled && again.count == last)
  }

  @Test("that are alternatives are one leaf of the same stretches")
  func joining() {
    var random = SeededRandom(seed: TestSeed.value)
    let vocabulary = ["a", "b", "c", "d"]
    func leaf() -> [PositionalClause.Node] {
      if random.oneIn(5) { return [.prefix(Self.bytes("a"))] }
      return [.terms([Self.bytes(vocabulary[random.int(in: 0..<4)])])]
    }
    func tree(_ depth: Int) -> [PositionalClause.Node] {
      guard depth > 0 else { return leaf() }
      if random.oneIn(3) {
        return tree(depth - 1) + tree(depth - 1) + [.near(distance: 1, inOrder: random.oneIn(2))]
      }
      let count = random.int(in: 2..<5)
      return (0..<count).flatMap { _ in tree(random.int(in: 0..<depth)) } + [.any(count: count)]
    }
    for _ in 0..<300 {
      let nodes = tree(3)
      let joined = nodes.joiningWords
      let words = (0..<12).map { _ in vocabulary[random.int(in: 0..<4)] }
      #expect(joined.isOneTree && joined.count <= nodes.count)
      #expect(SpanModel.spans(joined, in: words) == SpanModel.spans(nodes, in: words), "\(nodes)")
    }
    let (a, b) = (Self.bytes("a"), Self.bytes("b"))
    let nodes: [PositionalClause.Node] = [
      .terms([a]), .terms([b, a]), .prefix(a), .any(count: 3), .start,
    ]
    #expect(nodes.joiningWords == [.terms([a, b]), .prefix(a), .any(count: 2), .start])
  }

  @Test("find the same best documents, list by list and in windows")
  func manyLists() throws {
    // Three windows, before the last of which the rarest words end.
    let set = try Self.segments(documentCount: 3 * ScoreWindow.size, end: ScoreWindow.size + 100)
    for count in [33, 100, 290] {
      let words = ["common"] + (0..<count).map { "w\(299 - $0 * 290 / count)" }
      let nothing = ResolvedQuery.boolean(
        BooleanClause(required: [Self.term("common")], prohibited: [.everything]))
      let inWindows = ResolvedQuery.boolean(
        BooleanClause(optional: words.map(Self.term) + [nothing], atLeast: 1))
      for limit in [20, 500] {
        let expected = try Searcher.search(inWindows, in: set, limit: limit, counting: .none)
        let found = try Searcher.search(Self.any(words), in: set, limit: limit, counting: .none)
        #expect(found.top == expected.top, "\(count) words, \(limit) documents")
        #expect(found.top.count == limit)
      }
    }
  }

  @Test(
    "find the best documents, however many of the best are excluded", arguments: [0, 3, 6, 9, 10])
  func excluded(tenths: Int) throws {
    var random = SeededRandom(seed: TestSeed.value)
    let documents = (0..<2_000).map { number in
      let frequency = random.int(in: 1..<30)
      let isExcluded = frequency > 20 ? random.int(in: 0..<10) < tenths : random.oneIn(20)
      let words =
        Array(repeating: "common", count: frequency) + (random.oneIn(2) ? ["other"] : [])
        + (isExcluded ? [random.oneIn(2) ? "x" : "y"] : [])
      return ReferenceEngine.Document(key: "\(number)", fields: [words])
    }
    let segment = try TestSegments.segment(documents, TestSegments.schema(fieldCount: 1), id: 1)
    let set = SegmentSet([segment], fieldCount: 1)
    let clauses = [
      BooleanClause(required: [Self.term("common")], prohibited: ["x", "y"].map(Self.term)),
      BooleanClause(
        required: ["other", "common"].map(Self.term), prohibited: ["y", "x"].map(Self.term)),
      BooleanClause(
        required: [Self.term("common")], optional: [Self.term("other")],
        prohibited: [Self.term("x")]),
    ]
    for query in clauses.map(ResolvedQuery.boolean) {
      // All documents are wanted, so that all are looked up.
      let all = try Searcher.search(query, in: set, limit: 2_000, counting: .none).top
      for limit in [1, 10, 40, 100] {
        let found = try Searcher.search(query, in: set, limit: limit, counting: .none).top
        #expect(found == Array(all.prefix(limit)), "\(limit) documents")
      }
    }
  }

  @Test("are found by hashing, and compared one by one if there are few")
  func planned() {
    /// A clause that counts how often it is compared.
    struct Clause: Hashable {
      let number: Int
      let comparisons: QuestionCount

      static func == (left: Clause, right: Clause) -> Bool {
        _ = left.comparisons.add()
        return left.number == right.number
      }

      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let comparisons = QuestionCount()
    func clause(_ number: Int) -> Clause { Clause(number: number, comparisons: comparisons) }
    var clauses = PlannedClauses<Clause>()
    for number in 0..<2_000 {
      #expect(clauses.number(of: clause(number)) == nil)
      clauses.insert(clause(number), 3 * number)
      #expect(clauses.number(of: clause(number / 2)) == number / 2 * 3)
    }
    #expect((0..<2_000).allSatisfy { clauses.number(of: clause($0)) == 3 * $0 })
    #expect(comparisons.count < 40_000, "compared \(comparisons.count) times")
  }
}
