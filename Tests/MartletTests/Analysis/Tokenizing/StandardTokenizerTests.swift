import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Standard tokenizer")
struct StandardTokenizerTests {
  private func tokens(_ text: String, _ use: TokenUse = .indexing) -> [String] {
    Analyzer.standard.tokens(in: text, for: use).map { "\($0.text)@\($0.position)" }
  }

  @Test("words of many scripts are found")
  func scripts() {
    #expect(tokens("l’école Москва ελληνικά") == ["l'ecole@0", "москва@1", "ελληνικα@2"])
    #expect(tokens("שלום العربية हिन्दी") == ["שלום@0", "العربية@1", "हिन्दी@2"])
    #expect(tokens("x² ½ ㎞ 5㎏") == ["x@0", "2@1", "1@2", "2@3", "km@4", "5@5", "kg@6"])
    #expect(tokens("level:info 10:30 a_b") == ["level@0", "info@1", "10@2", "30@3", "a_b@4"])
  }

  @Test("emoji are words, skin tones and selectors do not matter, typographic signs are none")
  func emoji() {
    #expect(tokens("ok 👍🏽 ❤️ 🇩🇪") == ["ok@0", "👍@1", "❤@2", "🇩🇪@3"])
    #expect(tokens("© ™ → a") == ["a@0"])
  }

  @Test("a run of Chinese is indexed as letters and pairs, and asked for as pairs")
  func han() {
    #expect(tokens("東京都") == ["東@0", "東京@0", "京@1", "京都@1", "都@2"])
    for use in [TokenUse.query, .phrase, .prefix] {
      #expect(tokens("東京都 abc", use) == ["東京@0", "京都@1", "abc@3"])
      #expect(tokens("東", use) == ["東@0"])
    }
  }

  @Test("Latin letters and digits beside Han, Kana or Hangul are words of their own")
  func mixed() {
    #expect(tokens("iPhone手机", .query) == ["iphone@0", "手机@1"])
    #expect(tokens("2024年", .query) == ["2024@0", "年@1"])
    #expect(tokens("KBS뉴스", .query).first == "kbs@0")
    #expect(tokens("カフェABC", .query) == ["カフ@0", "フェ@1", "abc@3"])
  }

  @Test("Thai letters keep their vowel signs and tones")
  func thai() {
    #expect(tokens("น้ำ") == ["น้@0", "น้ำ@0", "ำ@1"])
    #expect(tokens("ที่", .query) == ["ที่@0"])
  }

  @Test("a zero width space between letters of such a script makes no difference")
  func zeroWidthSpace() {
    #expect(tokens("ខ្មែរ\u{200B}ភាសា") == tokens("ខ្មែរភាសា"))
  }

  @Test("Korean words are indexed whole, by syllables and in pairs")
  func hangul() {
    let found = tokens("대학교 에서").map { $0.precomposed }
    #expect(
      found == [
        "대학교@0", "대@0", "대학@0", "학@1", "학교@1", "교@2", "에서@3", "에@3", "서@4",
      ])
    #expect(tokens("대학교 책", .query).map(\.precomposed) == ["대학@0", "학교@1", "책@3"])
    #expect(tokens("대학교") == tokens("\u{1103}\u{1162}\u{1112}\u{1161}\u{11A8}\u{1100}\u{116D}"))
  }

  /// Returns the answer of an index with positions: true if the query's terms are in the text at
  /// one distance from their positions in the query.
  private func finds(_ query: String, in text: String) -> Bool {
    let indexed = Set(Analyzer.standard.tokens(in: text).map { Place($0.position, $0.text) })
    let wanted = Analyzer.standard.tokens(in: query, for: .query)
    guard let first = wanted.first else { return false }
    return indexed.contains { place in
      guard place.term == first.text else { return false }
      let shift = place.position - first.position
      return wanted.allSatisfy { indexed.contains(Place($0.position + shift, $0.text)) }
    }
  }

  private struct Place: Hashable {
    let position: Int
    let term: String
    init(_ position: Int, _ term: String) {
      self.position = position
      self.term = term
    }
  }

  @Test("every part of a text without spaces finds the text, and nothing else does")
  func substrings() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    let letters = ["東", "京", "あ", "が", "ア", "ー", "ก", "นี้", "ລ", "က", "ក្"]
    for _ in 0..<400 {
      let text = (0..<random.int(in: 1..<9)).map { _ in letters[random.int(in: 0..<4)] }
      let start = random.int(in: 0..<text.count)
      let part = text[start..<random.int(in: (start + 1)..<(text.count + 1))].joined()
      #expect(finds(part, in: text.joined()), "seed \(seed): \(part) in \(text)")
      let other = (0..<3).map { _ in letters[random.int(in: 0..<letters.count)] }.joined()
      let occurs = text.joined().contains(other)
      #expect(finds(other, in: text.joined()) == occurs, "seed \(seed): \(other) in \(text)")
    }
  }

  @Test("signs and hyphens join no letters of scripts without spaces, and no Hangul")
  func signsBesideUnits() {
    let analyzer = Analyzer.standard.wordParts([.signs, .hyphens])
    for letter in ["東", "あ", "カ", "ก", "한", "가나"] {
      let alone = analyzer.tokens(in: letter).map(\.text)
      for text in [
        ".\(letter)", " .\(letter)", "\(letter)++", "\(letter)#", "-\(letter)", "\(letter)- ",
      ] {
        #expect(analyzer.tokens(in: text).map(\.text) == alone, "\(text)")
      }
      let pair = analyzer.tokens(in: "\(letter)-\(letter)").map(\.text)
      #expect(pair == alone + alone, "\(letter)-\(letter)")
    }
  }

  @Test("every part of a Korean word finds it")
  func koreanParts() {
    let word = Array("서울대학교병원에서")
    for start in word.indices {
      for end in start..<word.count {
        #expect(finds(String(word[start...end]), in: "저는 " + String(word)))
      }
    }
    #expect(finds("책", in: "책을 읽다"))
    #expect(!finds("대학교", in: "가대학 학교나"))
  }

  @Test("scanning any bytes is safe, gives valid words in order, and the same every time")
  func anyBytes() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    for _ in 0..<3_000 {
      let bytes = (0..<random.int(in: 0..<40)).map { _ in
        UInt8(random.oneIn(3) ? random.int(in: 0..<256) : random.int(in: 0x20..<0x7F))
      }
      for analyzer in [Analyzer.standard, .whitespace] {
        let words = scan(bytes, analyzer)
        #expect(words == scan(bytes, analyzer))
        for word in words {
          #expect(word.upperBound <= bytes.count && !word.isEmpty, "seed \(seed): \(bytes)")
          #expect(String(validating: bytes[word], as: UTF8.self) != nil, "seed \(seed): \(bytes)")
        }
      }
    }
  }

  @Test("blocks find the words that the general rules find")
  func blocks() {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "b", "Z", "7", "9", "_", "'", ".", ",", ";", ":", "-", " ", " ", "é", "\u{301}", "ß",
      "½", "’",
    ]
    for _ in 0..<5_000 {
      // Mostly few kinds, so that long words and chains of signs come about.
      let kinds = (0..<random.int(in: 1..<8)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
      let text = (0..<random.int(in: 1..<150)).map { _ in kinds[random.int(in: 0..<kinds.count)] }
      let bytes = Array(text.joined().utf8)
      let expected = segments(bytes)
      var sink = RangeSink()
      bytes.withBytes { StandardTokenizer.scan($0, for: .query, into: &sink) }
      #expect(sink.ranges == expected, "seed \(seed): \(text.joined())")
    }
  }

  /// The segments that have a letter, a digit or a sign made of them.
  private func segments(_ bytes: [UInt8]) -> [Range<Int>] {
    bytes.withBytes { text in
      var breaker = WordBreaker(rules: .search)
      var ranges: [Range<Int>] = []
      var index = 0
      while index < text.count {
        let segment = breaker.segment(at: index, in: text)
        if segment.classes.intersects([.letter, .numeric, .symbol]) {
          ranges.append(segment.start..<segment.end)
        }
        index = segment.end
      }
      return ranges
    }
  }

  private func scan(_ bytes: [UInt8], _ analyzer: Analyzer) -> [Range<Int>] {
    var sink = RangeSink()
    bytes.withBytes { analyzer.scan($0, for: .indexing, into: &sink) }
    return sink.ranges
  }
}

extension String {
  fileprivate var precomposed: String {
    String(decoding: Folding.exact.fold(Array(utf8)), as: UTF8.self)
  }
}
