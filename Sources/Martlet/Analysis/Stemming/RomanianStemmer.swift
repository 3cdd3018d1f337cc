/// The stemmer for Romanian (Porter, 2007; letters with a comma below since Snowball 3.0).
///
/// The old spellings ş and ţ, with a cedilla, become ș and ț. The marks I and U stand for i and u
/// between vowels, which the rules treat as consonants.
struct RomanianStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouâîă"

  func stem(_ word: inout StemmingWord) {
    word.replaceLetters { $0 == "ş" ? "ș" : $0 == "ţ" ? "ț" : $0 }
    markConsonants(&word)
    word.markR1AndR2(vowels: Self.vowels)
    word.markRomanceRV(vowels: Self.vowels)
    simplifyPlural(&word)
    var wasRemoved = false
    while reduceCombination(&word) { wasRemoved = true }
    if removeStandardSuffix(&word) { wasRemoved = true }
    if !wasRemoved { removeVerbSuffix(&word) }
    word.removeLongest(of: Self.finalVowels, in: .rv)
    word.replaceLetters { $0 == "I" ? "i" : $0 == "U" ? "u" : $0 }
  }

  private func markConsonants(_ word: inout StemmingWord) {
    guard word.count > 2 else { return }
    for index in 1..<(word.count - 1)
    where Self.vowels.contains(word[index - 1]) && Self.vowels.contains(word[index + 1]) {
      if word[index] == "u" { word[index] = "U" }
      if word[index] == "i" { word[index] = "I" }
    }
  }

  // MARK: - Step 0: plurals

  private static let plurals: SuffixTable<String> = [
    "ul ului": "", "aua": "a", "ea ele elor": "e", "ii iua iei iile iilor ilor ile": "i",
    "atei": "at", "ație ația": "ați",
  ]

  private func simplifyPlural(_ word: inout StemmingWord) {
    guard let match = Self.plurals.longest(in: word) else { return }
    if word.ends(with: "abile"), match.length == 3 { return }
    word.replaceLast(match.length, with: match.action, in: .r1)
  }

  // MARK: - Step 1: combinations of suffixes

  private static let combinations: SuffixTable<String> = [
    "abilitate abilitati abilităi abilități": "abil", "ibilitate": "ibil",
    "ivitate ivitati ivităi ivități": "iv",
    """
    icitate icitati icităi icități icator icatori iciv iciva icive icivi icivă ical icala icale \
    icali icală
    """: "ic",
    "ativ ativa ative ativi ativă ațiune atoare ator atori ătoare ător ători": "at",
    "itiv itiva itive itivi itivă ițiune itoare itor itori": "it",
  ]

  /// - Returns: True if there was one. The word is shorter then, so this can be repeated.
  private func reduceCombination(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.combinations.longest(in: word) else { return false }
    return word.replaceLast(match.length, with: match.action, in: .r1)
  }

  // MARK: - Step 2: standard suffixes

  private enum Standard { case simple, iune, ist }
  private static let standardSuffixes: SuffixTable<Standard> = [
    """
    at ata ată ati ate ut uta ută uti ute it ita ită iti ite ic ica ice ici ică abil abila abile \
    abili abilă ibil ibila ibile ibili ibilă oasa oasă oase os osi oși ant anta ante anti antă \
    ator atori itate itati ităi ități iv iva ive ivi ivă
    """: .simple,
    "iune iuni": .iune, "ism isme ist ista iste isti istă iști": .ist,
  ]

  private func removeStandardSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.standardSuffixes.longest(in: word), word.isLast(match.length, in: .r2)
    else { return false }
    switch match.action {
    case .simple: word.removeLast(match.length)
    case .ist: word.replaceLast(match.length, with: "ist")
    case .iune:
      guard word.ends(with: "ț", fromEnd: match.length) else { return false }
      word.replaceLast(match.length + 1, with: "t")
    }
    return true
  }

  // MARK: - Steps 3 and 4: verb suffixes, final vowel

  private enum Verb { case afterConsonant, simple }
  private static let verbSuffixes: SuffixTable<Verb> = [
    """
    are ere ire âre ind ând indu ându eze ească ez ezi ează esc ești ește ăsc ăști ăște am ai au \
    eam eai ea eați eau iam iai ia iați iau ui ași arăm arăți ară uși urăm urăți ură iși irăm \
    irăți iră âi âși ârăm ârăți âră asem aseși ase aserăm aserăți aseră isem iseși ise iserăm \
    iserăți iseră âsem âseși âse âserăm âserăți âseră usem useși use userăm userăți useră
    """: .afterConsonant,
    """
    ăm ați em eți im iți âm âți seși serăm serăți seră sei se sesem seseși sese seserăm seserăți \
    seseră
    """: .simple,
  ]

  private func removeVerbSuffix(_ word: inout StemmingWord) {
    guard let match = Self.verbSuffixes.longest(in: word, region: .rv) else { return }
    if match.action == .afterConsonant {
      guard word.isLast(match.length + 1, in: .rv),
        word.ends(with: "u", fromEnd: match.length)
          || word.isLetter(fromEnd: match.length, notIn: Self.vowels)
      else { return }
    }
    word.removeLast(match.length)
  }

  private static let finalVowels: SuffixSet = "a e i ie ă"
}
