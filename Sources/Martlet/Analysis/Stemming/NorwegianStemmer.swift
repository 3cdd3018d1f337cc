/// The stemmer for Norwegian, both Bokmål and Nynorsk (Porter, 2001; *-ers* and more vowels since
/// Snowball 3.0).
struct NorwegianStemmer: Stemmer {
  private static let vowels: LetterSet = "aeêioòóôuyæåø"
  private static let sEndings: LetterSet = "bcdfghjlmnoptvyz"

  func stem(_ word: inout StemmingWord) {
    word.markGermanicR1AndR2(vowels: Self.vowels)
    removeMainSuffix(&word)
    if Self.consonantPairs.longest(in: word, region: .r1) != nil { word.removeLast(1) }
    if let match = Self.otherSuffixes.longest(in: word, region: .r1) {
      word.removeLast(match.length)
    }
  }

  private enum Main { case simple, ers, s, ert }
  private static let mainSuffixes: SuffixTable<Main> = [
    """
    a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes ens hetens \
    ets et het ast
    """: .simple,
    "ers": .ers, "s": .s, "erte ert": .ert,
  ]

  private func removeMainSuffix(_ word: inout StemmingWord) {
    guard let match = Self.mainSuffixes.longest(in: word, region: .r1) else { return }
    switch match.action {
    case .simple: word.removeLast(match.length)
    case .ers: if Self.keepers.longest(in: word, fromEnd: 3)?.action != true { word.removeLast(3) }
    case .s: if isSSuffix(word) { word.removeLast(1) }
    case .ert: word.replaceLast(match.length, with: "er")
    }
  }

  /// The endings after which *-ers* is kept, and longer ones after which it is removed.
  private static let keepers: SuffixTable<Bool> = [
    "amm ast ind kap kk lt nk omm pp v øst": true, "giv hav skap": false,
  ]

  private func isSSuffix(_ word: StemmingWord) -> Bool {
    switch word.letter(fromEnd: 1) {
    case "r": !word.ends(with: "e", fromEnd: 2)
    case "k": word.isLetter(fromEnd: 2, notIn: Self.vowels)
    default: word.isLetter(fromEnd: 1, in: Self.sEndings)
    }
  }

  private static let consonantPairs: SuffixSet = "dt vt"
  private static let otherSuffixes: SuffixSet = """
    leg eleg ig eig lig elig els lov elov slov hetslov
    """
}
