import Testing

@testable import Martlet

@Suite("Strict parser")
struct StrictParserTests {
  static let fields: [FieldRef] = ["title", "body", "genre", "year"]

  static let read: [Reading] = [
    Reading("a", "a"),
    Reading("a b", "a AND b"),
    Reading("a AND b OR c d", "(a AND b) OR (c AND d)"),
    Reading("a & b | c", "(a AND b) OR c"),
    Reading("NOT a", "-a"),
    Reading("NOT NOT a", "-(-a)"),
    Reading("NOT -a", "-(-a)"),
    Reading("a -b", "a AND -b"),
    Reading("!(a OR b)", "-(a OR b)"),
    Reading("+a OR b", "+a OR b"),
    Reading("(a OR b OR c)~2^3", "(a OR b OR c)~2^3"),
    Reading("(+a OR b OR c)~2 (+a b c d)~3", "a AND (b OR c) AND a AND (b OR c OR d)~2"),
    Reading("(+a OR b OR c)~1 (+a +b c)~2", "(+a OR b OR c) AND (+(a AND b) OR c)"),
    Reading("title:(a OR \"b c\")", "title:a OR title:\"b c\""),
    Reading("year:=-5", "year:=-5"),
    Reading("year:*", "year:[* TO *]"),
    Reading("(year:* -title:*^2)", "year:[* TO *] AND -title:[* TO *]^2"),
    Reading("genre:=\"a \\\" b\"", "genre:=\"a \\\" b\""),
    Reading("ma* ma** \"m a\"*", "ma* AND ma** AND \"m a\"*"),
    Reading("*a a*b ?a a? a?b ??a*", "*a AND a*b AND ?a AND a? AND a?b AND ??a*"),
    Reading("-*a title:?b -title:*c", "-*a AND title:?b AND -title:*c"),
    Reading("a\\ b*c *\\\"x \\?a*\\*", "a\\ b*c AND *\\\"x AND \\?a*\\*"),
    Reading("a~ a~0 a~1 title:a~2^3", "a~ AND a~0 AND a~1 AND title:a~2^3"),
    Reading("\"a “b” c\" “d \" e”", "\"a “b” c\" AND \"d \\\" e\""),
    Reading("title:=\"“a”\"", "title:=\"“a”\""),
    Reading("*", "*"),
    Reading("-*", "-*"),
    Reading("* -a", "* AND -a"),
    Reading("\"\"", "\"\""),
    Reading("a^2.5e-3", "a^0.0025"),
    Reading("a^1", "a"),
    Reading("10:30", "10:30"),
    Reading("http\\://x", "http\\://x"),
    Reading("f(x)\"y\"", "f AND x AND \"y\""),
    Reading("a NEAR b", "a NEAR/10 b"),
    Reading("a b NEAR/0 c d", "a AND b NEAR/0 c AND d"),
    Reading("a NEAR/3 b NEAR/3 c", "a NEAR/3 b NEAR/3 c"),
    Reading("a NEAR/3 (b BEFORE c)", "a NEAR/3 (b BEFORE/10 c)"),
    Reading("-(a NEAR b)^2", "-(a NEAR/10 b)^2"),
    Reading("(a OR \"b c\" OR d*) BEFORE/4 {e f}", "(a OR \"b c\" OR d*) BEFORE/4 {e f}"),
    Reading("\"a b\"~2 \"a b\"~3* \"a b\"~0", "\"a b\"~2 AND \"a b\"~3* AND \"a b\""),
    Reading("\"a b\"~2^3", "\"a b\"~2^3"),
    Reading("\"a *b\"", "\"a\" BEFORE/0 *b"),
    Reading("\"a b*\" \"a* b\" \"a b\\*\"", "\"a b\"* AND \"a* b\" AND \"a b\\*\""),
    Reading("\"a b?\" \"a b?c\"", "\"a b?\" AND \"a\" BEFORE/0 b?c"),
    Reading("\"a b*c\" \"a b\\?c\"", "\"a\" BEFORE/0 b*c AND \"a b\\?c\""),
    Reading("\"b?c a\" \"a b?c.d\" \"a b?c*\"", "\"b?c a\" AND \"a b?c.d\" AND \"a b?c*\""),
    Reading("\"a ö?ü\" \"a *b?\"", "\"a\" BEFORE/0 ö?ü AND \"a\" BEFORE/0 *b\\?"),
    Reading("a^=2 (b OR c)^=0.5", "a^=2 AND (b OR c)^=0.5"),
    Reading("(a^=2)^3 (a^2)^=3 -b^=1", "(a^=2)^3 AND (a^2)^=3 AND -b^=1"),
    Reading("\"*b\" \"b*\"", "*b AND b*"),
    Reading(
      "\"a *b*\" \"m*a*s*h\" \"a \\*b\"", "\"a\" BEFORE/0 *b* AND \"m*a*s*h\" AND \"a \\*b\""),
    Reading("^a ^\"b c\" title:^d* -^e", "^a AND ^\"b c\" AND title:^d* AND -^e"),
    Reading("^{a b} ^\"a *b\" ^AND", "^{a b} AND ^\"a\" BEFORE/0 *b AND ^\\AND"),
    Reading("{a \"b c\" \"d\"} {a \\\"}", "{a \"b c\" d} AND {a \\\"}"),
    Reading("title:{a b} {\\-a b\\}}^2", "title:{a b} AND {\\-a b\\}}^2"),
    Reading("\\NEAR \\-x x\\?", "\\NEAR AND \\-x AND x\\?"),
  ]

  @Test("each text has its tree", arguments: read)
  func meanings(_ reading: Reading) throws {
    #expect(try Query(parsing: reading.text).description == reading.tree)
  }

  static let wrong: [(String, String, Range<Int>)] = [
    ("", "Something to search for is missing.", 0..<0),
    ("a AND", "Something to search for is missing.", 5..<5),
    ("a OR AND b", "Something to search for is missing.", 5..<8),
    ("OR a", "Something to search for is missing.", 0..<2),
    ("é ()", "Something to search for is missing.", 4..<5),
    ("a NOT", "Something to search for is missing.", 5..<5),
    ("(a (b)", "The bracket is not closed.", 0..<1),
    ("title:(a OR", "Something to search for is missing.", 11..<11),
    ("title:(a OR (", "Something to search for is missing.", 13..<13),
    ("title:(a OR b", "The bracket is not closed.", 6..<7),
    ("a)", "No bracket is open here.", 1..<2),
    ("a \"b", "The quote is not closed.", 2..<4),
    ("genre:=\"b", "The quote is not closed.", 6..<9),
    ("??", "A `?` is only understood between the characters of a word.", 0..<2),
    ("a***", "A `*` is only understood in a word, at the end of a phrase, or alone.", 1..<4),
    ("(a)*b", "A `*` is only understood in a word, at the end of a phrase, or alone.", 3..<4),
    ("a*b*{", "A `*` is only understood in a word, at the end of a phrase, or alone.", 3..<4),
    (
      "a~3",
      "`~` is only understood after a word, alone or before 1 or 2 (`a~`, `a~2`), or before a number "
        + "after a group (`(a OR b OR c)~2`).",
      1..<2
    ),
    (
      "a*b~1",
      "`~` is only understood after a word, alone or before 1 or 2 (`a~`, `a~2`), or before a number "
        + "after a group (`(a OR b OR c)~2`).",
      3..<4
    ),
    (
      "\"a b\"~ c", "`~` after a phrase is only understood before a number up to 99.", 5..<6
    ),
    (
      "\"a b\"~100", "`~` after a phrase is only understood before a number up to 99.", 5..<9
    ),
    ("a NEAR/3b c", "The distance in `NEAR/3b` is not a number up to 99.", 2..<9),
    ("a NEAR/100 b", "The distance in `NEAR/100` is not a number up to 99.", 2..<10),
    ("a NEAR", "Something to search for is missing.", 6..<6),
    ("NEAR/5 a", "Something to search for is missing.", 0..<6),
    (
      "a NEAR/5 -b",
      "`NEAR` and `BEFORE` are only understood between words, phrases, patterns, synonyms, and "
        + "groups of these with `OR`.", 2..<8
    ),
    (
      "(a b) BEFORE c",
      "`NEAR` and `BEFORE` are only understood between words, phrases, patterns, synonyms, and "
        + "groups of these with `OR`.", 6..<12
    ),
    (
      "a NEAR (b OR year:>3)",
      "`NEAR` and `BEFORE` are only understood between words, phrases, patterns, synonyms, and "
        + "groups of these with `OR`.", 2..<6
    ),
    ("year:>", "The range after `year:` is not complete.", 0..<5),
    ("year:=", "Nothing to search for follows directly after `year:`.", 0..<5),
    ("(year:=)", "Nothing to search for follows directly after `year:`.", 1..<6),
    ("year:= 5", "Nothing to search for follows directly after `year:`.", 0..<5),
    ("year:<= 5", "The range after `year:` is not complete.", 0..<5),
    ("genre:<\"b", "The quote is not closed.", 6..<9),
    ("year:[1 TO", "The range after `year:` is not complete.", 0..<5),
    (
      "[1 TO 3]", "Square brackets are only understood in ranges: `year:[1840 TO 1850]`.",
      0..<1
    ),
    (
      "{a}",
      "Braces are only understood around two or more words or quoted texts: `{car automobile}`; patterns are combined with `OR`: `(car* OR auto*)`.",
      0..<1
    ),
    (
      "{a \"\"}",
      "Braces are only understood around two or more words or quoted texts: `{car automobile}`; patterns are combined with `OR`: `(car* OR auto*)`.",
      0..<1
    ),
    ("a - b", "`-` is only understood directly before a word, a phrase or a group.", 2..<3),
    ("--a", "`-` is only understood directly before a word, a phrase or a group.", 0..<2),
    ("!!a", "`!` is only understood directly before a word, a phrase or a group.", 0..<2),
    (
      "a^x",
      "`^` is only understood before a word or a phrase, or after an operand and before a number "
        + "from 0 to 1000000.", 1..<2
    ),
    (
      "^(a b)",
      "`^` is only understood before a word or a phrase, or after an operand and before a number "
        + "from 0 to 1000000.", 0..<1
    ),
    ("title:", "Nothing to search for follows directly after `title:`.", 0..<6),
    ("title: a", "Nothing to search for follows directly after `title:`.", 0..<6),
    ("titel:a", "There is no field `titel`.", 0..<6),
    (
      "C\\D", "A backslash within a word precedes a character without a special meaning.",
      1..<2
    ),
    ("a \\", "Nothing follows the backslash.", 2..<3),
  ]

  @Test("a mistake is an error with its bytes", arguments: wrong)
  func mistakes(text: String, message: String, range: Range<Int>) {
    let error = #expect(throws: QueryError.self) {
      try Query(parsing: text, fields: Self.fields)
    }
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test("the case of a field's name does not matter if it is clear which one is meant")
  func caseOfNames() throws {
    let query = try Query(parsing: "TITLE:a Genre:=b", fields: Self.fields)
    #expect(query.description == "title:a AND genre:=b")
    let both: [FieldRef] = ["Title", "title"]
    #expect(try Query(parsing: "Title:a", fields: both) == .word("a", in: "Title"))
    #expect(throws: QueryError.self) { try Query(parsing: "TITLE:a", fields: both) }
  }

  @Test("a misspelt field is answered with the one that was meant")
  func suggestion() {
    func suggestion(_ text: String) -> String? {
      let error = #expect(throws: QueryError.self) {
        try Query(parsing: text, fields: Self.fields)
      }
      return error?.suggestion
    }
    #expect(suggestion("titel:a") == "did you mean the field `title`?")
    #expect(suggestion("Titles:a") == "did you mean the field `title`?")
    #expect(suggestion("yaer:1") == "did you mean the field `year`?")
    #expect(suggestion("x:1") == "to search for the word itself, write `x\\:`")
    #expect(suggestion("http://x") == "to search for the word itself, write `http\\:`")
    #expect(suggestion(String(repeating: "x", count: 60_000) + ":1") != nil)
  }

  @Test("an error prints its place, what was expected and the hint")
  func printing() {
    let error = QueryError("Wrong.", range: 1..<2, expected: ["x", "y"], suggestion: "z")
    #expect(error.description == "Wrong. (bytes 1..<2) Expected: x, y. Hint: z.")
    let question = QueryError("Wrong.", range: 1..<2, suggestion: "did you mean z?")
    #expect(question.description == "Wrong. (bytes 1..<2) Hint: did you mean z?")
  }

  static let tooMuch: [(String, String)] = [
    (String(repeating: "a", count: 65_537), "A query of 65537 bytes is longer than 65536."),
    (String(repeating: "w ", count: 1_025), "The query has more than 1024 words."),
    ("\"" + String(repeating: "w ", count: 1_025) + "\"", "The query has more than 1024 words."),
    (String(repeating: "(", count: 10_000), "Groups and signs are nested deeper than 256."),
    (
      "a " + String(repeating: "NOT ", count: 10_000),
      "Groups and signs are nested deeper than 256."
    ),
    (
      String(repeating: "-(", count: 10_000) + "a", "Groups and signs are nested deeper than 256."
    ),
    (String(repeating: "(", count: 100_000), "A query of 100000 bytes is longer than 65536."),
  ]

  @Test("beyond a limit is an error", arguments: tooMuch)
  func limits(text: String, message: String) {
    #expect(throws: QueryError.self) { try Query(parsing: text) }
    do { _ = try Query(parsing: text) } catch { #expect(error.message == message) }
  }

  @Test("up to the limits all is well")
  func withinLimits() throws {
    let deep = String(repeating: "-(", count: 128) + "a" + String(repeating: ")", count: 128)
    #expect(try Query(parsing: deep).nodes.depth == 129)
    let wide = String(repeating: "w ", count: 1_024)
    #expect(try Query(parsing: wide).nodes.count == 1_025)
    let long = String(repeating: "w", count: 65_536)
    #expect(try Query(parsing: long) == .word(long))
  }

  @Test("edits are counted with swaps as one")
  func editDistance() {
    func distance(_ left: String, _ right: String) -> Int {
      SpellingSuggestion.editDistance(Array(left.utf8), Array(right.utf8))
    }
    #expect(distance("", "") == 0)
    #expect(distance("abc", "") == 3)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("titel", "title") == 1)
    #expect(distance("ca", "abc") == 3)
  }
}
