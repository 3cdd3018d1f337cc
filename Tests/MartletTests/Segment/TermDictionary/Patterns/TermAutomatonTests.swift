import MartletTestSupport
import Testing

@testable import Martlet

/// Automata against the plainest reading of patterns.
@Suite("Automata of patterns")
struct TermAutomatonTests {
  private static let letters = ["a", "b", "c", "é", "東", "👩", "\u{301}"]

  static func word(_ length: Range<Int>, using random: inout SeededRandom) -> String {
    let kinds = random.int(in: 1..<(letters.count + 1))
    return (0..<random.int(in: length)).map { _ in letters[random.int(in: 0..<kinds)] }.joined()
  }

  static func wildcards(_ count: Int, using random: inout SeededRandom) -> WildcardPattern {
    WildcardPattern(
      (0..<count).map { _ in
        switch random.int(in: 0..<5) {
        case 0: .any
        case 1: .one
        default: .text(Array(word(1..<3, using: &random).utf8))
        }
      })
  }

  private func accepts<Automaton: TermAutomaton>(_ automaton: Automaton, _ word: String) -> Bool {
    var state = automaton.start
    for byte in word.utf8 {
      if automaton.isDead(state) { return false }
      state = automaton.next(state, byte)
    }
    return automaton.accepts(state)
  }

  @Test("wildcards match whole words, one character each or any number")
  func wildcards() throws {
    var found = 0
    for round in 0..<4_000 as Range<UInt64> {
      let seed = TestSeed.value &+ round
      var random = SeededRandom(seed: seed)
      let pattern = Self.wildcards(random.int(in: 0..<7), using: &random)
      let short = WildcardAutomaton<ShortStateSet>(pattern)
      let long = WildcardAutomaton<LongStateSet>(pattern)
      for _ in 0..<8 {
        let word = Self.word(0..<9, using: &random)
        let expected = PlainMatcher.matches(.wildcards(pattern), word)
        if expected { found += 1 }
        try #require(accepts(short, word) == expected, "seed \(seed): \(pattern) of \(word)")
        try #require(accepts(long, word) == expected, "seed \(seed): \(pattern) of \(word)")
      }
    }
    #expect(found > 2_000)
  }

  @Test("patterns as long as the longest word are matched in all their states")
  func longPatterns() {
    let text = String(repeating: "ab", count: Limits.termByteCount / 2)
    let all = WildcardAutomaton<LongStateSet>(WildcardPattern("*" + text + "*"))
    #expect(accepts(all, text))
    #expect(!accepts(all, String(text.dropLast())))
    let ones = WildcardAutomaton<LongStateSet>(
      WildcardPattern(String(repeating: "?", count: Limits.termByteCount)))
    #expect(accepts(ones, text))
    #expect(!accepts(ones, text + "a"))
    let edge = WildcardAutomaton<LongStateSet>(WildcardPattern("*" + text.prefix(64) + "*b"))
    #expect(accepts(edge, text))
  }

  @Test("a word is as far as it takes insertions, deletions, changes and swaps of neighbours")
  func fuzzy() throws {
    var found = 0
    for round in 0..<4_000 as Range<UInt64> {
      let seed = TestSeed.value &+ round
      var random = SeededRandom(seed: seed)
      let word = Self.word(0..<9, using: &random)
      for edits in 0...2 {
        let automaton = FuzzyAutomaton(Array(word.utf8), edits: edits)
        for _ in 0..<6 {
          let other = Self.edited(word, random.int(in: 0..<5), using: &random)
          let expected = PlainMatcher.matches(.fuzzy(Array(word.utf8), edits: edits), other)
          if expected { found += 1 }
          try #require(
            accepts(automaton, other) == expected, "seed \(seed): \(other) as \(word)~\(edits)")
        }
      }
    }
    #expect(found > 10_000)
  }

  /// The word after some random edits.
  private static func edited(
    _ word: String, _ edits: Int, using random: inout SeededRandom
  ) -> String {
    var scalars = Array(word.unicodeScalars)
    for _ in 0..<edits {
      let place = random.int(in: 0..<(scalars.count + 1))
      let letter = Array(letters[random.int(in: 0..<letters.count)].unicodeScalars)[0]
      switch random.int(in: 0..<4) {
      case 0: scalars.insert(letter, at: place)
      case 1 where place < scalars.count: scalars.remove(at: place)
      case 2 where place < scalars.count: scalars[place] = letter
      case 3 where place + 1 < scalars.count: scalars.swapAt(place, place + 1)
      default: break
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test("the longest words are as near as short ones")
  func longWords() {
    let word = String(repeating: "abc", count: 341)
    let automaton = FuzzyAutomaton(Array(word.utf8), edits: 2)
    #expect(accepts(automaton, word))
    #expect(accepts(automaton, "x" + word))
    #expect(accepts(automaton, String(word.dropFirst(2))))
    #expect(accepts(automaton, "ba" + word.dropFirst(2).dropLast() + "x"))
    #expect(!accepts(automaton, String(word.dropFirst(3))))
    #expect(!accepts(automaton, "xyz" + word))
  }

  @Test("bytes that are no text do not trap, and texts like them are as near as ever")
  func anyBytes() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let word = Array("aé東".utf8)
    let fuzzy = FuzzyAutomaton(word, edits: 2)
    var (found, broken) = (0, 0)
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for byte in word {
        if random.oneIn(8) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
        if !random.oneIn(8) { bytes.append(byte) }
      }
      let state = bytes.reduce(fuzzy.start) { fuzzy.next($0, $1) }
      let text = String(validating: bytes, as: UTF8.self)
      let isAccepted = fuzzy.accepts(state)
      guard let text else {
        broken += 1
        continue
      }
      if isAccepted { found += 1 }
      try #require(
        isAccepted == PlainMatcher.matches(.fuzzy(word, edits: 2), text), "\(bytes)")
    }
    #expect(found > 1_000 && broken > 1_000)
  }
}
