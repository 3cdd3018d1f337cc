import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Deep queries on small stacks")
struct DeepQueryTests {
  private let index: SearchIndex<Record>

  init() throws {
    // A field of a language, and one without positions, make the clauses of a word deep, too.
    let schema = RecordSchema(fields: [
      .text("t", analyzer: "language:en"), .text("u"), .number("n"),
    ])
    index = try SearchIndex<Record>.inMemory(schema: schema)
    let texts = ["a b c d", "a b", "c e-mails running", "b", "x y z", "a", "d c b a", ""]
    try index.writeSync { batch in
      for (number, text) in texts.enumerated() {
        try batch.put(Record(key: "\(number)", fields: ["t": .string(text), "u": "a e", "n": 1]))
      }
    }
  }

  private static let shapes = 0..<6

  /// The query within one of another level.
  private static func wrapped(_ query: Query, _ shape: Int, isEven: Bool) -> Query {
    switch shape {
    case 0: isEven ? query && .word("a") : query || .typed("b")
    case 1: isEven ? !(query && .word("e")) : query || .word("e-mails")
    case 2: isEven ? query.preferring(.word("b")) : .word("a").preferring(query)
    case 3: .any(atLeast: 2, [.phrase("a b"), query, .word("c")])
    case 4: isEven ? query.boosted(by: 1.01) : query && .prefix("b")
    default: isEven ? .all([.word("a"), !query, .everything]) : .word("d") || query
    }
  }

  /// A query of `levels` levels, or one or two less.
  private static func query(_ shape: Int, levels: Int) -> Query {
    var query = Query.typed("run")
    var isEven = false
    while query.nodes.depth < levels - 1 {
      query = wrapped(query, shape, isEven: isEven)
      isEven.toggle()
    }
    return query
  }

  /// Returns the complete answer of the index.
  private static func answers(_ index: SearchIndex<Record>, _ query: Query) throws -> [String] {
    let results = try index.searchSync(SearchRequest(query) { $0.counting = .exact })
    let count = try index.snapshot().countSync(query)
    #expect(results.total == .exactly(count))
    #expect(!results.interpreted.isEmpty)
    return try results.hits.map { "\(try $0.document().key) \($0.score)" }
  }

  @Test("a query at the limit is answered on a stack of 256 KiB", arguments: shapes)
  func atLimit(shape: Int) throws {
    let levels = ResolvedQuery.depthLimit
    let (index, query) = (index, Self.query(shape, levels: levels))
    #expect(query.nodes.depth > levels - 2 && query.nodes.depth <= levels)
    let large = try Self.answers(index, query)
    let small = try SmallStack.run(kibibytes: 256) { try Self.answers(index, query) }
    #expect(small == large)
  }

  @Test("the deepest one of the strict syntax is answered")
  func strict() throws {
    let query = try Query(parsing: String(repeating: "NOT ", count: 256) + "a")
    #expect(query.nodes.depth == 257)
    _ = try Self.answers(index, query)
  }

  @Test("beyond the limit a query of a program is an error", arguments: shapes)
  func beyondLimit(shape: Int) throws {
    let (index, query) = (index, Self.query(shape, levels: ResolvedQuery.depthLimit + 3))
    let code = try SmallStack.run(kibibytes: 256) { () -> SearchError.Code? in
      do throws(SearchError) {
        _ = try index.searchSync(SearchRequest(query))
        return nil
      } catch { return error.code }
    }
    #expect(code == .limitExceeded)
  }

  @Test(
    "texts nested to the limit of the syntax, and beyond, are answered on a stack of 256 KiB",
    arguments: [32, 33, 64, 256, 257, 10_000])
  func texts(levels: Int) throws {
    let index = index
    let texts = ["(", "-(", "t:(", "(a ", "(a OR ", "(x OR +a AND b OR c -d AND ", "-", "a ("].map {
      let close = $0.contains("(") ? String(repeating: ")^2", count: levels) : ""
      return String(repeating: $0, count: levels) + "a" + close
    }
    let answered = try SmallStack.run(kibibytes: 256) {
      for text in texts {
        for combine in [WordCombination.all, .any, .allThenAny] {
          let options = UserQueryOptions(combine: combine)
          _ = try Self.answers(index, .user(text, options: options))
          // The strict syntax may say no.
          guard let query = try? Query(parsing: text, combine: combine) else { continue }
          _ = try? Self.answers(index, query)
        }
      }
      return true
    }
    #expect(answered)
  }
}
