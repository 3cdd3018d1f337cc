import Testing

@testable import Martlet

@Suite("Lenient parser")
struct LenientParserTests {
  static func parse(
    _ text: String,
    _ combine: WordCombination = .all,
    unfinished: Bool = false
  ) -> InterpretedQuery {
    let options = UserQueryOptions(combine: combine, lastWordIsUnfinished: unfinished)
    return LenientParser.parse(text, schema: testFields, options: options)
  }

  static let plain: [Reading] = [
    // Words and operators.
    Reading("tom hanks", "tom AND hanks"),
    Reading("tom AND hanks", "tom AND hanks"),
    Reading("tom & hanks", "tom AND hanks"),
    Reading("tom && hanks", "tom AND hanks"),
    Reading("tom OR hanks", "tom OR hanks"),
    Reading("tom|hanks", "tom OR hanks"),
    Reading("tom || hanks", "tom OR hanks"),
    Reading("a b OR c d", "(a AND b) OR (c AND d)"),
    Reading("a AND b OR c", "(a AND b) OR c"),
    Reading("a NOT b", "a AND -b"),
    Reading("a AND NOT b", "a AND -b"),
    Reading("a OR NOT b", "a OR -b"),
    Reading("a NOT NOT b", "a AND -(-b)"),
    Reading("+a b", "a AND b"),
    Reading("+a OR b", "+a OR b"),
    Reading("+a OR +b OR c", "+(a AND b) OR c"),
    Reading("and or not", "and AND or AND not"),
    // Rule 1: operators without operands are words.
    Reading("the AND", "the AND \\AND"),
    Reading("OR gate", "\\OR AND gate"),
    Reading("NOT gate", "-gate"),
    Reading("NOT", "\\NOT"),
    Reading("AND", "\\AND"),
    Reading("AND OR NOT", "\\AND AND \\OR AND \\NOT"),
    Reading("a AND OR b", "(a AND \\AND) OR b"),
    Reading("a OR", "a AND \\OR"),
    Reading("a (OR) b", "a AND \\OR AND b"),
    Reading("a | | b", "a OR b"),
    Reading("| a", "a"),
    Reading("a &", "a"),
    Reading("(AND a)", "\\AND AND a"),
    Reading("a AND ()", "a AND \\AND"),
    Reading("a NEAR b", "a NEAR/10 b"), Reading("a NEAR", "a AND \\NEAR"),
    Reading("a NEAR/5 b", "a NEAR/5 b"), Reading("a NEAR/500 b", "a AND b"),
    Reading("a NEAR (b c)", "a AND b AND c"), Reading("a near b", "a AND near AND b"),
    Reading("NEAR/5 b", "\\NEAR/5 AND b"),
    // Rule 2: minus signs.
    Reading("a -b", "a AND -b"),
    Reading("-a", "-a"),
    Reading("-a -b", "-a AND -b"),
    Reading("!a b", "-a AND b"),
    Reading("state-of-the-art", "state-of-the-art"),
    Reading("BENCH-100821", "BENCH-100821"),
    Reading("-", "-*"),
    Reading("a - b", "a AND b"),
    Reading("a + b", "a AND b"),
    Reading("--flag", "flag"),
    Reading("a --flag", "a AND flag"),
    Reading("-4i", "-4i"),
    Reading("-(a b)", "-(a AND b)"),
    Reading("-\"a b\"", "-\"a b\""),
    Reading("(-a b)", "-a AND b"),
    Reading("-AND", "-\\AND"),
    Reading("\"a\"-b", "\"a\" AND b"),
    Reading("multi-", "multi-"),
    // Rule 3: quotes.
    Reading("\"tom hanks\"", "\"tom hanks\""),
    Reading("a \"b c\" d", "a AND \"b c\" AND d"),
    Reading("\"tom hanks\"*", "\"tom hanks\"*"),
    Reading("\"\"", "-*"),
    Reading("a \"\" b", "a AND b"),
    Reading("a -\" \" b", "a AND b"),
    Reading("\"say \\\"hi\\\"\"", "\"say \\\"hi\\\"\""),
    Reading("“tom hanks”", "\"tom hanks\""),
    Reading("don't", "don't"),
    Reading("a\"b\"c", "a AND \"b\" AND c"),
    // Rule 4: brackets.
    Reading("(a OR b) c", "(a OR b) AND c"),
    Reading("(a", "a"),
    Reading("a)", "a"),
    Reading(")a(", "a"),
    Reading("((a) b", "a AND b"),
    Reading("()", "-*"),
    Reading("a ((()) ()) b", "a AND b"),
    Reading("a -() b", "a AND b"),
    Reading("(a OR b OR c)~2", "(a OR b OR c)~2"),
    Reading("(a b c)~2", "(a OR b OR c)~2"),
    Reading("(a b)~9", "a AND b"),
    Reading("f(x)", "f AND x"),
    // Rule 5: fields.
    Reading("title:a", "title:a"),
    Reading("title:a b", "title:a AND b"),
    Reading("title:(a b)", "title:a AND title:b"),
    Reading("title:(a body:b (c))", "title:a AND body:b AND title:c"),
    Reading("title:\"a b\"", "title:\"a b\""),
    Reading("-title:a", "-title:a"),
    Reading("title:-a", "title:-a"),
    Reading("genre:=Drama", "genre:=Drama"),
    Reading("genre:=\"Science fiction\"", "genre:=\"Science fiction\""),
    Reading("genre:(a | b)", "genre:a OR genre:b"),
    Reading("nofield:a", "nofield\\:a"),
    Reading("10:30", "10:30"),
    Reading("http://x.org/a?b=c", "http\\://x.org/a\\?b=c"),
    Reading("C:\\", "C\\:"),
    Reading("C:\\Users", "C\\: AND Users"),
    Reading("title:", "title\\:"),
    Reading("title:body:a", "title:body:a"),
    Reading("year:>=2010", "year:>=2010"),
    Reading("year:>2010 a", "year:>2010 AND a"),
    Reading("year:<=\"2010\"^2", "year:<=2010^2"),
    Reading("year:1990..2000", "year:[1990 TO 2000]"),
    Reading("year:1990..", "year:>=1990"),
    Reading("year:..-5", "year:<=-5"),
    Reading("-year:[1 TO 3}", "-year:[1 TO 3}"),
    Reading("year:{* TO 3}", "year:<3"),
    Reading("year:[* TO *]", "year:[* TO *]"),
    Reading("(-year:*^2)", "-year:[* TO *]^2"),
    Reading("genre:[\"a b\" TO c]", "genre:[\"a b\" TO c]"),
    Reading("year:[1 TO 3", "year\\: AND 1 AND TO AND 3"),
    Reading("year:..", "year:.\\."),
    Reading("year:>", "year\\:>"),
    Reading("title:1990..2000", "title:1990.\\.2000"),
    Reading("title:>=5", "title:5"),
    Reading("Title:a", "title:a"),
    // Rule 6: other signs.
    Reading("ma*", "ma*"),
    Reading("ma**", "ma**"),
    Reading("title:ma*", "title:ma*"),
    Reading("*", "-*"),
    Reading("a * b", "a AND b"),
    Reading("what?", "what"),
    Reading("yahoo!", "yahoo"),
    Reading("what?! (a OR b)! \"c d\"?", "what AND (a OR b) AND \"c d\""),
    Reading("\"a b\"~3", "\"a b\"~3"),
    Reading("\"a b\"~300", "\"a b\""),
    Reading("\"what is a?\"", "\"what is a?\""),
    Reading("Title:a GENRE:b nO:c", "title:a AND genre:b AND nO\\:c"),
    Reading("5~10", "5 AND 10"),
    Reading("{a b} [c]", "{a b} AND c"),
    Reading("{a b [c}", "a AND b AND c"),
    Reading("^a", "^a"),
    Reading("^ a ^(b)", "a AND b"),
    Reading("a^2", "a^2"),
    Reading("(a b)^0.5 c", "(a AND b)^0.5 AND c"),
    Reading("a^b", "a AND b"),
    Reading("a^9999999", "a AND 9999999"),
    Reading("a \\ b", "a AND b"),
    Reading("a\\*b", "a\\*b"),
    Reading("\\AND", "\\AND"),
    Reading("C++", "C++"),
    Reading("C++/Swift", "C++/Swift"),
    Reading("AT&T", "AT&T"),
    Reading("R& D", "R AND D"),
    Reading("* ? ~ ^ { } [ ] | & ! + \\", "-*"),
    // Spaces of all kinds.
    Reading("", "-*"),
    Reading("  \t\n ", "-*"),
    Reading("a\u{3000}b\u{0}c\u{A0}d", "a AND b AND c AND d"),
    Reading("東京 タワー", "東京 AND タワー"),
  ]

  @Test("each text has its meaning", arguments: plain)
  func meanings(_ reading: Reading) {
    #expect(Self.parse(reading.text).interpreted == reading.tree)
  }

  static let unfinished: [Reading] = [
    Reading("han", "han**"),
    Reading("tom han", "tom AND han**"),
    Reading("tom han ", "tom AND han"),
    Reading("tom OR han", "tom OR han**"),
    Reading("tom OR", "tom AND \\OR**"),
    Reading("title:ha", "title:ha**"),
    Reading("genre:Dr", "genre:Dr**"),
    Reading("year:201", "year:201"),
    Reading("tom -han", "tom AND -han"),
    Reading("tom -(han", "tom AND -han"),
    Reading("tom +han", "tom AND han**"),
    Reading("(tom han", "tom AND han**"),
    Reading("(tom han)", "tom AND han"),
    Reading("ma*", "ma*"),
    Reading("*ma", "*ma"),
    Reading("m*a", "m*a"),
    Reading("ma~", "ma~"),
    Reading("ma^2", "ma^2"),
    Reading("don'", "don'**"),
    Reading("\"tom han", "\"tom han\"*"),
    Reading("\"tom ", "\"tom \""),
    Reading("\"tom han\"", "\"tom han\""),
    Reading("-\"tom han", "-\"tom han\""),
    Reading("“tom han", "\"tom han\"*"),
    Reading("http:/", "http\\:/**"),
    Reading("what?", "what"),
  ]

  @Test("a last word without a space after it is unfinished", arguments: unfinished)
  func unfinishedWord(_ reading: Reading) {
    #expect(Self.parse(reading.text, unfinished: true).interpreted == reading.tree)
  }

  static let any: [Reading] = [
    Reading("a b", "a OR b"),
    Reading("a AND b c", "(a AND b) OR c"),
    Reading("+a b", "+a OR b"),
    Reading("+a b c", "+a OR b OR c"),
    Reading("+a +b", "a AND b"),
    Reading("+a +b c -d", "(+(a AND b) OR c) AND -d"),
    Reading("a -b", "a AND -b"),
    Reading("a c -b", "(a OR c) AND -b"),
    Reading("-a -b", "-a AND -b"),
    Reading("-a", "-a"),
    Reading("a -b OR c", "(a AND -b) OR c"),
    Reading("a OR -b", "a OR -b"),
    Reading("+(a b) c", "+(a OR b) OR c"),
    Reading("+\"a b\" c", "+\"a b\" OR c"),
    Reading("a NOT b", "a AND -b"),
  ]

  @Test("where a space means any, + is required and - is excluded", arguments: any)
  func anyWord(_ reading: Reading) {
    #expect(Self.parse(reading.text, .any).interpreted == reading.tree)
  }

  static let relaxed: [(String, [String])] = [
    ("a", []),
    ("a b", ["a OR b"]),
    ("a b c", ["(a OR b OR c)~2", "a OR b OR c"]),
    (
      "a b c d",
      ["(a OR b OR c OR d)~3", "(a OR b OR c OR d)~2", "a OR b OR c OR d"]
    ),
    ("a b -c", ["(a OR b) AND -c"]),
    ("a^2 b", ["a^2 OR b"]),
    ("a^2 title:b^3 c*^2", ["title:b^3 AND (a^2 OR c*^2)", "+title:b^3 OR a^2 OR c*^2"]),
    ("+a b c", ["a AND (b OR c)", "+a OR b OR c"]),
    (
      "\"x y\" a b c",
      ["\"x y\" AND (a OR b OR c)~2", "\"x y\" AND (a OR b OR c)", "+\"x y\" OR a OR b OR c"]
    ),
    ("title:x a -y b", ["title:x AND (a OR b) AND -y", "(+title:x OR a OR b) AND -y"]),
    ("a AND b", []),
    ("a b OR c", []),
    ("a *b c~", ["(a OR *b OR c~)~2", "a OR *b OR c~"]),
    ("(a b)", []),
    ("\"a b\" \"c d\"", []),
  ]

  @Test("all words first, then one fewer at each step", arguments: relaxed)
  func relaxations(text: String, trees: [String]) {
    let result = Self.parse(text, .allThenAny)
    #expect(result.query == Self.parse(text).query)
    #expect(result.relaxations.all.map(\.query.description) == trees)
    #expect(Self.parse(text).relaxations.isEmpty)
  }

  static let diagnosed: [(String, [QueryDiagnostic.Kind], Range<Int>)] = [
    ("year:ten", [.unreadableValue], 5..<8),
    ("year:(1990 OR \"the ten\")", [.unreadableValue], 14..<23),
    ("a year:=te*", [.unreadableValue, .ignoredSign], 7..<10),
    ("year:-5 year:1e3 year:=7 genre:ten title:ten", [], 0..<0),
    ("title:1990..2000", [.unsupported], 6..<16),
    ("year:1990..x", [.unreadableValue], 5..<12), ("a year:5..1", [.unreadableValue], 7..<11),
    ("year:[5 TO 1] a", [.unreadableValue], 5..<13), ("year:5..5 genre:b..a", [], 0..<0),
    ("year:>=x", [.unreadableValue], 5..<8), ("a AND", [.operatorAsWord], 2..<5),
    ("é \"b", [.unclosedQuote], 3..<5), ("year:\"x", [.unclosedQuote, .unreadableValue], 5..<7),
    ("(a", [.unmatchedBracket], 0..<1), ("a)", [.unmatchedBracket], 1..<2),
    ("foo:a", [.unknownField], 0..<4), ("a ? b", [.ignoredSign], 2..<3),
    ("what is a? (b)?! \"c\"!", [], 0..<0), ("a?!b", [.ignoredSign, .ignoredSign], 1..<2),
    ("\"a b\"~1 c", [], 0..<0), ("\"a b\"~ c", [.unsupported], 5..<6),
    ("a NEAR -b", [.unsupported], 2..<6), ("a NEAR/500 b", [.unsupported], 2..<10),
    ("\"a b\"~300", [.unsupported], 5..<9), ("a~1 b*c", [], 0..<0),
    ("é {a* b}", [.unsupported], 3..<4), ("{a b}", [], 0..<0),
    ("title:a NEAR genre:b", [.unsupported], 8..<12),
    ("title:a NEAR (genre:b OR c)", [], 0..<0), ("{a \"b c*d\"}", [.unsupported], 7..<8),
    ("é \"a* b\"", [.unsupported], 5..<6), ("\"a *\"", [.unsupported], 3..<4),
    ("\"M*A*S*H\"", [.unsupported], 2..<3), ("\"a?b c\"", [.unsupported], 2..<3),
    ("\"a d?g\"~2 c", [.unsupported], 4..<5),
    ("\"http://a.b/c?d=e f\" \"a.b?c\"", [], 0..<0), ("\"*a\"* b", [.unsupported], 1..<2),
    ("\"a d?g\" \"a d*g\" \"who?\" \"a\\?b c\"", [], 0..<0), ("\"a\\* b\" \"a *b*\"", [], 0..<0),
    ("year:5~ a", [.unreadableValue], 5..<7), ("year:1?5 a", [.unreadableValue], 5..<8),
    ("year:> a", [.ignoredSign], 0..<5), ("genre:<\"a b", [.unclosedQuote], 6..<11),
    ("a NEAR/5 b", [], 0..<0), ("tom \"hanks\" -a (b)", [], 0..<0),
    ("*", [.noWords], 0..<1), (" \"\" (*)", [.noWords], 0..<7),
    ("-", [.ignoredSign], 0..<1), ("", [], 0..<0),
    (" \u{3000}", [], 0..<0), ("a *", [], 0..<0),
  ]

  @Test("what is not read plainly leaves a diagnostic with its bytes", arguments: diagnosed)
  func diagnostics(text: String, kinds: [QueryDiagnostic.Kind], range: Range<Int>) {
    let diagnostics = Self.parse(text).diagnostics
    #expect(diagnostics.map(\.kind) == kinds)
    #expect((diagnostics.first?.range ?? 0..<0) == range)
    #expect(diagnostics.allSatisfy { !$0.message.isEmpty })
  }

  @Test("an empty text finds nothing, or everything if asked")
  func empty() {
    let options = UserQueryOptions(emptyFindsEverything: true)
    for text in ["", " ", "*", "\"\"", "( )", "?!"] {
      #expect(LenientParser.parse(text, schema: testFields).query == .nothing)
      #expect(LenientParser.parse(text, schema: testFields, options: options).query == .everything)
    }
    #expect(Self.parse("*").diagnostics[0].message.hasSuffix("finds nothing."))
    let all = LenientParser.parse("*", schema: testFields, options: options)
    #expect(all.diagnostics[0].message.hasSuffix("finds everything."))
  }

  @Test("text beyond 4,096 bytes is cut between characters")
  func longText() {
    let result = Self.parse("xy " + String(repeating: "é", count: 500_000))
    #expect(result.query == .all([.word("xy"), .word(String(repeating: "é", count: 2_046))]))
    #expect(result.diagnostics.map(\.kind) == [.textCut])
    #expect(result.diagnostics.first?.range == 4_095..<4_095)
  }

  @Test("words beyond 64 are cut, also within a phrase")
  func manyWords() {
    let words = Self.parse(String(repeating: "w ", count: 65))
    #expect(words.query.nodes.last == .all(count: 64))
    #expect(words.diagnostics.map(\.kind) == [.wordsCut])
    #expect(Self.parse(String(repeating: "w ", count: 64)).diagnostics.isEmpty)

    let phrase = Self.parse("a \"" + String(repeating: "w ", count: 100) + "\" b -(c)")
    let kept = String(repeating: "w ", count: 62) + "w"
    #expect(phrase.query == .all([.word("a"), .phrase(kept)]))
    #expect(phrase.diagnostics.map(\.kind) == [.wordsCut])
  }

  @Test("more than 32 levels are flattened")
  func deep() {
    func nested(_ depth: Int) -> InterpretedQuery {
      Self.parse(
        String(repeating: "(a OR (b ", count: depth / 2) + "c"
          + String(repeating: "))", count: depth / 2))
    }
    #expect(nested(32).diagnostics.isEmpty && nested(32).query.nodes.depth == 33)
    #expect(nested(60).diagnostics.map(\.kind) == [.nestingCut])
    #expect(nested(60).query.nodes.depth <= 34)

    let signs = Self.parse("a " + String(repeating: "NOT ", count: 60) + "b")
    #expect(signs.query.nodes.depth == 34 && signs.diagnostics.map(\.kind) == [.nestingCut])
  }
}
