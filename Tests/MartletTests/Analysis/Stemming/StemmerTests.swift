import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Stemmers")
struct StemmerTests {
  @Test("the sample words get the published stems", arguments: StemmingLanguage.allCases)
  func sample(language: StemmingLanguage) throws {
    guard let vocabulary = try StemmingVocabulary.sample(of: language) else {
      #expect(Self.unbundled.contains(language), "the sample of \(language) is missing")
      return
    }
    #expect(vocabulary.pairs.count == 300)
    #expect(vocabulary.differences(with: language.stemmer) == [])
  }

  /// Languages whose vocabulary is under a licence that keeps it out of the repository.
  private static let unbundled: Set<StemmingLanguage> = [.french]

  @Test(
    "the words of the vocabularies get the published stems",
    .enabled(
      if: isFolderThere(),
      "SKIPPED: no Snowball vocabularies; set MARTLET_CORPORA to the folder with snowball-data"),
    arguments: StemmingLanguage.allCases)
  func wholeVocabulary(language: StemmingLanguage) throws {
    let folder = try #require(StemmingVocabulary.folder)
    let vocabulary = try StemmingVocabulary.whole(of: language, in: folder)
    let differences = vocabulary.differences(with: language.stemmer)
    #expect(differences.count == 0, "of \(vocabulary.pairs.count): \(differences.prefix(10))")
    guard language == .english else { return }
    // Which words a highlight looks at depends on it. Words with apostrophes are always looked at.
    for (word, stem) in vocabulary.pairs where !word.contains(UInt8(ascii: "'")) {
      let kept = zip(word, stem).prefix { $0 == $1 }.count
      let text = String(decoding: word, as: UTF8.self)
      #expect(stem.count - kept <= language.rewrittenEnd, "\(text)")
    }
  }

  @Test("no input traps", arguments: StemmingLanguage.allCases)
  func randomInput(language: StemmingLanguage) throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["MARTLET_SEED"].flatMap { UInt64($0) } ?? 20
    var random = SeededRandom(seed: seed)
    let words = try StemmingVocabulary.sample(of: language)?.pairs.map { Array($0.word) } ?? []
    let stemmer = language.stemmer
    for _ in 0..<2_000 {
      let word = Self.randomWord(&random, from: words)
      let stem = stemmer.stem(String(decoding: word, as: UTF8.self))
      // Some rules lengthen a word, none by more than one letter in each.
      #expect(stem.utf8.count <= 3 * word.count + 8, "seed \(seed): \(word)")
      _ = stemmer.stem(utf8: word)
    }
  }

  /// A cut, a doubling or a mixture of words of the language, or letters from anywhere.
  private static func randomWord(_ random: inout SeededRandom, from words: [[UInt8]]) -> [UInt8] {
    guard !words.isEmpty, !random.oneIn(4) else { return randomLetters(&random) }
    let first = words[random.int(in: 0..<words.count)]
    let second = words[random.int(in: 0..<words.count)]
    switch random.int(in: 0..<4) {
    case 0: return Array(first.prefix(random.int(in: 0..<(first.count + 1))))
    case 1: return Array(first.suffix(random.int(in: 0..<(first.count + 1))))
    case 2: return first + second
    default: return Array(second.suffix(3)) + first.suffix(4)
    }
  }

  private static func randomLetters(_ random: inout SeededRandom) -> [UInt8] {
    let alphabets: [Range<UInt32>] = [
      0x61..<0x7B, 0x00..<0x80, 0xE0..<0x180, 0x430..<0x460, 0x80..<0xD800, 0x1_0000..<0x2_0000,
    ]
    var word = ""
    for _ in 0..<random.int(in: 0..<12) {
      let alphabet = alphabets[random.int(in: 0..<alphabets.count)]
      let value = alphabet.lowerBound + UInt32(random.int(in: 0..<alphabet.count))
      if let letter = Unicode.Scalar(value) { word.unicodeScalars.append(letter) }
    }
    return Array(word.utf8)
  }

  @Test("what is no word stays as it is", arguments: StemmingLanguage.allCases)
  func notWords(language: StemmingLanguage) {
    let stemmer = language.stemmer
    let malformed: [[UInt8]] = [
      [0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ]
    for bytes in malformed { #expect(stemmer.stem(utf8: bytes) == bytes) }
    let long = [UInt8](repeating: UInt8(ascii: "s"), count: StemmingWord.maximumLetterCount + 1)
    #expect(stemmer.stem(utf8: long) == long)
    #expect(stemmer.stem("") == "")
  }

  @Test("digits are not stemmed", arguments: StemmingLanguage.allCases)
  func digits(language: StemmingLanguage) {
    for number in ["0", "00", "1234", "2000", "3.141", "77777"] {
      #expect(language.stemmer.stem(number) == number)
    }
  }

  @Test("a loaded word can be used again")
  func reuse() {
    var word = StemmingWord()
    var stems: [UInt8] = []
    for text in ["happily", "running", "mistletoe"] {
      let isWord = word.load(utf8: text.utf8)
      #expect(isWord)
      EnglishStemmer().stem(&word)
      word.append(to: &stems)
    }
    #expect(String(decoding: stems, as: UTF8.self) == "happilirunmistleto")
  }
}

private func isFolderThere() -> Bool {
  let isThere = StemmingVocabulary.folder != nil
  if !isThere { print("SKIPPED: the whole Snowball vocabularies; only the samples are tested") }
  return isThere
}
