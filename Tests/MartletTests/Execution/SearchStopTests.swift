import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Numbers the calls of a question, which several threads may ask.
final class QuestionCount: Sendable {
  private let made = Atomic(0)

  /// The calls so far.
  var count: Int { made.load(ordering: .relaxed) }

  /// Counts a call; returns its number, from 1.
  func add() -> Int { made.wrappingAdd(1, ordering: .relaxed).newValue }
}

@Suite("Stopping a search")
struct SearchStopTests {
  /// Two segments whose common words are in every second document or more.
  private struct Sample {
    private let segments: [LiveSegment]

    /// The segments, with nothing remembered from an earlier search.
    var set: SegmentSet { SegmentSet(segments, fieldCount: 1) }

    init() throws {
      let schema = TestSegments.schema(fieldCount: 1)
      var random = SeededRandom(seed: TestSeed.value)
      segments = try (0..<2).map { segment in
        let documents = (0..<8_000).map { number in
          let words = (0..<8).map { _ in "w\(random.int(in: 0..<9))" } + ["rare\(number % 2_000)"]
          return ReferenceEngine.Document(key: "\(segment)-\(number)", fields: [words])
        }
        // Merged, so that no prefix and no pair of words has a list.
        return try TestSegments.segment(
          documents, schema, id: UInt64(segment), leastPrefixCost: .max)
      }
    }
  }

  private static func term(_ text: String) -> ResolvedQuery {
    .term(TermClause(field: FieldID(0), term: Array(text.utf8), boost: 1))
  }

  private static func pattern(_ pattern: TermPattern) -> ResolvedQuery {
    .pattern(PatternClause(field: FieldID(0), pattern: pattern, boost: 1))
  }

  private static func loosely(_ node: PositionalClause.Node, _ words: String...) -> ResolvedQuery {
    var nodes = words.map { PositionalClause.Node.terms([Array($0.utf8)]) }
    nodes.append(node)
    return .positional(PositionalClause(field: FieldID(0), nodes: nodes, boost: 1))
  }

  private static func phrase(isOpen: Bool) -> ResolvedQuery {
    let parts = ["w1", isOpen ? "w" : "w2"].enumerated().map { offset, word in
      PhraseClause.Word(term: Array(word.utf8), offset: UInt32(offset))
    }
    return .phrase(
      PhraseClause(field: FieldID(0), words: parts, lastIsPrefix: isOpen, boost: 1))
  }

  /// A query for each way to evaluate one.
  private static var queries: [(name: String, query: ResolvedQuery)] {
    let words = (0..<6).map { term("w\($0)") }
    let nested = ResolvedQuery.boolean(
      BooleanClause(required: Array(words[..<2]), optional: Array(words[2...]), atLeast: 1))
    return [
      ("conjunction", .boolean(BooleanClause(required: Array(words[..<2])))),
      ("prohibition", .boolean(BooleanClause(required: [words[0]], prohibited: [words[1]]))),
      ("union", .boolean(BooleanClause(optional: Array(words[..<2]), atLeast: 1))),
      ("wide union", .boolean(BooleanClause(optional: words, atLeast: 1))),
      ("windows", nested), ("phrase", phrase(isOpen: false)), ("open phrase", phrase(isOpen: true)),
      ("prefix", .prefix(TermClause(field: FieldID(0), term: Array("rare".utf8), boost: 1))),
      ("near", loosely(.near(distance: 3, inOrder: false), "w1", "w2")),
      ("loose phrase", loosely(.phrase(offsets: [0, 1, 2], slop: 3), "w1", "w2", "w3")),
      ("pattern", pattern(.wildcards(WildcardPattern("*1*")))),
      ("fuzzy", pattern(.fuzzy(Array("rare10".utf8), edits: 2))),
      (
        "misspelt",
        pattern(.misspelt(Misspelling(word: Array("rare10".utf8), edits: 2, isPrefix: true)))
      ),
    ]
  }

  @Test("is asked for within every loop over postings")
  func asked() throws {
    let sample = try Sample()
    for (name, query) in Self.queries {
      // Segments keep lists of the first search.
      _ = try Searcher.search(query, in: sample.set, limit: 1, counting: .exact)
      for limit in [0, 3_000] {
        let count = QuestionCount()
        let stop = SearchStop(isCancelled: { count.add() < 0 })
        let whole = try Searcher.search(
          query, in: sample.set, limit: limit, counting: .exact, stop: stop)
        let asks = count.count
        #expect(whole.isComplete && asks > 2, "\(name), \(limit): asked \(asks) times")
        for last in [1, asks / 2, asks] {
          let count = QuestionCount()
          let stop = SearchStop(isCancelled: { count.add() >= last })
          let code = thrownCode {
            try Searcher.search(query, in: sample.set, limit: limit, counting: .exact, stop: stop)
          }
          #expect(code == .cancelled, "\(name), \(limit): stopped at \(last) of \(asks)")
        }
      }
    }
  }

  /// Queries whose work is nearly all in one text of the words a and b in turn, and the least
  /// number of questions.
  private static var positionalQueries: [(name: String, nodes: [PositionalClause.Node], Int)] {
    let (a, b) = (PositionalClause.Node.terms([[0x61]]), PositionalClause.Node.terms([[0x62]]))
    let near = PositionalClause.Node.near(distance: 9, inOrder: false)
    let loose = PositionalClause.Node.phrase(offsets: [0, 1, 2], slop: 3)
    return [
      ("near", [a, b, near], 24), ("near in a chain", [a, b, near, a, near, b, near], 320),
      ("loose phrase", [a, b, a, loose], 22),
      ("near a loose phrase", [a, b, a, loose, b, near], 270),
      ("anchored phrase", [a, b, .phrase(offsets: [0, 1], slop: 0), .start], 12),
      ("any", [a, b, .any(count: 2)], 11), ("anchored word", [a, .start], 4),
      ("near a prefix", [.prefix([0x61]), b, .near(distance: 0, inOrder: true)], 15),
    ]
  }

  @Test("is asked for within every loop over the positions of one text")
  func askedInOneText() throws {
    let words = (0..<20_000).map { $0 % 2 == 0 ? "a" : "b" }
    let segment = try TestSegments.segment(
      [ReferenceEngine.Document(key: "1", fields: [words])], TestSegments.schema(fieldCount: 1),
      id: 1)
    for (name, nodes, least) in Self.positionalQueries {
      let query = ResolvedQuery.positional(
        PositionalClause(field: FieldID(0), nodes: nodes, boost: 1))
      func search(_ stop: SearchStop) throws -> Int? {
        try Searcher.search(
          query, in: SegmentSet([segment], fieldCount: 1), limit: 1, counting: .exact, stop: stop
        ).total.number
      }
      let count = QuestionCount()
      #expect(try search(SearchStop(isCancelled: { count.add() < 0 })) == 1, "\(name)")
      let asks = count.count
      #expect(asks >= least, "\(name): asked \(asks) times")
      for last in [asks / 2] {
        let count = QuestionCount()
        let stop = SearchStop(isOver: { count.add() >= last })
        let code = thrownCode { try search(stop) }
        #expect(code == nil && stop.isOutOfTime && count.count == last, "\(name): at \(last)")
      }
    }
  }

  @Test("because time is over gives the best of what was seen, and says so")
  func outOfTime() throws {
    let sample = try Sample()
    for (name, query) in Self.queries {
      let whole = try Searcher.search(query, in: sample.set, limit: 16_000, counting: .exact)
      let scores = Dictionary(uniqueKeysWithValues: whole.top.map { ($0.document, $0.score) })
      for allowed in 0..<2 {
        let count = QuestionCount()
        let stop = SearchStop(isOver: { count.add() > allowed })
        let part = try Searcher.search(
          query, in: sample.set, limit: 1_000, counting: .exact, stop: stop)
        #expect(!part.isComplete && stop.isOutOfTime && !part.total.isExact, "\(name)")
        #expect(part.total.number ?? .max <= whole.total.number ?? 0, "\(name)")
        #expect(part.top.allSatisfy { scores[$0.document] == $0.score }, "\(name)")
      }
    }
  }

  @Test("leaves no time for fewer words")
  func relaxations() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { batch in
      for number in 0..<10 { try batch.put(Memo(id: "\(number)", title: "swift \(number)")) }
    }
    for allowed in 0..<12 {
      let count = QuestionCount()
      let stop = SearchStop(isOver: { count.add() > allowed })
      var runner = SearchRunner(
        SearchRequest("swift 1 2 missing"), over: index.core.state.segments,
        schema: index.core.schema, ranking: BM25(), stop: stop)
      let answer = try runner.run()
      #expect(answer.isComplete == !stop.isOutOfTime)
      if stop.isOutOfTime {
        #expect(count.count == allowed + 1, "asked \(count.count - allowed - 1) times more")
        if allowed == 0 { #expect(answer.matched == .all && answer.top.isEmpty) }
      }
    }
    let none = try index.searchSync(SearchRequest("swift") { $0.timeLimit = .zero })
    #expect(none.omissions == [.timeLimit] && !none.isComplete)
    let plenty = try index.searchSync(SearchRequest("swift") { $0.timeLimit = .seconds(3_600) })
    #expect(plenty.isComplete && plenty.hits.count == 10)
  }
}
