import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Plain text")
struct PlainTextTests {
  private static let pieces =
    [
      "a", "b", "Xy", "OR", "AND", "NOT", "A", "é", "việt", "ß", "東京", "\u{3000}", "“x”",
      "\u{1680}",
    ]
    + [
      "word", "1", "2020", "\"a b\"", "\"", "\"東 c\" ", "NEAR", "\u{A0}", "ꙮ", "か", "\u{2019}", "👩‍💻",
    ]
    + [" ", " ", " ", " ", " ", " ", " +", " -", "+", "-", "*", ":", "don't"]

  @Test("means what the parser makes of it")
  func sameAsParser() throws {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    var plainCount = 0
    for number in 0..<40_000 {
      let text = RandomQuery.text(
        of: Self.pieces, count: random.int(in: 0..<9), using: &random)
      var options = UserQueryOptions(combine: QueryParsingPropertyTests.combinations[number % 3])
      options.lastWordIsUnfinished = random.oneIn(2)
      guard let plain = PlainText.parse(text, options: options) else { continue }
      plainCount += 1
      let parsed = LenientParser.parseSigns(text, schema: testFields, options: options)
      try #require(plain.query == parsed.query, "seed \(seed), \(number): \(text)")
      try #require(plain.relaxations == parsed.relaxations, "seed \(seed), \(number): \(text)")
      try #require(parsed.diagnostics.isEmpty, "seed \(seed), \(number): \(text)")
    }
    #expect(plainCount > 4_000)
  }

  @Test(
    "is what most people type",
    arguments: [
      "griffith observatory", "the who", "Việt Nam", "\"the who\" +uk", "+a -b c", " a  b ", "x",
    ])
  func plain(text: String) {
    #expect(PlainText.parse(text, options: UserQueryOptions()) != nil)
  }

  @Test(
    "is left to the parser where anything else may be meant",
    arguments: [
      "", " ", "a*", "a OR b", "title:a", "a-b", "\"a", "\"\"", "a\u{A0}b", "+ a", "(a)", "don't",
      "“a”",
      String(repeating: "a ", count: 65), String(repeating: "a", count: 4_097),
    ])
  func others(text: String) {
    #expect(PlainText.parse(text, options: UserQueryOptions()) == nil)
  }
}
