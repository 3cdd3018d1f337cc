/// The stemmer for Swedish (Porter, 2001; *-et* since Snowball 3.0).
struct SwedishStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouyäåö"
  private static let sEndings: LetterSet = "bcdfghjklmnoprtvy"
  private static let ostEndings: LetterSet = "iklnprtuv"

  func stem(_ word: inout StemmingWord) {
    word.markGermanicR1AndR2(vowels: Self.vowels)
    removeMainSuffix(&word)
    if Self.consonantPairs.longest(in: word, region: .r1) != nil { word.removeLast(1) }
    removeOtherSuffix(&word)
  }

  // MARK: - Steps 1 and 2

  private enum Main { case simple, s, et }
  private static let mainSuffixes: SuffixTable<Main> = [
    """
    a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er heter or as \
    arnas ernas ornas es ades andes ens arens hetens erns at andet het ast
    """: .simple,
    "s": .s, "et": .et,
  ]

  private func removeMainSuffix(_ word: inout StemmingWord) {
    guard let match = Self.mainSuffixes.longest(in: word, region: .r1) else { return }
    switch match.action {
    case .simple: word.removeLast(match.length)
    case .et: if isEtSuffix(word, fromEnd: 2) { word.removeLast(2) }
    case .s:
      if word.ends(with: "ets"), isEtSuffix(word, fromEnd: 3) {
        word.removeLast(3)
      } else if word.isLetter(fromEnd: 1, in: Self.sEndings) {
        word.removeLast(1)
      }
    }
  }

  /// Beginnings of words such as *nyhet*, *alfabet* and *aktivitet*, up to their *-et*.
  private static let beforeOtherEt: SuffixSet = """
    h iet uit fab cit dit alit ilit mit nit pit rit sit tit ivit kvit xit kom rak pak stak
    """

  /// Returns true if *-et* before the last `distance` letters is likely to be the article.
  private func isEtSuffix(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    word.isLetter(fromEnd: distance, notIn: Self.vowels)
      && word.isLetter(fromEnd: distance + 1, in: Self.vowels)
      && word.count > distance + 2
      && Self.beforeOtherEt.longest(in: word, fromEnd: distance) == nil
  }

  private static let consonantPairs: SuffixSet = "dd gd nn dt gt kt tt"

  // MARK: - Step 3

  private enum Other { case simple, ost, fullt }
  private static let otherSuffixes: SuffixTable<Other> = [
    "lig ig els": .simple, "öst": .ost, "fullt": .fullt,
  ]

  private func removeOtherSuffix(_ word: inout StemmingWord) {
    guard let match = Self.otherSuffixes.longest(in: word, region: .r1) else { return }
    switch match.action {
    case .simple: word.removeLast(match.length)
    case .ost: if word.isLetter(fromEnd: 3, in: Self.ostEndings) { word.removeLast(1) }
    case .fullt: word.removeLast(1)
    }
  }
}
