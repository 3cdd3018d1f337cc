import Testing

@testable import Martlet

@Suite("Parsing of wildcards and mistakes")
struct PatternParsingTests {
  static let typed: [Reading] = [
    Reading("*a", "*a"),
    Reading("a*b", "a*b"),
    Reading("a?b", "a?b"),
    Reading("*a*", "*a*"),
    Reading("a** *b", "a** AND *b"),
    Reading("**a*?b", "*a?*b"),
    Reading("a??b", "a??b"),
    Reading("?a", "a"),
    Reading("*?a", "*?a"),
    Reading("*a?", "*a"),
    Reading("a?*", "a?*"),
    Reading("-*a", "-*a"),
    Reading("title:*a", "title:*a"),
    Reading("title:(*a OR b*c)", "title:*a OR title:b*c"),
    Reading("genre:*-b *-b", "genre:*-b AND *\\-b"),
    Reading("genre:*very\\ b", "genre:*very\\ b"),
    Reading("genre:very\\ b*", "genre:\"very b\"*"),
    Reading("a*b^2 c", "a*b^2 AND c"), Reading("*b^=1 (c d)^=3", "*b^=1 AND (c AND d)^=3"),
    Reading("\"the d?g\" \"the d*g\"", "\"the\" BEFORE/0 d?g AND \"the\" BEFORE/0 d*g"),
    Reading("(a)*b", "a AND b"),
    Reading("\"a\"*b", "\"a\" AND b"),
    Reading("{a* b} c", "(a* OR b) AND c"), Reading("{a *b \"c d\"}^2", "(a OR *b OR \"c d\")^2"),
    Reading("title:{a* b}", "title:a* OR title:b"), Reading("-{a* OR}", "-(a* OR \\OR)"),
    Reading("^{a* b}", "a* OR b"), Reading("{a* {b* c}", "a* AND (b* OR c)"),
    Reading("{a*}", "a*"), Reading("{a* b", "a* AND b"),
    Reading("^title:a", "title:^a"), Reading("^Title:\"a b\"", "title:^\"a b\""),
    Reading("^url:a", "^url\\:a"), Reading("^title:{a b} c", "title:^{a b} AND c"),
    Reading("^title:a title:b", "title:^a AND title:b"), Reading("^title: a", "^title\\: AND a"),
    Reading("title:*?a title:*??b*", "title:*?a AND title:*??b*"),
    Reading("title:a NEAR genre:b", "title:a AND genre:b"),
    Reading("title:a NEAR (genre:b OR c)", "title:a NEAR/10 (genre:b OR c)"),
    Reading("foo:b*c", "foo\\:b*c"),
    Reading("AND*b", "AND*b"),
    Reading("*&b", "b"),
    Reading("a&*b", "a AND *b"),
    Reading("what is swift?", "what AND is AND swift"),
    Reading("a*\\*b", "a*\\*b"),
    Reading("a~", "a~"),
    Reading("a~1 b", "a~1 AND b"),
    Reading("a~0^2 b~2", "a~0^2 AND b~2"),
    Reading("-a~ title:b~1", "-a~ AND title:b~1"),
    Reading("a~3", "a AND 3"),
    Reading("a~~", "a"),
    Reading("a*b~", "a*b"),
    Reading("\\AND~ OR~1", "\\AND~ AND \\OR~1"),
    Reading("M*A*S*H", "M*A*S*H"),
    Reading("https://example.com/a?q=b ", "https\\://example.com/a\\?q=b"),
    Reading("example.com/a?q=b&c ", "example.com/a\\?q=b&c"),
    Reading("example.com/a? b", "example.com/a AND b"),
    Reading("title:example.com/a?b ", "title:example.com/a?b"),
  ]

  @Test("a person's text has the meaning that the strict syntax gives it", arguments: typed)
  func meanings(_ reading: Reading) throws {
    let query = LenientParserTests.parse(reading.text)
    #expect(query.interpreted == reading.tree)
    #expect(LenientParserTests.parse(query.interpreted).query == query.query)
    #expect(try Query(parsing: query.query.description) == query.query)
  }
}
