import MartletTestSupport
import Testing

@testable import Martlet

/// The terms that select documents for unfinished phrases.
@Suite("Terms that select documents for unfinished phrases")
struct SelectingTermsTests {
  private static func clause(_ text: String, field: UInt16 = 0) -> TermClause {
    TermClause(field: FieldID(field), term: Array(text.utf8), boost: 1)
  }

  private static func term(_ text: String, field: UInt16 = 0) -> ResolvedQuery {
    .term(clause(text, field: field))
  }

  private static func phrase(_ words: String..., isOpen: Bool) -> ResolvedQuery {
    .phrase(
      PhraseClause(
        field: FieldID(0),
        words: words.enumerated().map {
          PhraseClause.Word(term: Array($1.utf8), offset: UInt32($0))
        }, lastIsPrefix: isOpen, boost: 1))
  }

  private static let open = phrase("the", "c", isOpen: true)

  /// The choices for the only unfinished phrase that begins with "the", as words.
  private static func choices(_ query: ResolvedQuery) -> [[String]]? {
    guard let selecting = SelectingTerms(query),
      let index = query.nodes.firstIndex(of: open.nodes[0])
    else { return nil }
    return selecting[index].map { $0.map { String(decoding: $0.term, as: UTF8.self) } }
  }

  @Test("are those that the query requires beside the phrase or around it")
  func chosen() {
    let (a, b, c) = (Self.term("a"), Self.term("b"), Self.term("c", field: 1))
    let either = ResolvedQuery.any(of: [b, c]) ?? .nothing
    let optional = ResolvedQuery.boolean(BooleanClause(required: [a], optional: [Self.open, b]))
    #expect(Self.choices(.boolean(BooleanClause(required: [a, Self.open]))) == [["a"]])
    #expect(Self.choices(.boolean(BooleanClause(required: [Self.open, a, b]))) == [["a"], ["b"]])
    #expect(
      Self.choices(.boolean(BooleanClause(required: [a], prohibited: [Self.open]))) == [["a"]])
    #expect(Self.choices(optional) == [["a"]])
    #expect(Self.choices(.boolean(BooleanClause(required: [either, Self.open]))) == [["b", "c"]])
    let phrases = BooleanClause(required: [
      Self.phrase("x", "y", isOpen: false), Self.phrase("z", "q", isOpen: true), Self.open,
    ])
    #expect(Self.choices(.boolean(phrases)) == [["x"], ["y"], ["z"]])
    let nested = ResolvedQuery.boolean(
      BooleanClause(required: [.any(of: [Self.open, b]) ?? .nothing, .boolean(phrases), a]))
    #expect(Self.choices(nested) == [["x"], ["y"], ["z"], ["the"], ["a"]])
  }

  @Test("are none where a document may match without them")
  func none() {
    let (a, b) = (Self.term("a"), Self.term("b"))
    #expect(Self.choices(Self.open) == nil)
    #expect(Self.choices(.any(of: [Self.open, a]) ?? .nothing) == nil)
    let prefix = ResolvedQuery.prefix(Self.clause("p"))
    let either = ResolvedQuery.any(of: [b, prefix]) ?? .nothing
    #expect(Self.choices(.boolean(BooleanClause(required: [either, Self.open]))) == [])
    let most = BooleanClause(optional: [a, b, Self.open], atLeast: 2)
    #expect(Self.choices(.boolean(most)) == nil)
    let without = BooleanClause(required: [Self.open], optional: [a], prohibited: [b])
    #expect(Self.choices(.boolean(without)) == [])
  }

  @Test("save most of the work, and all of it where one occurs nowhere")
  func work() throws {
    let schema = TestSegments.schema(fieldCount: 1)
    let documents = (0..<9_000).map { number in
      let words = (0..<8).flatMap { ["the", "c\((number + $0) % 7)"] } + ["rare\(number % 3_000)"]
      return ReferenceEngine.Document(key: "\(number)", fields: [words])
    }
    // Merged, so that the phrase has no list.
    let segment = try TestSegments.segment(documents, schema, id: 1, leastPrefixCost: .max)
    func search(_ query: ResolvedQuery) throws -> (asks: Int, total: Int) {
      let count = QuestionCount()
      let stop = SearchStop(isCancelled: { count.add() < 0 })
      let found = try Searcher.search(
        query, in: SegmentSet([segment], fieldCount: 1), limit: 9, counting: .exact, stop: stop)
      return (count.count, found.total.number ?? -1)
    }
    let alone = try search(Self.open)
    #expect(alone.total == 9_000 && alone.asks > 20)
    for (word, total) in [("rare17", 3), ("unknown", 0)] {
      let found = try search(.boolean(BooleanClause(required: [Self.term(word), Self.open])))
      #expect(found.total == total && found.asks <= 3, "\(word): asked \(found.asks) times")
      let without = try search(
        .boolean(BooleanClause(required: [Self.term(word)], prohibited: [Self.open])))
      #expect(without.total == 0 && without.asks <= 3)
    }
  }
}
