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
        return try TestSegments.segment(documents, schema, id: UInt64(segment))
      }
    }
  }

  private static func term(_ text: String) -> ResolvedQuery {
    .term(TermClause(field: FieldID(0), term: Array(text.utf8), boost: 1))
  }

  private static func pattern(_ pattern: TermPattern) -> ResolvedQuery {
    .pattern(PatternClause(field: FieldID(0), pattern: pattern, boost: 1))
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
    let plenty = try index.searchSync(SearchRequest("swift") { $0.timeLimit = .seconds(100) })
    #expect(plenty.isComplete && plenty.hits.count == 10)
  }
}
