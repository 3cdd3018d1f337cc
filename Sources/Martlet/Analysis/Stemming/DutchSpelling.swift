/// Vowels, syllables and the spelling of long vowels in Dutch, for ``DutchStemmer``.
///
/// The pair *ij* is one vowel. A closed syllable doubles its long vowel: *lopen*, *loop*.
enum DutchSpelling {
  private static let a: String = "aäáàâ"
  private static let e: String = "eëéèê"
  private static let i: String = "iïíìî"
  private static let o: String = "oöóòô"
  private static let u: String = "uüúùû"
  private static let vowels = LetterSet(a + e + i + o + u + "y")
  private static let vowelsWX = LetterSet(a + e + i + o + u + "ywx")
  private static let vowelsButY = LetterSet(a + e + i + o + u)
  private static let vowelsButE = LetterSet(a + i + o + u)
  private static let formsOfE = LetterSet(e)
  private static let doubling = LetterSet(a + o + u)
  private static let doublingE: LetterSet = "eéèê"

  // MARK: - Vowels and regions

  /// Returns true if a vowel precedes the last `distance` letters.
  static func isVowel(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    word.isLetter(fromEnd: distance, in: vowels) || word.ends(with: "ij", fromEnd: distance)
  }

  /// Returns true if a consonant precedes the last `distance` letters.
  static func isConsonant(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    word.isLetter(fromEnd: distance, notIn: vowels) && !word.ends(with: "ij", fromEnd: distance)
  }

  /// The index after the first consonant that follows a vowel, from `index` on.
  static func endOfSyllable(in word: StemmingWord, from index: Int) -> Int? {
    var index = index
    while index < word.count, !vowels.contains(word[index]) { index += 1 }
    while index < word.count, vowels.contains(word[index]) {
      index += word.starts(with: "ij", at: index) ? 2 : 1
    }
    return index < word.count ? index + 1 : nil
  }

  static func markRegions(_ word: inout StemmingWord) {
    word.clearRegions()
    guard let first = endOfSyllable(in: word, from: 0) else { return }
    word.r1 = first
    guard let second = endOfSyllable(in: word, from: first) else { return }
    word.r2 = second
  }

  // MARK: - Spelling

  /// Doubles the vowel before the last consonant if it was long in an open syllable.
  static func lengthenVowel(_ word: inout StemmingWord) {
    guard word.isLetter(fromEnd: 0, notIn: vowelsWX), let vowel = word.letter(fromEnd: 1)
    else { return }
    let end = word.count - 1
    if word.ends(with: "ië", fromEnd: 1) {
      word[end - 1] = "e"
      word.insert("e", at: end)
    } else if word.ends(with: "eë", fromEnd: 1) {
      word.insert("e", at: end)
    } else if doubling.contains(vowel) {
      if !word.isLetter(fromEnd: 2, in: vowelsButY) { word.insert(vowel, at: end) }
    } else if doublingE.contains(vowel), isLongE(word) {
      word.insert(vowel, at: end)
    }
  }

  /// Returns true if the e before the last consonant is long, judging by the letters before it.
  private static func isLongE(_ word: StemmingWord) -> Bool {
    if word.isLetter(fromEnd: 2, in: vowelsButY) { return false }
    if word.isLetter(fromEnd: 3, in: vowelsButE) { return false }
    if word.count == 4, word.isLetter(fromEnd: 3, in: formsOfE) { return false }
    return
      !(word.isLetter(fromEnd: 4, in: vowelsButE)
      && word.isLetter(fromEnd: 5, notIn: vowelsButY))
  }

  private static let doubleConsonants: SuffixSet = """
    bb cc dd ff gg hh jj kk ll mm nn pp qq rr ss tt vv ww xx zz
    """

  /// Writes the last consonant as at the end of a word: single, and f and s for v and z.
  static func simplifyFinalConsonant(_ word: inout StemmingWord) {
    if doubleConsonants.longest(in: word) != nil {
      // innen, to collect, is not in.
      let isInn = word.count == 3 && word.ends(with: "inn")
      if !isInn { word.removeLast(1) }
    } else if word.ends(with: "v") {
      word.replaceLast(1, with: "f")
    } else if word.ends(with: "z") {
      word.replaceLast(1, with: "s")
    }
  }
}
