import Testing

@testable import Martlet

@Suite("What is pasted into a search field")
struct PastedTextTests {
  @Test(
    "is read as it is meant",
    arguments: [
      // A `?` of an address is no wildcard.
      ("www.x.org/?b=c", "www.x.org/ AND b=c"), ("x.org/a?b=c", "x.org/a AND b=c"),
      ("title:x.org/a?b=c", "title:x.org/a?b=c"), ("x.7/a?b", "x.7/a?b"), ("x/a?b", "x/a?b"),
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
}
