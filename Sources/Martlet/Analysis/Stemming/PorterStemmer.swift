/// The original stemmer for English (Porter, 1980, "An algorithm for suffix stripping",
/// *Program* 14(3)).
///
/// For results that can be compared with the literature and with other engines; ``EnglishStemmer``
/// is its author's successor. Follows exactly the paper's rules, which also shorten words of two
/// letters, unless ``hasAuthorsChanges`` is true.
///
/// The paper's measure m is read from the regions: m > 0 before a suffix means that the suffix is
/// in R1, m > 1 that it is in R2.
struct PorterStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouy"
  private static let vowelsWXY: LetterSet = "aeiouywxY"
  private static let ionEndings: LetterSet = "st"

  /// True to apply the three changes that Porter later made to his own program, which Lucene has
  /// too: words of two letters stay, *-bli* becomes *-ble* and *-logi* becomes *-log*.
  var hasAuthorsChanges = false

  func stem(_ word: inout StemmingWord) {
    if hasAuthorsChanges, word.count < 3 { return }
    EnglishConsonantY.mark(in: &word)
    word.markR1AndR2(vowels: Self.vowels)
    removePlural(&word)
    removeParticiple(&word)
    replaceY(&word)
    replaceDoubleSuffix(&word)
    replaceSuffix(&word)
    removeSuffix(&word)
    removeFinalE(&word)
    if word.ends(with: "ll") { word.removeLast(1, in: .r2) }
    EnglishConsonantY.unmark(in: &word)
  }

  /// Returns true if the word without its last `distance` letters ends with consonant, vowel,
  /// consonant, and the last letter is not w, x or y.
  private func endsShort(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    word.isLetter(fromEnd: distance, notIn: Self.vowelsWXY)
      && word.isLetter(fromEnd: distance + 1, in: Self.vowels)
      && word.isLetter(fromEnd: distance + 2, notIn: Self.vowels)
  }

  // MARK: - Step 1

  private static let plurals: SuffixTable<String> = [
    "sses": "ss", "ies": "i", "ss": "ss", "s": "",
  ]

  private func removePlural(_ word: inout StemmingWord) {
    guard let match = Self.plurals.longest(in: word) else { return }
    word.replaceLast(match.length, with: match.action)
  }

  private static let participles: SuffixSet = "eed ed ing"
  private static let lostE: SuffixSet = "at bl iz"
  private static let doubles: SuffixSet = "bb dd ff gg mm nn pp rr tt"

  private func removeParticiple(_ word: inout StemmingWord) {
    guard let match = Self.participles.longest(in: word) else { return }
    if word.ends(with: "eed") {
      word.replaceLast(3, with: "ee", in: .r1)
      return
    }
    guard word.contains(Self.vowels, fromEnd: match.length) else { return }
    word.removeLast(match.length)
    if Self.lostE.longest(in: word) != nil {
      word.append("e")
    } else if Self.doubles.longest(in: word) != nil {
      word.removeLast(1)
    } else if word.count == word.r1, endsShort(word, fromEnd: 0) {
      word.append("e")
    }
  }

  private func replaceY(_ word: inout StemmingWord) {
    guard let last = word.letter(fromEnd: 0), last == "y" || last == "Y" else { return }
    if word.contains(Self.vowels, fromEnd: 1) { word.replaceLast(1, with: "i") }
  }

  // MARK: - Steps 2 to 5

  private static let doubleSuffixes: SuffixTable<String> = [
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "eli": "e",
    "izer ization": "ize", "ational ation ator": "ate", "alli alism aliti": "al",
    "fulness": "ful", "ousli ousness": "ous", "iveness iviti": "ive", "biliti": "ble",
  ]

  private static let authorsDoubleSuffixes: SuffixTable<String> = ["bli": "ble", "logi": "log"]

  private func replaceDoubleSuffix(_ word: inout StemmingWord) {
    if hasAuthorsChanges, let match = Self.authorsDoubleSuffixes.longest(in: word) {
      word.replaceLast(match.length, with: match.action, in: .r1)
      return
    }
    guard let match = Self.doubleSuffixes.longest(in: word) else { return }
    word.replaceLast(match.length, with: match.action, in: .r1)
  }

  private static let suffixes: SuffixTable<String> = [
    "alize": "al", "icate iciti ical": "ic", "ative ful ness": "",
  ]

  private func replaceSuffix(_ word: inout StemmingWord) {
    guard let match = Self.suffixes.longest(in: word) else { return }
    word.replaceLast(match.length, with: match.action, in: .r1)
  }

  private static let singleSuffixes: SuffixSet = """
    al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize ion
    """

  private func removeSuffix(_ word: inout StemmingWord) {
    guard let match = Self.singleSuffixes.longest(in: word) else { return }
    if word.ends(with: "ion"), !word.isLetter(fromEnd: 3, in: Self.ionEndings) { return }
    word.removeLast(match.length, in: .r2)
  }

  private func removeFinalE(_ word: inout StemmingWord) {
    guard word.ends(with: "e") else { return }
    if word.isLast(1, in: .r2) || word.isLast(1, in: .r1) && !endsShort(word, fromEnd: 1) {
      word.removeLast(1)
    }
  }
}

/// Marks the letter y as Y where it is a consonant, at the start of a word and after a vowel, so
/// that the rules of the English stemmers do not treat it as a vowel.
enum EnglishConsonantY {
  private static let vowels: LetterSet = "aeiouy"

  static func mark(in word: inout StemmingWord) {
    for index in 0..<word.count where word[index] == "y" {
      if index == 0 || vowels.contains(word[index - 1]) { word[index] = "Y" }
    }
  }

  static func unmark(in word: inout StemmingWord) {
    word.replaceLetters { $0 == "Y" ? "y" : $0 }
  }
}
