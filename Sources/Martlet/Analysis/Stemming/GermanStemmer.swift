/// The stemmer for German (Porter, 2001; the spellings *ae*, *oe* and *ue* for umlauts, which were
/// the variant "german2", since Snowball 3.0).
///
/// The marks U and Y stand for u and y between vowels, which the rules treat as consonants.
struct GermanStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouyäöü"
  private static let sEndings: LetterSet = "bdfghklmnrt"
  private static let stEndings: LetterSet = "bdfghklmnt"
  private static let etEndings: LetterSet = "dfgklmnrstUzä"

  func stem(_ word: inout StemmingWord) {
    markConsonants(&word)
    unifySpelling(&word)
    word.markGermanicR1AndR2(vowels: Self.vowels)
    removeInflection(&word)
    removeComparison(&word)
    removeDerivation(&word)
    word.replaceLetters { letter in
      switch letter {
      case "Y": "y"
      case "U", "ü": "u"
      case "ä": "a"
      case "ö": "o"
      default: letter
      }
    }
  }

  // MARK: - Spelling

  private func markConsonants(_ word: inout StemmingWord) {
    guard word.count > 2 else { return }
    for index in 1..<(word.count - 1)
    where Self.vowels.contains(word[index - 1]) && Self.vowels.contains(word[index + 1]) {
      if word[index] == "u" { word[index] = "U" }
      if word[index] == "y" { word[index] = "Y" }
    }
  }

  /// Writes ß as ss, and ae, oe and ue as umlauts; the u of qu belongs to the q.
  private func unifySpelling(_ word: inout StemmingWord) {
    var index = 0
    while index < word.count {
      let next = index + 1 < word.count ? word[index + 1] : " "
      switch (word[index], next) {
      case ("ß", _):
        word[index] = "s"
        word.insert("s", at: index)
        index += 2
        continue
      case ("a", "e"): word[index] = "ä"
      case ("o", "e"): word[index] = "ö"
      case ("u", "e"): word[index] = "ü"
      case ("q", "u"):
        index += 2
        continue
      default:
        index += 1
        continue
      }
      word.remove((index + 1)..<(index + 2))
      index += 1
    }
  }

  // MARK: - Step 1

  private enum Inflection { case em, other, e, s, ln }
  private static let inflections: SuffixTable<Inflection> = [
    "em": .em, "ern er erin erinnen": .other, "e en es": .e, "s": .s, "ln lns": .ln,
  ]

  private func removeInflection(_ word: inout StemmingWord) {
    guard let match = Self.inflections.longest(in: word), word.isLast(match.length, in: .r1)
    else { return }
    switch match.action {
    case .em: if !word.ends(with: "syst", fromEnd: 2) { word.removeLast(2) }
    case .other: word.removeLast(match.length)
    case .e:
      word.removeLast(match.length)
      if word.ends(with: "niss") { word.removeLast(1) }
    case .s: if word.isLetter(fromEnd: 1, in: Self.sEndings) { word.removeLast(1) }
    case .ln: word.replaceLast(match.length, with: "l")
    }
  }

  // MARK: - Step 2

  private enum Comparison { case simple, st, et }
  private static let comparisons: SuffixTable<Comparison> = [
    "en er est": .simple, "st": .st, "et": .et,
  ]
  /// Words that end with -et but not with that suffix.
  private static let etWords: SuffixSet = "geordnet internet planet ticket tret"

  private func removeComparison(_ word: inout StemmingWord) {
    guard let match = Self.comparisons.longest(in: word), word.isLast(match.length, in: .r1)
    else { return }
    switch match.action {
    case .simple: break
    case .st:
      guard word.count >= 6, word.isLetter(fromEnd: 2, in: Self.stEndings) else { return }
    case .et:
      guard word.isLetter(fromEnd: 2, in: Self.etEndings), Self.etWords.longest(in: word) == nil
      else { return }
    }
    word.removeLast(match.length)
  }

  // MARK: - Step 3

  private enum Derivation { case end, ig, lich, keit }
  private static let derivations: SuffixTable<Derivation> = [
    "end ung": .end, "ig ik isch": .ig, "lich heit": .lich, "keit": .keit,
  ]

  private func removeDerivation(_ word: inout StemmingWord) {
    guard let match = Self.derivations.longest(in: word), word.isLast(match.length, in: .r2)
    else { return }
    let followsE = word.ends(with: "e", fromEnd: match.length)
    if match.action == .ig, followsE { return }
    word.removeLast(match.length)
    switch match.action {
    case .end: if !word.ends(with: "eig") { word.removeSuffix("ig", in: .r2) }
    case .ig: break
    case .lich: if !word.removeSuffix("er", in: .r1) { word.removeSuffix("en", in: .r1) }
    case .keit: if !word.removeSuffix("lich", in: .r2) { word.removeSuffix("ig", in: .r2) }
    }
  }
}
