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

  @Test("leave what is found as it is, for phrases of two and of three words")
  func found() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let documents = (0..<3_000).map { number in
      let words = (0..<24).map { _ in ["the", "of", "tea", "cat", "cow"][random.int(in: 0..<5)] }
      return ReferenceEngine.Document(
        key: "\(number)", fields: [words + ["rare\(number % 100)", "one\(number)"]])
    }
    let segment = try TestSegments.segment(
      documents, TestSegments.schema(fieldCount: 1), id: 1, leastPrefixCost: .max)
    for (phrase, words) in [
      (Self.open, ["the", "c"]),
      (Self.phrase("the", "cat", "c", isOpen: true), ["the", "cat", "c"]),
      (Self.phrase("the", "cat", "t", isOpen: true), ["the", "cat", "t"]),
      (Self.phrase("of", "one7", isOpen: true), ["of", "one7"]),
    ] {
      for rare in [["rare7"], ["rare7", "rare8", "rare90"]] {
        let beside = ResolvedQuery.any(of: rare.map { Self.term($0) }) ?? .nothing
        let answer = try Searcher.search(
          .boolean(BooleanClause(required: [beside, phrase])),
          in: SegmentSet([segment], fieldCount: 1), limit: 3_000, counting: .exact)
        let expected = documents.indices.filter { number in
          let text = documents[number].fields[0]
          return !Set(rare).isDisjoint(with: text)
            && text.indices.dropLast(words.count - 1).contains { start in
              text[start..<(start + words.count - 1)].elementsEqual(words.dropLast())
                && text[start + words.count - 1].hasPrefix(words[words.count - 1])
            }
        }
        #expect(answer.top.map { Int($0.document) }.sorted() == expected, "\(rare) \(words)")
        #expect(!expected.isEmpty || words[1] == "one7", "\(rare) \(words)")
      }
    }
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
