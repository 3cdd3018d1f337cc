/// The stemmer for Finnish (Porter, 2001, after Karlsson, "Finnish: An Essential Grammar", 1999).
struct FinnishStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouyäö"
  private static let restrictedVowels: LetterSet = "aeiouäö"
  private static let consonants: LetterSet = "bcdfghjklmnpqrstvwxz"

  func stem(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    removeParticle(&word)
    removePossessive(&word)
    let hadCaseEnding = removeCaseEnding(&word)
    removeOtherEnding(&word)
    if hadCaseEnding {
      if word.ends(with: "i") || word.ends(with: "j") { word.removeLast(1, in: .r1) }
    } else {
      removeTPlural(&word)
    }
    tidy(&word)
    removeDoubleConsonant(&word)
  }

  // MARK: - Steps 1 and 2

  private static let particleEnds: LetterSet = "aeiouyäönt"
  private enum Particle { case simple, sti }
  private static let particles: SuffixTable<Particle> = [
    "kin kaan kään ko kö han hän pa pä": .simple, "sti": .sti,
  ]

  private func removeParticle(_ word: inout StemmingWord) {
    guard let match = Self.particles.longest(in: word, region: .r1) else { return }
    switch match.action {
    case .sti: word.removeLast(match.length, in: .r2)
    case .simple:
      if word.isLetter(fromEnd: match.length, in: Self.particleEnds) {
        word.removeLast(match.length)
      }
    }
  }

  private enum Possessive { case si, ni, simple, an, aen, en }
  private static let possessives: SuffixTable<Possessive> = [
    "si": .si, "ni": .ni, "nsa nsä mme nne": .simple, "an": .an, "än": .aen, "en": .en,
  ]
  private static let beforeAn: SuffixSet = "ta ssa sta lla lta na"
  private static let beforeAen: SuffixSet = "tä ssä stä llä ltä nä"
  private static let beforeEn: SuffixSet = "lle ine"

  private func removePossessive(_ word: inout StemmingWord) {
    guard let match = Self.possessives.longest(in: word, region: .r1) else { return }
    let isPossessive =
      switch match.action {
      case .si: !word.ends(with: "k", fromEnd: 2)
      case .ni, .simple: true
      case .an: Self.beforeAn.longest(in: word, fromEnd: 2) != nil
      case .aen: Self.beforeAen.longest(in: word, fromEnd: 2) != nil
      case .en: Self.beforeEn.longest(in: word, fromEnd: 2) != nil
      }
    guard isPossessive else { return }
    word.removeLast(match.length)
    if match.action == .ni, word.ends(with: "kse") { word.replaceLast(1, with: "i") }
  }

  // MARK: - Step 3: cases

  private enum Case { case illative(String), i, seen, n, a, tta, simple }
  private static let cases: SuffixTable<Case> = [
    "han": .illative("a"), "hen": .illative("e"), "hin": .illative("i"), "hon": .illative("o"),
    "hän": .illative("ä"), "hön": .illative("ö"), "siin den tten": .i, "seen": .seen, "n": .n,
    "a ä": .a, "tta ttä": .tta,
    "ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine": .simple,
  ]
  private static let longVowels: SuffixSet = "aa ee ii oo uu ää öö"

  /// - Returns: True if the word had one.
  private func removeCaseEnding(_ word: inout StemmingWord) -> Bool {
    let match = Self.cases.longest(in: word, region: .r1) { match in
      switch match.action {
      case .i:
        word.ends(with: "i", fromEnd: match.length)
          && word.isLetter(fromEnd: match.length + 1, in: Self.restrictedVowels)
          && word.isLast(match.length + 2, in: .r1)
      case .seen:
        Self.longVowels.longest(in: word, region: .r1, fromEnd: match.length) != nil
      default: true
      }
    }
    guard let match, let length = lengthOfCaseEnding(match, in: word) else { return false }
    word.removeLast(length)
    return true
  }

  /// Returns the number of letters to remove; nil if the letters before the ending do not allow it.
  private func lengthOfCaseEnding(
    _ match: SuffixTable<Case>.Match, in word: StemmingWord
  ) -> Int? {
    let length = match.length
    switch match.action {
    case .illative(let vowel): return word.ends(with: vowel, fromEnd: length) ? length : nil
    case .tta: return word.ends(with: "e", fromEnd: length) ? length : nil
    case .a:
      let followsSyllable =
        word.isLetter(fromEnd: 1, in: Self.vowels) && word.isLetter(fromEnd: 2, in: Self.consonants)
      return followsSyllable ? length : nil
    case .n:
      let hasVowel =
        word.ends(with: "ie", fromEnd: 1) || Self.longVowels.longest(in: word, fromEnd: 1) != nil
      return hasVowel ? 2 : 1
    case .i, .seen, .simple: return length
    }
  }

  // MARK: - Steps 4 and 5

  private static let comparatives: SuffixSet = "mpi mpa mpä mmi mma mmä"
  private static let otherEndings: SuffixSet = """
    mpi mpa mpä mmi mma mmä impi impa impä immi imma immä eja ejä
    """

  private func removeOtherEnding(_ word: inout StemmingWord) {
    guard let match = Self.otherEndings.longest(in: word, region: .r2) else { return }
    if match.length == 3, Self.comparatives.longest(in: word) != nil,
      word.ends(with: "po", fromEnd: 3)
    {
      return
    }
    word.removeLast(match.length)
  }

  private static let superlatives: SuffixSet = "mma imma"

  private func removeTPlural(_ word: inout StemmingWord) {
    guard word.ends(with: "t"), word.isLetter(fromEnd: 1, in: Self.vowels), word.isLast(2, in: .r1)
    else { return }
    word.removeLast(1)
    guard let match = Self.superlatives.longest(in: word, region: .r2) else { return }
    if match.length == 3, word.ends(with: "po", fromEnd: 3) { return }
    word.removeLast(match.length)
  }

  // MARK: - Step 6

  private static let shortVowels: LetterSet = "aäei"

  /// Shortens what is left after the endings. All letters examined lie in R1.
  private func tidy(_ word: inout StemmingWord) {
    if Self.longVowels.longest(in: word, region: .r1) != nil { word.removeLast(1) }
    if word.isLast(2, in: .r1), word.isLetter(fromEnd: 0, in: Self.shortVowels),
      word.isLetter(fromEnd: 1, in: Self.consonants)
    {
      word.removeLast(1)
    }
    if word.isLast(2, in: .r1), word.ends(with: "oj") || word.ends(with: "uj") {
      word.removeLast(1)
    }
    if word.isLast(2, in: .r1), word.ends(with: "jo") { word.removeLast(1) }
  }

  /// Makes the last consonant single, also if vowels follow it.
  private func removeDoubleConsonant(_ word: inout StemmingWord) {
    var index = word.count - 1
    while index >= 0, Self.vowels.contains(word[index]) { index -= 1 }
    guard index >= 1, Self.consonants.contains(word[index]), word[index - 1] == word[index]
    else { return }
    word.remove(index..<(index + 1))
  }
}
