import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Word boundaries")
struct WordBreakerTests {
  /// The segments of `text` by `rules`, as strings.
  private func segments(_ bytes: [UInt8], _ rules: WordBreaker.Rules) -> [Range<Int>] {
    bytes.withBytes { text in
      var breaker = WordBreaker(rules: rules)
      var ranges: [Range<Int>] = []
      var index = 0
      while index < text.count {
        let segment = breaker.segment(at: index, in: text)
        ranges.append(segment.start..<segment.end)
        index = segment.end
      }
      return ranges
    }
  }

  @Test("the standard rules give every boundary of the official test")
  func official() throws {
    var count = 0
    var wrong: [String] = []
    for line in try TestData.fixture("WordBreakTest-17.0.0.txt") {
      let expected = line.split(separator: "÷").compactMap { part -> String? in
        let codes = part.replacing("×", with: " ")
        let string = TestData.string(hex: codes)
        return string.isEmpty ? nil : string
      }
      let text = Array(expected.joined().utf8)
      let found = segments(text, .standard).map { String(decoding: text[$0], as: UTF8.self) }
      if found.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) { wrong.append(line) }
      count += 1
    }
    #expect(wrong.isEmpty)
    #expect(count == 1_944)
  }

  @Test("the search rules split at colons, between Hangul and others, and between Katakana")
  func searchRules() {
    func words(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      return segments(bytes, .search).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    #expect(words("a:b") == ["a", ":", "b"])
    #expect(words("KBS뉴스3부") == ["KBS", "뉴스", "3", "부"])
    #expect(words("アイ") == ["ア", "イ"])
    #expect(words("don’t") == ["don’t"])
    #expect(words("צה\"ל") == ["צה\"ל"])
  }

  @Test("the classes that are known without the table are those of the table")
  func commonUnits() {
    for scalar in UInt32(0)..<0x2_0000 where WordClass.of(scalar) != WordClass.inTable(scalar) {
      Issue.record("U+\(String(scalar, radix: 16)) is \(WordClass.inTable(scalar))")
    }
  }

  @Test("any bytes are cut into segments without gaps")
  func anyBytes() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("Z9".utf8), Array("_".utf8), Array(".".utf8), Array("'".utf8),
      Array(",".utf8), Array(":".utf8), Array(" ".utf8), Array("é".utf8), Array("\u{301}".utf8),
      Array("漢".utf8), Array("ก".utf8), Array("각".utf8), Array("\u{200D}".utf8), [0xFF], [0xE2],
      [0xC3], Array("א".utf8), Array("\"".utf8), Array("ア".utf8), Array("🇩".utf8), Array("👍".utf8),
    ]
    for _ in 0..<3_000 {
      let bytes = (0..<random.int(in: 0..<12)).flatMap { _ in
        pieces[random.int(in: 0..<pieces.count)]
      }
      let found = segments(bytes, .search)
      #expect(found.first?.lowerBound ?? 0 == 0 && found.last?.upperBound ?? 0 == bytes.count)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
  }

  @Test("the fast ways through ASCII find the words that the rules find")
  func fastWays() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    var analyzer = Analyzer.standard
    analyzer.joinedParts = []
    let pieces = ["a", "Zebra", "9", "_", ".", "'", ",", ";", ":", " ", "-", "\n", "é", "\u{301}"]
    for _ in 0..<2_000 {
      let beyond = random.oneIn(2) ? 2 : 0
      let text = (0..<random.int(in: 0..<200)).map { _ in
        pieces[random.int(in: 0..<(pieces.count - 2 + beyond))]
      }
      let bytes = Array(text.joined().utf8)
      let found = analyzer.tokens(in: text.joined()).map(\.range)
      #expect(found == wordsBySegments(bytes), "seed \(seed): \(text.joined())")
    }
  }

  private func wordsBySegments(_ bytes: [UInt8]) -> [Range<Int>] {
    segments(bytes, .search).filter { range in
      String(decoding: bytes[range], as: UTF8.self).unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    }
  }
}
