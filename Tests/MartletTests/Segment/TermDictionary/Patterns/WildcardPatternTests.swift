import Testing

@testable import Martlet

@Suite("Patterns with wildcards")
struct WildcardPatternTests {
  @Test(
    "have one form for all that mean the same",
    arguments: [
      ("*berry", "*berry"), ("a**b", "a*b"), ("a*?b", "a?*b"), ("a?*??*b", "a???*b"), ("", ""),
      ("**", "*"), ("a\\*b*", "a*b*"), ("a\\", "a\\"),
    ])
  func normalForm(text: String, expected: String) {
    #expect(WildcardPattern(text).description == expected)
  }

  @Test("know their prefix, and whether they are one")
  func prefixes() {
    #expect(WildcardPattern("ab*").solePrefix == Array("ab".utf8))
    #expect(WildcardPattern("a?b*").prefix == Array("a".utf8))
    for text in ["*", "ab", "a?", "?*", "*a", "a*b", "a*b*"] {
      #expect(WildcardPattern(text).solePrefix == nil, "\(text)")
    }
    #expect(WildcardPattern("a\\*").solePrefix == nil)
    #expect(!WildcardPattern("a\\*").hasWildcards)
    #expect(!WildcardPattern("?*").hasText)
    #expect(WildcardPattern("a?é*").leastByteCount == 4)
  }
}
