/// The stemmer for Spanish (Porter, 2001).
struct SpanishStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouáéíóúü"

  func stem(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    word.markRomanceRV(vowels: Self.vowels)
    removePronoun(&word)
    if !removeStandardSuffix(&word), !removeYSuffix(&word) { removeVerbSuffix(&word) }
    removeResidue(&word)
    word.replaceLetters(Self.withoutAcute)
  }

  private static func withoutAcute(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    switch letter {
    case "á": "a"
    case "é": "e"
    case "í": "i"
    case "ó": "o"
    case "ú": "u"
    default: letter
    }
  }

  // MARK: - Step 0: attached pronoun

  private static let pronouns: SuffixSet = "me se sela selo selas selos la le lo las les los nos"
  private enum VerbForm { case accented, plain, yendo }
  private static let verbForms: SuffixTable<VerbForm> = [
    "iéndo ándo ár ér ír": .accented, "ando iendo ar er ir": .plain, "yendo": .yendo,
  ]

  private func removePronoun(_ word: inout StemmingWord) {
    guard let pronoun = Self.pronouns.longest(in: word),
      let form = Self.verbForms.longest(in: word, fromEnd: pronoun.length),
      word.isLast(form.length + pronoun.length, in: .rv)
    else { return }
    switch form.action {
    case .plain: word.removeLast(pronoun.length)
    case .yendo:
      if word.ends(with: "u", fromEnd: 5 + pronoun.length) { word.removeLast(pronoun.length) }
    case .accented:
      word.removeLast(pronoun.length)
      for index in (word.count - form.length)..<word.count {
        word[index] = Self.withoutAcute(word[index])
      }
    }
  }

  // MARK: - Step 1: standard suffix

  private enum Standard { case simple, ador, logia, ucion, encia, amente, mente, idad, iva }
  private static let standardSuffixes: SuffixTable<Standard> = [
    """
    anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas \
    amiento amientos imiento imientos
    """: .simple,
    "adora ador ación adoras adores aciones ante antes ancia ancias acion": .ador,
    "logía logías": .logia, "ución uciones ucion": .ucion, "encia encias": .encia,
    "amente": .amente,
    "mente": .mente, "idad idades": .idad, "iva ivo ivas ivos": .iva,
  ]

  /// - Returns: True if the word had a standard suffix in the right region.
  private func removeStandardSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.standardSuffixes.longest(in: word) else { return false }
    let region: StemmingRegion = match.action == .amente ? .r1 : .r2
    guard word.removeLast(match.length, in: region) else { return false }
    switch match.action {
    case .simple: break
    case .ador: word.removeSuffix("ic", in: .r2)
    case .logia: word.replaceLast(0, with: "log")
    case .ucion: word.replaceLast(0, with: "u")
    case .encia: word.replaceLast(0, with: "ente")
    case .amente:
      if word.removeSuffix("iv", in: .r2) {
        word.removeSuffix("at", in: .r2)
      } else {
        word.removeLongest(of: Self.beforeAmente, in: .r2)
      }
    case .mente: word.removeLongest(of: Self.beforeMente, in: .r2)
    case .idad: word.removeLongest(of: Self.beforeIdad, in: .r2)
    case .iva: word.removeSuffix("at", in: .r2)
    }
    return true
  }

  private static let beforeAmente: SuffixSet = "os ic ad"
  private static let beforeMente: SuffixSet = "ante able ible"
  private static let beforeIdad: SuffixSet = "abil ic iv"

  // MARK: - Step 2: verb suffixes

  private static let ySuffixes: SuffixSet = "ya ye yan yen yeron yendo yo yó yas yes yais yamos"

  private func removeYSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.ySuffixes.longest(in: word, region: .rv),
      word.ends(with: "u", fromEnd: match.length)
    else { return false }
    word.removeLast(match.length)
    return true
  }

  private enum Verb { case en, other }
  private static let verbSuffixes: SuffixTable<Verb> = [
    "en es éis emos": .en,
    """
    arían arías arán arás aríais aría aréis aríamos aremos ará aré \
    erían erías erán erás eríais ería eréis eríamos eremos erá eré \
    irían irías irán irás iríais iría iréis iríamos iremos irá iré \
    aba ada ida ía ara iera ad ed id ase iese aste iste an aban ían aran ieran asen iesen aron \
    ieron ado ido ando iendo ió ar er ir as abas adas idas ías aras ieras ases ieses ís áis abais \
    íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos íamos imos áramos iéramos \
    iésemos ásemos
    """: .other,
  ]

  private func removeVerbSuffix(_ word: inout StemmingWord) {
    guard let match = Self.verbSuffixes.longest(in: word, region: .rv) else { return }
    word.removeLast(match.length)
    if match.action == .en, word.ends(with: "gu") { word.removeLast(1) }
  }

  // MARK: - Step 3: residual suffix

  private enum Residue { case o, e }
  private static let residues: SuffixTable<Residue> = ["os a o á í ó": .o, "e é": .e]

  private func removeResidue(_ word: inout StemmingWord) {
    guard let match = Self.residues.longest(in: word),
      word.removeLast(match.length, in: .rv), match.action == .e, word.ends(with: "gu")
    else { return }
    word.removeLast(1, in: .rv)
  }
}
