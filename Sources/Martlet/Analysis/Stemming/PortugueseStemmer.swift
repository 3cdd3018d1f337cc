/// The stemmer for Portuguese (Porter, 2001).
///
/// During stemming, the nasal vowels ã and õ are written as a~ and o~, a vowel and a consonant.
struct PortugueseStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouáéíóúâêô"

  func stem(_ word: inout StemmingWord) {
    splitNasals(&word)
    word.markR1AndR2(vowels: Self.vowels)
    word.markRomanceRV(vowels: Self.vowels)
    if removeStandardSuffix(&word) || removeVerbSuffix(&word) {
      if word.ends(with: "ci") { word.removeLast(1, in: .rv) }
    } else {
      word.removeLongest(of: Self.residues, in: .rv)
    }
    removeFinalE(&word)
    joinNasals(&word)
  }

  // MARK: - Nasal vowels

  private func splitNasals(_ word: inout StemmingWord) {
    var index = 0
    while index < word.count {
      if word[index] == "ã" || word[index] == "õ" {
        let vowel: Unicode.Scalar = word[index] == "ã" ? "a" : "o"
        word[index] = "~"
        word.insert(vowel, at: index)
        index += 1
      }
      index += 1
    }
  }

  private func joinNasals(_ word: inout StemmingWord) {
    var index = 0
    while index + 1 < word.count {
      if word[index + 1] == "~", word[index] == "a" || word[index] == "o" {
        word[index] = word[index] == "a" ? "ã" : "õ"
        word.remove((index + 1)..<(index + 2))
      }
      index += 1
    }
  }

  // MARK: - Step 1: standard suffixes

  private enum Standard { case simple, logia, ucao, encia, amente, mente, idade, iva, ira }
  private static let standardSuffixes: SuffixTable<Standard> = [
    """
    eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos \
    imento imentos adora ador aça~o adoras adores aço~es ante antes ância
    """: .simple,
    "logia logias": .logia, "uça~o uço~es": .ucao, "ência ências": .encia, "amente": .amente,
    "mente": .mente, "idade idades": .idade, "iva ivo ivas ivos": .iva, "ira iras": .ira,
  ]
  private static let beforeAmente: SuffixSet = "os ic ad"
  private static let beforeMente: SuffixSet = "ante avel ível"
  private static let beforeIdade: SuffixSet = "abil ic iv"

  /// - Returns: True if the word had a standard suffix in the right region.
  private func removeStandardSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.standardSuffixes.longest(in: word) else { return false }
    if match.action == .ira {
      return word.ends(with: "e", fromEnd: match.length)
        && word.replaceLast(match.length, with: "ir", in: .rv)
    }
    guard word.removeLast(match.length, in: match.action == .amente ? .r1 : .r2) else {
      return false
    }
    switch match.action {
    case .simple, .ira: break
    case .logia: word.replaceLast(0, with: "log")
    case .ucao: word.replaceLast(0, with: "u")
    case .encia: word.replaceLast(0, with: "ente")
    case .mente: word.removeLongest(of: Self.beforeMente, in: .r2)
    case .idade: word.removeLongest(of: Self.beforeIdade, in: .r2)
    case .iva: word.removeSuffix("at", in: .r2)
    case .amente:
      if word.removeSuffix("iv", in: .r2) {
        word.removeSuffix("at", in: .r2)
      } else {
        word.removeLongest(of: Self.beforeAmente, in: .r2)
      }
    }
    return true
  }

  // MARK: - Step 2: verb suffixes

  private static let verbSuffixes: SuffixSet = """
    ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei \
    irei am iam ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem ado ido \
    ando endo indo ara~o era~o ira~o ar er ir as adas idas ias arias erias irias arás aras erás \
    eras irás avas es ardes erdes irdes ares eres ires asses esses isses astes estes istes is ais \
    eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ásseis ésseis ísseis áveis \
    ados idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos ávamos emos aremos \
    eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou ira iras
    """

  private func removeVerbSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.verbSuffixes.longest(in: word, region: .rv) else { return false }
    word.removeLast(match.length)
    return true
  }

  // MARK: - Steps 4 and 5: residual suffixes

  private static let residues: SuffixSet = "os a i o á í ó"
  private static let finalEs: LetterSet = "eéê"

  private func removeFinalE(_ word: inout StemmingWord) {
    if word.isLetter(fromEnd: 0, in: Self.finalEs) {
      guard word.removeLast(1, in: .rv) else { return }
      if word.ends(with: "gu") || word.ends(with: "ci") { word.removeLast(1, in: .rv) }
    } else if word.ends(with: "ç") {
      word.replaceLast(1, with: "c")
    }
  }
}
