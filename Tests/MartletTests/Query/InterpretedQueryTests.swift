import Testing

@testable import Martlet

@Suite("Interpreted query")
struct InterpretedQueryTests {
  @Test("typed texts within a tree are parsed, and their lists joined to those around them")
  func replacing() {
    let options = UserQueryOptions(lastWordIsUnfinished: false)
    let query = Query.user("a -b title:c", options: options) && .is("genre", "Drama")
    let result = query.interpreted(with: testFields)
    #expect(result.query.description == "a AND -b AND title:c AND genre:=Drama")
    #expect(result.query.nodes.last == .all(count: 4))
    #expect(result.interpreted == result.query.description)

    let any = (Query.user("a OR b") || .user("c ") || .word("d")) && .user("")
    #expect(any.interpreted(with: testFields).query.description == "(a OR b** OR c OR d) AND -*")
  }

  @Test("names count only for the fields of the schema")
  func fields() {
    let query = Query.user("title:a url:b ")
    #expect(query.interpreted(with: testFields).query.description == "title:a AND url\\:b")
    #expect(query.interpreted(with: testFields).interpreted == "title:a AND url\\:b")
    let other = IndexSchema(["url": .keyword])
    #expect(query.interpreted(with: other).query.description == "title\\:a AND url:b")
  }

  @Test("each step of relaxing relaxes every typed text as far as it goes")
  func relaxing() {
    let options = UserQueryOptions(combine: .allThenAny, lastWordIsUnfinished: false)
    let query =
      Query.user("a b c", options: options) && .user("d e", options: options) && .word("f")
    let result = query.interpreted(with: testFields)
    #expect(result.query.description == "a AND b AND c AND d AND e AND f")
    #expect(
      result.relaxations.all.map(\.query.description) == [
        "(a OR b OR c)~2 AND (d OR e) AND f", "(a OR b OR c) AND (d OR e) AND f",
      ])
    #expect(result.relaxations.all.map(\.wordCount) == [3, 2])
    #expect(result.relaxations.all.map(\.allWordCount) == [5, 5])
    #expect(Query.word("a").interpreted(with: testFields).relaxations.isEmpty)
  }

  @Test("a schema knows its fields by their names")
  func fieldNames() {
    let schema = IndexSchema(["when": .date])
    #expect(schema.contains("when") && !schema.contains("When"))
    #expect(schema.kind(of: "when") == .date)
  }
}

extension QueryRelaxations {
  /// All steps.
  var all: [Step] { (0..<count).map { self[$0] } }
}
