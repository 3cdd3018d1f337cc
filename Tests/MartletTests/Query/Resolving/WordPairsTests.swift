import Testing

@testable import Martlet

@Suite("Pairs of words in a query")
struct WordPairsTests {
  private let index: SmallIndex

  init() throws {
    index = try SmallIndex(.language("en"), ["the state of the art", "tidal waves", "tests"])
  }

  private func pairs(of query: Query) -> WordPairs? {
    let query = query.interpreted(with: index.schema).query
    return QueryResolver(index.schema).pairs(in: query, .standard)
  }

  /// The pairs as `first+distance second`, with the boosts of boosted words.
  private func texts(_ pairs: WordPairs?) -> [String] {
    func text(_ word: WordPairs.Word) -> String {
      let term = word.clause.term.drop { $0 == AnalyzedTerm.stemMarker }
      let boost = word.clause.boost / word.share
      return String(decoding: term, as: UTF8.self) + (boost == 1 ? "" : "^\(boost)")
    }
    return (pairs?.pairs ?? []).map { "\(text($0.first))+\($0.distance) \(text($0.second))" }
  }

  @Test(
    "are made of neighbours, with the distance that they have in the query",
    arguments: [
      ("tidal waves ", ["tidal+1 wave"]),
      ("tidal wave", ["tidal+1 wave"]),
      ("state of the art ", ["state+3 art"]),
      ("tidal waves tests ", ["tidal+1 wave", "wave+1 test"]),
      ("tests tidal tests tidal ", ["test+1 tidal", "tidal+1 test"]),
      ("tests test ", []),
      ("tidal -tests waves ", ["tidal+1 wave"]),
      ("tidal \"tests\" waves ", []),
      ("tidal wav* tests ", []),
      ("tidal kind:even waves ", []),
      ("tidal^2 waves ", ["tidal^2.0+1 wave"]),
      ("(tidal waves)^3 tests ", ["tidal^3.0+1 wave^3.0", "wave^3.0+1 test"]),
      ("to be or not ", []),
      ("tidal ", []),
    ])
  func neighbours(text: String, expected: [String]) {
    for combine in [WordCombination.all, .any, .allThenAny] {
      let query = Query.user(text, options: UserQueryOptions(combine: combine))
      #expect(texts(pairs(of: query)) == expected)
    }
  }

  @Test("are bounded by the relevance unless a word may be found without a score")
  func areScored() {
    let (tidal, wave, test) = (Query.word("tidal"), Query.word("wave"), Query.word("test"))
    #expect(pairs(of: tidal && wave)?.areScored == true)
    #expect(pairs(of: tidal && (wave || test))?.areScored == true)
    #expect(pairs(of: tidal || wave || test)?.areScored == true)
    #expect(pairs(of: tidal.preferring(wave || test))?.areScored == true)
    #expect(pairs(of: .any(atLeast: 2, [tidal, wave, test]))?.areScored == true)
    #expect(pairs(of: (tidal && wave) || test)?.areScored == false)
    #expect(pairs(of: tidal.preferring(wave && test))?.areScored == false)
    #expect(pairs(of: test || .any(atLeast: 2, [tidal, wave, .word("art")]))?.areScored == false)
  }

  @Test("have the clauses by which the query scores their words")
  func clauses() throws {
    let query = Query.user("(tidal^2 wave)^3 (tests)^0.3 ")
    let nodes = try index.resolve(query).nodes
    let found = try #require(pairs(of: query))
    for word in found.pairs.flatMap({ [$0.first, $0.second] }) {
      #expect(nodes.contains(.term(word.clause)), "\(word) is not in \(nodes)")
    }
  }

  @Test("need positions, and shares that are not 0")
  func none() throws {
    let schema = IndexSchema([
      (FieldDefinition(name: "text", kind: .text, hasPositions: false), .standard)
    ])
    let query = Query.word("tidal") && .word("wave")
    #expect(QueryResolver(schema).pairs(in: query, .standard) == nil)
    #expect(QueryResolver(index.schema).pairs(in: query, .none) == nil)
  }
}
