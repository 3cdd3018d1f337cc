import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Field inverter")
struct FieldInverterTests {
  /// Returns the contents of the inverter: for each term, its documents and positions.
  private func contents(_ inverter: FieldInverter) -> [String: [[Int]]] {
    let sorted = inverter.stream.sortedByTerm(termCount: inverter.terms.count)
    var contents: [String: [[Int]]] = [:]
    for term in 0..<inverter.terms.count {
      var bytes = inverter.terms.withTerm(term) { Array(copying: $0) }
      if bytes.first == AnalyzedTerm.stemMarker { bytes[0] = UInt8(ascii: "~") }
      contents[String(decoding: bytes, as: UTF8.self)] = sorted.range(of: term).map { index in
        let token = unsafe sorted.elements[index]
        return [Int(token >> 32), Int(token & 0xFFFF_FFFF)]
      }
    }
    return contents
  }

  private func inverter(_ analyzer: Analyzer) -> FieldInverter {
    FieldInverter(definition: FieldDefinition(name: "text", kind: .text), analyzer: analyzer)
  }

  /// Takes a document's values; returns its length.
  private func take(
    _ values: [String], as document: DocumentID = 0, into inverter: FieldInverter
  ) -> Int {
    inverter.beginDocument(document)
    for value in values { inverter.take(value) }
    return inverter.endDocument()
  }

  @Test("positions count the words of each document from 0", arguments: [false, true])
  func positions(isFolded: Bool) {
    let inverter = inverter(isFolded ? .standard : .whitespace)
    #expect(take(["a b a"], into: inverter) == 3)
    #expect(take([], as: 2, into: inverter) == 0)
    #expect(take(["b"], as: 7, into: inverter) == 1)
    #expect(contents(inverter) == ["a": [[0, 0], [0, 2]], "b": [[0, 1], [7, 0]]])
    #expect(inverter.skippedTokenCount == 0)
  }

  @Test("a further value starts behind a gap, also an empty one")
  func gaps() {
    let inverter = inverter(.whitespace)
    #expect(take(["", "a b", "c", "", "d"], into: inverter) == 4)
    let gap = Limits.valuePositionGap
    #expect(
      contents(inverter) == [
        "a": [[0, 0]], "b": [[0, 1]], "c": [[0, 2 + gap]], "d": [[0, 3 + 3 * gap]],
      ])
  }

  @Test("stop words leave their positions, and count nothing")
  func stopWords() {
    let inverter = inverter(.standard.adding(Parts(["the": []])))
    #expect(take(["the end of the line", "the"], into: inverter) == 3)
    #expect(contents(inverter) == ["end": [[0, 1]], "of": [[0, 2]], "line": [[0, 4]]])
    #expect(inverter.skippedTokenCount == 0)
  }

  @Test("the parts of a word take the positions that they say, and push the next word back")
  func termLists() {
    let parts = Parts(["wi-fi": [("wi", 0), ("fi", 1), ("wifi", 0)], "x": [("y", 0), ("z", 0)]])
    let inverter = inverter(.whitespace.adding(parts))
    #expect(take(["a wi-fi b", "x wi-fi"], into: inverter) == 7)
    let second = 3 + Limits.valuePositionGap
    #expect(
      contents(inverter) == [
        "a": [[0, 0]], "b": [[0, 3]], "wi": [[0, 1], [0, second + 2]],
        "wifi": [[0, 1], [0, second + 2]], "fi": [[0, 2], [0, second + 3]],
        "y": [[0, second + 1]], "z": [[0, second + 1]],
      ])
  }

  @Test("parts that come in any order are stored in that of their positions")
  func falling() {
    let inverter = inverter(.whitespace.adding(Parts(["w": [("p", 2), ("q", 1), ("p", 0)]])))
    #expect(take(["w p"], into: inverter) == 4)
    #expect(contents(inverter) == ["p": [[0, 0], [0, 2], [0, 3]], "q": [[0, 1]]])
  }

  @Test("a stem stands where its word does, and does not count")
  func stems() {
    let inverter = inverter(.whitespace.adding(FirstLetterStems()))
    #expect(take(["ab ac b"], into: inverter) == 3)
    #expect(
      contents(inverter) == [
        "ab": [[0, 0]], "ac": [[0, 1]], "b": [[0, 2]], "~a": [[0, 0], [0, 1]], "~b": [[0, 2]],
      ])
  }

  @Test("words that are too long are skipped each time, and leave their positions")
  func tooLong() {
    for analyzer in [Analyzer.whitespace, .standard] {
      for length in [Limits.termByteCount + 1, 9 * Limits.termByteCount] {
        let inverter = inverter(analyzer)
        let long = String(repeating: "n", count: length)
        #expect(take(["a \(long) b \(long)"], into: inverter) == 2)
        #expect(contents(inverter) == ["a": [[0, 0]], "b": [[0, 2]]])
        #expect(inverter.skippedTokenCount == 2, "\(length) bytes")
      }
      let inverter = inverter(analyzer)
      let longest = String(repeating: "n", count: Limits.termByteCount)
      #expect(take([longest], into: inverter) == 1)
      #expect(contents(inverter) == [longest: [[0, 0]]])
    }
  }

  @Test("words beyond a document's limit are counted, and take little room")
  func tokenLimit() {
    let inverter = inverter(.standard.limits(TokenLimits(tokensPerDocument: 3)))
    let text = (0..<5_000).map { "w\($0)" }.joined(separator: " ")
    #expect(take([text, "more"], into: inverter) == 3)
    #expect(inverter.skippedTokenCount == 4_998)
    #expect(inverter.stream.count == 3)
    #expect(inverter.terms.stringCount < 200)
    #expect(take(["a b c d"], as: 1, into: inverter) == 3)
  }

  @Test("terms are taken as they are, one position each")
  func terms() {
    let inverter = inverter(.keyword)
    inverter.beginDocument(0)
    inverter.take(term: [0x41])
    inverter.take(term: [UInt8](repeating: 0x42, count: Limits.termByteCount + 1))
    inverter.take(term: [0x41])
    #expect(inverter.endDocument() == 2)
    #expect(contents(inverter) == ["A": [[0, 0], [0, 2]]])
    #expect(inverter.skippedTokenCount == 1)
  }
}

/// Against each word of each document analysed by itself.
@Suite("Field inverter against single words")
struct FieldInverterModelTests {
  /// Words of many kinds, some much more frequent than others.
  private static func vocabulary(_ random: inout SeededRandom) -> [String] {
    let letters = ["abcdefgh", "ABab", "éàÉa", "东京都大", "서울대", "дом", "09", "'a.b"].map(Array.init)
    return (0..<6_000).map { index in
      let alphabet = letters[index % 3 == 0 ? random.int(in: 0..<letters.count) : 0]
      let length = random.oneIn(40) ? random.int(in: 17..<60) : random.int(in: 1..<12)
      return String((0..<length).map { _ in alphabet[random.int(in: 0..<alphabet.count)] })
    }
  }

  private static func text(_ vocabulary: [String], _ random: inout SeededRandom) -> String {
    let signs = [" ", " ", " ", " ", ", ", "-", ". ", "++ ", "\n"]
    return (0..<random.int(in: 0..<400)).map { _ in
      let limit = max(1, vocabulary.count >> random.int(in: 0..<12))
      let word = vocabulary[random.int(in: 0..<limit)]
      return word + signs[random.int(in: 0..<signs.count)]
    }.joined()
  }

  /// The terms of each word, at the positions that the words before leave it.
  private struct Words: WordSink {
    let analyzer: Analyzer
    var terms: [String: [Int]] = [:]
    var start = -1
    var end = -1

    mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
      // Another reading of a word begins where the word does.
      if word.positionIncrement > 0 { start = end + word.positionIncrement }
      let found = analyzer.terms(of: text.extracting(word.bytes), for: .indexing)
      for term in found.sorted(by: { $0.positionOffset < $1.positionOffset }) {
        let key = String(decoding: term.bytes, as: UTF8.self)
        terms[key, default: []].append(start + term.positionOffset)
      }
      end = max(end, start + (found.map(\.positionOffset).max() ?? 0))
    }
  }

  private static let analyzers: [Analyzer] = [
    .standard, .whitespace, .language("en"), .standard(folding: .full.turkish),
    .standard.wordParts([.signs, .hyphens, .camelCase]),
    .standard.stopWords(StopWords(["a", "ab", "b"]), droppedFrom: .index), .language("de"),
  ]

  @Test("collects what each word gives", arguments: 0..<analyzers.count)
  func model(index: Int) {
    let seed = TestSeed.value &+ UInt64(index)
    var random = SeededRandom(seed: seed)
    let analyzer = Self.analyzers[index]
    let vocabulary = Self.vocabulary(&random)
    let inverter = FieldInverter(
      definition: FieldDefinition(name: "text", kind: .text), analyzer: analyzer)
    var expected: [String: [[Int]]] = [:]
    for document in 0..<80 {
      let text = Self.text(vocabulary, &random)
      var words = Words(analyzer: analyzer)
      text.withBytes { analyzer.scan($0, for: .indexing, into: &words) }
      for (term, positions) in words.terms {
        expected[term, default: []] += positions.sorted().map { [document, $0] }
      }
      inverter.beginDocument(DocumentID(document))
      inverter.take(text)
      _ = inverter.endDocument()
    }
    let sorted = inverter.stream.sortedByTerm(termCount: inverter.terms.count)
    var foundCount = 0
    for term in 0..<inverter.terms.count {
      let name = inverter.terms.withTerm(term) { String(copying: $0) }
      let found = sorted.range(of: term).map { index in
        let token = unsafe sorted.elements[index]
        return [Int(token >> 32), Int(token & 0xFFFF_FFFF)]
      }
      if !found.isEmpty { foundCount += 1 }
      #expect(found == expected[name] ?? [], "seed \(seed), analyzer \(index): \(name)")
    }
    #expect(foundCount == expected.count)
  }
}

/// Replaces some words by parts at given offsets.
private struct Parts: TermFilter {
  let signature = "parts"
  let parts: [String: [(text: String, offset: Int)]]

  init(_ parts: [String: [(text: String, offset: Int)]]) { self.parts = parts }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    guard let parts = parts[term.text] else { return terms.append(term) }
    terms += parts.map { AnalyzedTerm(bytes: Array($0.text.utf8), positionOffset: $0.offset) }
  }
}

/// Gives every word and its first letter as its stem.
private struct FirstLetterStems: TermFilter {
  let signature = "first letters"

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term)
    terms.append(.stem(term.bytes.prefix(1), positionOffset: term.positionOffset))
  }
}
