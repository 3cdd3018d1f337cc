/// The stemmer for Italian (Porter, 2001). It does not handle elided articles (*l’*, *dell’*).
///
/// The marks I and U stand for i and u that the rules treat as consonants.
struct ItalianStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouàèìòù"

  func stem(_ word: inout StemmingWord) {
    word.replaceLetters { letter in
      switch letter {
      case "á": "à"
      case "é": "è"
      case "í": "ì"
      case "ó": "ò"
      case "ú": "ù"
      default: letter
      }
    }
    markConsonants(&word)
    markRegions(&word)
    removePronoun(&word)
    if !removeStandardSuffix(&word), let match = Self.verbSuffixes.longest(in: word, region: .rv) {
      word.removeLast(match.length)
    }
    removeVowel(&word)
    word.replaceLetters { $0 == "I" ? "i" : $0 == "U" ? "u" : $0 }
  }

  // MARK: - Marks and regions

  private func markConsonants(_ word: inout StemmingWord) {
    guard word.count > 1 else { return }
    for index in 1..<word.count where word[index] == "u" && word[index - 1] == "q" {
      word[index] = "U"
    }
    for index in 1..<(word.count - 1)
    where Self.vowels.contains(word[index - 1]) && Self.vowels.contains(word[index + 1]) {
      if word[index] == "u" { word[index] = "U" }
      if word[index] == "i" { word[index] = "I" }
    }
  }

  private func markRegions(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    word.markRomanceRV(vowels: Self.vowels)
    // Keeps divano, a sofa, apart from diva.
    if word.starts(with: "divan") { word.rv = 5 }
  }

  // MARK: - Step 0: attached pronoun

  private static let pronouns: SuffixSet = """
    ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo \
    mene tela tele teli telo tene cela cele celi celo cene vela vele veli velo vene
    """
  private enum VerbForm { case gerund, infinitive }
  private static let verbForms: SuffixTable<VerbForm> = [
    "ando endo": .gerund, "ar er ir": .infinitive,
  ]

  private func removePronoun(_ word: inout StemmingWord) {
    guard let pronoun = Self.pronouns.longest(in: word),
      let form = Self.verbForms.longest(in: word, fromEnd: pronoun.length),
      word.isLast(form.length + pronoun.length, in: .rv)
    else { return }
    word.replaceLast(pronoun.length, with: form.action == .gerund ? "" : "e")
  }

  // MARK: - Step 1: standard suffixes

  private enum Standard { case simple, azione, logia, uzione, enza, amento, amente, ita, ivo }
  private static let standardSuffixes: SuffixTable<Standard> = [
    """
    anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti istà istè \
    istì oso osi osa ose mente atrice atrici ante anti
    """: .simple,
    "azione azioni atore atori": .azione, "logia logie": .logia,
    "uzione uzioni usione usioni": .uzione, "enza enze": .enza,
    "amento amenti imento imenti": .amento, "amente": .amente, "ità": .ita,
    "ivo ivi iva ive": .ivo,
  ]
  private static let beforeAmente: SuffixSet = "os ic abil"
  private static let beforeIta: SuffixSet = "abil ic iv"

  /// - Returns: True if the word had a standard suffix in the right region.
  private func removeStandardSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.standardSuffixes.longest(in: word) else { return false }
    let region: StemmingRegion =
      switch match.action {
      case .amente: .r1
      case .amento: .rv
      default: .r2
      }
    guard word.removeLast(match.length, in: region) else { return false }
    switch match.action {
    case .simple, .amento: break
    case .azione: word.removeSuffix("ic", in: .r2)
    case .logia: word.replaceLast(0, with: "log")
    case .uzione: word.replaceLast(0, with: "u")
    case .enza: word.replaceLast(0, with: "ente")
    case .ita: word.removeLongest(of: Self.beforeIta, in: .r2)
    case .ivo: if word.removeSuffix("at", in: .r2) { word.removeSuffix("ic", in: .r2) }
    case .amente:
      if word.removeSuffix("iv", in: .r2) {
        word.removeSuffix("at", in: .r2)
      } else {
        word.removeLongest(of: Self.beforeAmente, in: .r2)
      }
    }
    return true
  }

  // MARK: - Steps 2 and 3: verb suffixes, final vowel

  private static let verbSuffixes: SuffixSet = """
    ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo \
    emmo enda ende endi endo erà erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti \
    erete erò erono essero ete eva evamo evano evate evi evo Yamo iamo immo irà irai iranno ire \
    irebbe irebbero irei iremmo iremo ireste iresti irete irò irono isca iscano isce isci isco \
    iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto ar ir
    """
  private static let finalVowels: LetterSet = "aeioàèìò"
  private static let hardConsonants: LetterSet = "cg"

  private func removeVowel(_ word: inout StemmingWord) {
    if word.isLetter(fromEnd: 0, in: Self.finalVowels), word.removeLast(1, in: .rv) {
      word.removeSuffix("i", in: .rv)
    }
    if word.ends(with: "h"), word.isLetter(fromEnd: 1, in: Self.hardConsonants),
      word.isLast(2, in: .rv)
    {
      word.removeLast(1)
    }
  }
}
