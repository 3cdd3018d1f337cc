/// The stemmer for Danish (Porter, 2001).
struct DanishStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouyæåø"
  private static let consonants: LetterSet = "bcdfghjklmnpqrstvwxz"
  private static let sEndings: LetterSet = "abcdfghjklmnoprtvyzå"

  func stem(_ word: inout StemmingWord) {
    word.markGermanicR1AndR2(vowels: Self.vowels)
    removeMainSuffix(&word)
    shortenConsonantPair(&word)
    removeOtherSuffix(&word)
    removeDoubleConsonant(&word)
  }

  private enum Main { case simple, s }
  private static let mainSuffixes: SuffixTable<Main> = [
    """
    hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es endes \
    erendes enes ernes eres ens hedens erens ers ets erets et eret
    """: .simple,
    "s": .s,
  ]

  private func removeMainSuffix(_ word: inout StemmingWord) {
    guard let match = Self.mainSuffixes.longest(in: word, region: .r1) else { return }
    if match.action == .s, !word.isLetter(fromEnd: 1, in: Self.sEndings) { return }
    word.removeLast(match.length)
  }

  private static let consonantPairs: SuffixSet = "gd dt gt kt"

  private func shortenConsonantPair(_ word: inout StemmingWord) {
    if Self.consonantPairs.longest(in: word, region: .r1) != nil { word.removeLast(1) }
  }

  private enum Other { case simple, lost }
  private static let otherSuffixes: SuffixTable<Other> = [
    "ig lig elig els": .simple, "løst": .lost,
  ]

  private func removeOtherSuffix(_ word: inout StemmingWord) {
    if word.ends(with: "igst") { word.removeLast(2) }
    guard let match = Self.otherSuffixes.longest(in: word, region: .r1) else { return }
    switch match.action {
    case .lost: word.removeLast(1)
    case .simple:
      word.removeLast(match.length)
      shortenConsonantPair(&word)
    }
  }

  private func removeDoubleConsonant(_ word: inout StemmingWord) {
    guard word.isLetter(fromEnd: 0, in: Self.consonants),
      word.letter(fromEnd: 0) == word.letter(fromEnd: 1)
    else { return }
    word.removeLast(1, in: .r1)
  }
}
