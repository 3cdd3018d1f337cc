import Testing

@testable import Martlet

/// Quotes and spaces as people write them, beside ``LenientParserTests``.
@Suite("What a person writes as in a letter")
struct WrittenTextTests {
  private static let quotes: [Reading] = [
    Reading("«tom hanks»", "\"tom hanks\""),
    Reading("»tom hanks« »a b« c", "\"tom hanks\" AND \"a b\" AND c"),
    Reading("le «tom hanks», title:«a b»~1", "le AND \"tom hanks\" AND , AND title:\"a b\"~1"),
    Reading("-«a b» year:<«5»", "-\"a b\" AND year:<5"),
    Reading("l'«a b»", "l' AND \"a b\""),
    Reading("\"a «b» c\" «d e»", "\"a «b» c\" AND \"d e\""),
    Reading("«a \"b» c\" d", "\\«a AND \"b» c\" AND d"),
    Reading("«a \\» b» c", "\"a » b\" AND c"),
    Reading("« a", "\\« AND a"),
    Reading("a » b » c", "a AND \\» AND b AND \\» AND c"),
    Reading("«a «b c»", "\\«a AND \"b c\""),
    Reading("\"a «b c» d", "\"a «b c» d\""),
    Reading("«»", "-*"), Reading("a « » b", "a AND b"),
    Reading("{«a b» c}", "{\"a b\" c}"), Reading("genre:=«a b»", "genre:=\"a b\""),
    Reading("a\\«b c»", "a\\«b AND c\\»"),
    Reading("Home » «tom hanks»", "Home AND \\» AND \"tom hanks\""),
    Reading("«a «b» c» d «e f»", "\\«a AND \"b\" AND c\\» AND d AND \"e f\""),
    Reading("a » b c « d", "a AND \\» AND b AND c AND \\« AND d"),
    Reading("genre:=\"«a»\"", "genre:=\"«a»\""),
    Reading("genre:[\"«a»\" TO \"«b»\"]", "genre:[\"«a»\" TO \"«b»\"]"),
    Reading("genre:=\"«a\" genre:=\"b»\"", "genre:=\"«a\" AND genre:=\"b»\""),
    Reading("genre:=«a \\» b»", "genre:=\"a » b\""), Reading("a&«b»", "a AND \"b\""),
    Reading("mot«a»:b", "mot AND \"a\" AND :b"),
    Reading("«ב\"הארץ\" טוב»", "\\«ב AND \"הארץ\" AND טוב\\»"),
    Reading("\"a\"\\\"b «c» d\"", "\"a\" AND \"b «c» d\""),
    Reading("צה\"ל «a b»", "צה\\\"ל AND \"a b\""),
  ]

  @Test("guillemets are quotes in pairs, and not within quotes", arguments: quotes)
  func guillemets(_ reading: Reading) {
    let read = LenientParserTests.parse(reading.text)
    #expect(read.interpreted == reading.tree)
    #expect(LenientParserTests.parse(read.interpreted).query == read.query)
  }

  private static let colons: [Reading] = [
    Reading("title: a b", "title:a AND b"),
    Reading("title:  \"a b\" c", "title:\"a b\" AND c"),
    Reading("title: (a b)", "title:a AND title:b"),
    Reading("year: 1990..2000", "year:[1990 TO 2000]"),
    Reading("title: sou* a", "title:sou* AND a"),
    Reading("title: OR a", "title\\: OR a"),
    Reading("title: -a", "title\\: AND -a"),
    Reading("title: genre:a", "title\\: AND genre:a"),
    Reading("title: ", "title\\:"),
    Reading("nofield: a", "nofield\\: AND a"),
    Reading("title: a:b", "title:a:b"), Reading("title: \\OR a", "title\\: AND \\OR AND a"),
    Reading("title: OR* a", "title:OR* AND a"), Reading("title: ORCHID a", "title:ORCHID AND a"),
    Reading("year: 1990", "year:1990"), Reading("year: >1990", "year:>1990"),
    Reading("year: > 1990", "year\\: AND > AND 1990"),
    Reading("year: <= 5", "year\\: AND <= AND 5"),
    Reading("year: = 5", "year\\: AND = AND 5"), Reading("year: =5", "year:=5"),
    Reading("year: unknown", "year\\: AND unknown"),
    Reading("year: 1990, Italy", "year\\: AND 1990, AND Italy"),
    Reading("title: <b>a</b>", "title\\: AND <b>a</b>"),
    Reading("title: ...a", "title\\: AND ...a"), Reading("title: < a", "title\\: AND < AND a"),
    Reading("genre: > a", "genre\\: AND > AND a"), Reading("genre: — a", "genre\\: AND — AND a"),
    Reading("genre: C++", "genre:C++"), Reading("title:\na", "title\\: AND a"),
    Reading("title: \u{2028}a", "title\\: AND a"), Reading("title:\u{A0}a", "title:a"),
  ]

  @Test("there may be a space after the colon of a field", arguments: colons)
  func fields(_ reading: Reading) {
    let read = LenientParserTests.parse(reading.text)
    #expect(read.interpreted == reading.tree)
    #expect(LenientParserTests.parse(read.interpreted).query == read.query)
  }

  @Test(
    "the last word is unfinished",
    arguments: [
      Reading("title: tom han", "title:tom AND han**"), Reading("title: tom", "title:tom**"),
      Reading("title: ", "title\\:"), Reading("title: OR", "title:OR**"),
      Reading("title: o", "title:o**"), Reading("year: 19", "year:19"),
      Reading("year: t", "year\\: AND t**"), Reading("year: 1x", "year:1x"),
      Reading("«tom han", "\\«tom AND han**"),
      Reading("«tom han»", "\"tom han\""), Reading("a «b» c", "a AND \"b\" AND c**"),
    ])
  func unfinished(_ reading: Reading) {
    #expect(LenientParserTests.parse(reading.text, unfinished: true).interpreted == reading.tree)
  }

  @Test("guillemets far apart are signs")
  func farApart() {
    for (count, isQuoted) in [(256, true), (257, false)] {
      let text = "«" + String(repeating: "a", count: count - 1) + "»"
      let query = LenientParserTests.parse(text).query
      #expect(query == (isQuoted ? .phrase(String(text.dropFirst().dropLast())) : .word(text)))
    }
  }
}
