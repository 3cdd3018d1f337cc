import Martlet
import MartletTestSupport
import Testing

/// Highlights of words near each other against all ways to match that there are.
@Suite("Highlights of words near each other")
struct NearHighlightTests {
  /// A part of a query.
  private indirect enum Part {
    case word(String)
    case prefix(String)
    case phrase([String])
    case any([Part])
    case near(Part, Part, distance: Int, inOrder: Bool)

    static func random(_ random: inout SeededRandom, depth: Int) -> Part {
      let word = { (random: inout SeededRandom) in words[random.int(in: 0..<words.count)] }
      switch depth == 0 ? random.int(in: 0..<4) : random.int(in: 0..<8) {
      case 0, 1: return .word(word(&random))
      case 2: return .prefix(["a", "b"][random.int(in: 0..<2)])
      case 3: return .phrase((0..<random.int(in: 2..<4)).map { _ in word(&random) })
      case 4:
        return .any((0..<random.int(in: 2..<4)).map { _ in .random(&random, depth: depth - 1) })
      default: return near(&random, depth: depth)
      }
    }

    static func near(_ random: inout SeededRandom, depth: Int) -> Part {
      .near(
        .random(&random, depth: depth - 1), .random(&random, depth: depth - 1),
        distance: random.int(in: 0..<4), inOrder: random.oneIn(2))
    }

    var query: Query {
      switch self {
      case .word(let word): .word(word, in: "text")
      case .prefix(let prefix): .prefix(prefix, in: "text")
      case .phrase(let words): .phrase(words.joined(separator: " "), in: "text")
      case .any(let parts): .any(parts.map(\.query))
      case .near(let one, let other, let distance, let inOrder):
        .near([one.query, other.query], within: distance, inOrder: inOrder)
      }
    }

    /// The ways in which the part matches a text.
    func matches(_ text: [String]) -> Set<Match> {
      switch self {
      case .word(let word): Part.matches(of: [word], text, ==)
      case .prefix(let prefix): Part.matches(of: [prefix], text) { $0.hasPrefix($1) }
      case .phrase(let words): Part.matches(of: words, text, ==)
      case .any(let parts): parts.reduce([]) { $0.union($1.matches(text)) }
      case .near(let one, let other, let distance, let inOrder):
        Part.pairs(one.matches(text), other.matches(text), distance)
          .union(inOrder ? [] : Part.pairs(other.matches(text), one.matches(text), distance))
      }
    }

    private static func matches(
      of words: [String], _ text: [String], _ isEqual: (String, String) -> Bool
    ) -> Set<Match> {
      Set(
        text.indices.filter { start in
          start + words.count <= text.count && zip(text[start...], words).allSatisfy(isEqual)
        }.map { Match(first: $0, last: $0 + words.count - 1, words: Set($0..<$0 + words.count)) })
    }

    private static func pairs(
      _ first: Set<Match>, _ second: Set<Match>, _ distance: Int
    ) -> Set<Match> {
      var found: Set<Match> = []
      for one in first {
        for other in second where 0...distance ~= other.first - one.last - 1 {
          found.insert(
            Match(first: one.first, last: other.last, words: one.words.union(other.words)))
        }
      }
      return found
    }
  }

  private struct Match: Hashable {
    var first: Int
    var last: Int
    var words: Set<Int>
  }

  private static let words = ["a", "b", "c", "ab", "ba", "d"]

  @Test("mark the words of all matches", arguments: 0..<24)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let part =
        random.oneIn(4)
        ? Part.random(&random, depth: 2) : .near(&random, depth: random.int(in: 1..<4))
      let text = (0..<random.int(in: 1..<16)).map { _ in
        Self.words[random.int(in: 0..<Self.words.count)]
      }
      let used = part.matches(text).reduce(into: Set()) { $0.formUnion($1.words) }
      let expected = text.enumerated().map { used.contains($0) ? "[\($1)]" : $1 }
      let page = ShownText.Page(text: text.joined(separator: " "))
      let found = try ShownText.hits(part.query, [page]).first?.highlights(in: "text")
      #expect(
        found?.marked("[", "]") == (used.isEmpty ? nil : expected.joined(separator: " ")),
        "seed \(seed), \(part.query), \(page.text)")
    }
  }

  @Test(
    "are the same on both sides of a word",
    arguments: [
      ("a NEAR/5 b", "a x a x a b a x a x a", "[a] x [a] x [a] [b] [a] x [a] x [a]"),
      (#""p q" NEAR/5 a"#, "p q a a a", "[p] [q] [a] [a] [a]"),
      (#""b a"~4"#, "b a a a", "[b] [a] [a] [a]"),
      (#"{"not known" not}"#, "title not known", "title [not] [known]"),
      (#"{"new york" "new york city"}"#, "new york city", "[new] [york] [city]"),
    ])
  func bothSides(typed: String, text: String, expected: String) throws {
    let page = ShownText.Page(text: text)
    let hit = try #require(try ShownText.hits(.user(typed), [page]).first)
    #expect(try hit.highlights(in: "text").marked("[", "]") == expected)
  }

  @Test("of a long text are found", .timeLimit(.minutes(60)))
  func longText() throws {
    let words = (0..<10_000).map { $0 % 97 == 96 ? "b" : "a" }
    let chain = Query.near((0..<12).map { .word($0 % 2 == 0 ? "a" : "b") }, within: 99)
    let page = ShownText.Page(text: words.joined(separator: " "))
    let hit = try #require(try ShownText.hits(chain, [page]).first)
    #expect(try hit.highlights(in: "text").ranges.count > 8_000)
  }
}
