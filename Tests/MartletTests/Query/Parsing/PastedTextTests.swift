import Testing

@testable import Martlet

@Suite("What is pasted into a search field")
struct PastedTextTests {
  @Test(
    "is read as it is meant",
    arguments: [
      // A `?` of an address is no wildcard.
      ("www.x.org/?b=c", "www.x.org/\\?b=c"), ("x.org/a?b=c", "x.org/a\\?b=c"),
      ("title:x.org/a?b=c", "title:x.org/a?b=c"), ("x.7/a?b", "x.7/a?b"), ("x/a?b", "x/a?b"),
      // The whole of an address is the value of a field.
      ("genre:=https://x.org/a?b=c&d=e", "genre:=\"https://x.org/a?b=c&d=e\""),
      ("genre:https://x.org/~me/{id}!a", "genre:https://x.org/\\~me/\\{id\\}\\!a"),
      ("(genre:https://x.org/a_(b)) c", "genre:https://x.org/a_\\(b\\) AND c"),
      ("genre:http://a..http://c", "genre:[\"http://a\" TO \"http://c\"]"),
      ("genre:https://x.org/a? b", "genre:https://x.org/a AND b"),
      ("genre:https://x.org/a~1", "genre:https://x.org/a~1"), ("a !.net", "a AND -.net"),
      ("genre:https://x.org/*", "genre:https://x.org/*"),
      // A period after a bracket begins no word such as `.NET`.
      ("report (1).pdf", "report AND 1 AND pdf"), ("f().a().b", "f AND a AND b"),
      ("(a).. .b", "a AND .. AND .b"), ("a)\\.net", "a AND .net"),
      ("a[0].name", "a AND 0 AND name"),
      ("the \u{201C}final report\u{201D}.pdf", "the AND \"final report\" AND pdf"),
      ("\"say “hi there” now\" a", "\"say “hi there” now\" AND a"),
      ("“say \"hi\" now” „a b“", "\"say \\\"hi\\\" now\" AND \"a b\""),
      ("\"a b” c “d e\" f", "\"a b” c “d e\" AND f"),
      ("\"a b” c", "\"a b\" AND c"), ("“a b\" c", "\"a b\" AND c"),
      // Marks of direction.
      ("\u{200F}-a \u{202A}b\u{202C} \u{FEFF}", "-a AND b"),
      ("\u{202A}title:a\u{202C}", "title:a"), ("a \u{200E}OR\u{200E} b", "a OR b"),
      // A range as in Swift.
      ("year:1990...2000", "year:[1990 TO 2000]"), ("year:1990...", "year:>=1990"),
      ("year:...2000", "year:<=2000"),
    ])
  func readings(text: String, meaning: String) {
    #expect(LenientParserTests.parse(text).query.description == meaning)
  }

  @Test("the beginning of an address is not reported as a field that there is not")
  func scheme() {
    #expect(LenientParserTests.parse("see https://x.org/a c").diagnostics.isEmpty)
    let kinds = LenientParserTests.parse("https:/x htps:x title://x").diagnostics.map(\.kind)
    #expect(kinds.count == 2 && kinds.allSatisfy { "\($0)".contains("unknownField") }, "\(kinds)")
  }

  @Test(
    "all in capitals, and excluding something, is reported",
    arguments: [
      ("DO NOT DISTURB", 3..<6), ("É AND NOT Ü", 7..<10), ("NOT A", 0..<3), ("genre:X NOT Y", nil),
      ("Do NOT DISTURB", nil), ("DO -DISTURB", nil), ("NOT 5", nil), ("東京 NOT 大阪", nil),
      ("A OR B", nil),
    ])
  func capitals(text: String, range: Range<Int>?) {
    let diagnostics = LenientParserTests.parse(text).diagnostics
    #expect(diagnostics.map(\.kind) == (range == nil ? [] : [.wordAsOperator]))
    #expect(diagnostics.first?.range == range)
  }
}
