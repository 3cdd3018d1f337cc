import Testing

@testable import Martlet

@Suite("Resolved query")
struct ResolvedQueryTests {
  private func term(_ text: String) -> ResolvedQuery {
    .term(TermClause(field: FieldID(0), term: Array(text.utf8), boost: 1))
  }

  /// `+"a" +(b c)` and what else is given.
  private func query(
    optional: [ResolvedQuery], prohibited: [ResolvedQuery], atLeast: Int = 0
  ) -> ResolvedQuery {
    let either = BooleanClause(optional: [term("b"), term("c")], atLeast: 1)
    return .boolean(
      BooleanClause(
        required: [term("a"), .boolean(either)], optional: optional, prohibited: prohibited,
        atLeast: atLeast))
  }

  @Test("loses clauses that only add to scores, where no scores are needed")
  func unscored() {
    let nested = query(optional: [term("d")], prohibited: [term("e")])
    let prohibited = [term("f"), nested]
    #expect(
      query(optional: [nested, term("g"), nested], prohibited: prohibited).unscored
        == query(optional: [], prohibited: prohibited))
    let one = BooleanClause(required: [nested], optional: [term("g")])
    #expect(ResolvedQuery.boolean(one).unscored == nested)
  }

  @Test("keeps clauses that choose documents")
  func chosen() {
    let needed = query(optional: [term("d"), term("g")], prohibited: [term("e")], atLeast: 1)
    let alternatives = ResolvedQuery.boolean(
      BooleanClause(optional: [term("a"), term("b")], atLeast: 1))
    for query in [needed, alternatives, query(optional: [], prohibited: []), term("a"), .nothing] {
      #expect(query.unscored == query)
    }
  }
}
