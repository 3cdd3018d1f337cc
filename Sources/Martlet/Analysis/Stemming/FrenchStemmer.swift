/// The stemmer for French (Porter, 2001; elisions and *-aise* since Snowball 3.0).
///
/// The marks I, U and Y stand for letters that the rules treat as consonants, and H before e or i
/// for a diaeresis, so that endings are found without it.
struct FrenchStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouyâàëéêèïîôûù"

  func stem(_ word: inout StemmingWord) {
    removeElision(&word)
    markConsonants(&word)
    markRegions(&word)
    if removeStandardSuffix(&word) || removeIVerbSuffix(&word) || removeVerbSuffix(&word) {
      if word.ends(with: "Y") { word.replaceLast(1, with: "i") }
      if word.ends(with: "ç") { word.replaceLast(1, with: "c") }
    } else {
      removeResidue(&word)
    }
    if Self.doubled.longest(in: word) != nil { word.removeLast(1) }
    removeAccent(&word)
    unmark(&word)
  }

  // MARK: - Marks and regions

  private static let elidedLetters: LetterSet = "cdjlmnst"

  private func removeElision(_ word: inout StemmingWord) {
    guard word.count > 2 else { return }
    if word[1] == "'", Self.elidedLetters.contains(word[0]) {
      word.remove(0..<2)
    } else if word.count > 3, word.starts(with: "qu'") {
      word.remove(0..<3)
    }
  }

  private func markConsonants(_ word: inout StemmingWord) {
    var index = 0
    while index < word.count {
      if Self.vowels.contains(word[index]), markLetter(after: index, in: &word) { continue }
      let isBeforeVowel = index + 1 < word.count && Self.vowels.contains(word[index + 1])
      switch word[index] {
      case "ë", "ï":
        word[index] = word[index] == "ë" ? "e" : "i"
        word.insert("H", at: index)
      case "y" where isBeforeVowel: word[index] = "Y"
      case "q" where word.starts(with: "u", at: index + 1): word[index + 1] = "U"
      default: break
      }
      index += 1
    }
  }

  /// Marks the letter after the vowel at `index` if it is y, or u or i before another vowel.
  private func markLetter(after index: Int, in word: inout StemmingWord) -> Bool {
    guard index + 1 < word.count else { return false }
    let isBeforeVowel = index + 2 < word.count && Self.vowels.contains(word[index + 2])
    switch word[index + 1] {
    case "u" where isBeforeVowel: word[index + 1] = "U"
    case "i" where isBeforeVowel: word[index + 1] = "I"
    case "y": word[index + 1] = "Y"
    default: return false
    }
    return true
  }

  private func markRegions(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    word.rv = word.count
    guard word.count >= 2 else { return }
    let hasThreeLetters = word.count >= 3
    if hasThreeLetters, Self.vowels.contains(word[0]), Self.vowels.contains(word[1]) {
      word.rv = 3
    } else if ["par", "col", "tap"].contains(where: { word.starts(with: $0) })
      || hasThreeLetters && word.starts(with: "ni") && Self.vowels.contains(word[2])
    {
      word.rv = 3
    } else {
      word.rv = word.endOfFirst(Self.vowels, from: 1) ?? word.count
    }
  }

  private func unmark(_ word: inout StemmingWord) {
    var index = 0
    while index < word.count {
      switch word[index] {
      case "I": word[index] = "i"
      case "U": word[index] = "u"
      case "Y": word[index] = "y"
      case "H":
        word.remove(index..<(index + 1))
        guard index < word.count else { return }
        if word[index] == "e" { word[index] = "ë" } else if word[index] == "i" { word[index] = "ï" }
        // The letter after a mark can be another mark.
        if word[index] != "ë", word[index] != "ï" { continue }
      default: break
      }
      index += 1
    }
  }

  // MARK: - Step 1: standard suffixes

  private enum Standard {
    case simple, ateur, logie, ution, ence, ement, ite, ive, eaux, aux, oux, euse, issement
    case amment, emment, ment
  }
  private static let standardSuffixes: SuffixTable<Standard> = [
    "ance iqUe isme able iste eux ances iqUes ismes ables istes": .simple,
    "atrice ateur ation atrices ateurs ations": .ateur, "logie logies": .logie,
    "usion ution usions utions": .ution, "ence ences": .ence, "ement ements": .ement,
    "ité ités": .ite, "if ive ifs ives": .ive, "eaux": .eaux, "aux": .aux, "oux": .oux,
    "euse euses": .euse, "issement issements": .issement, "amment": .amment, "emment": .emment,
    "ment ments": .ment,
  ]
  private static let ouxEndings: LetterSet = "bhjlnp"

  /// - Returns: True if a suffix was removed after which no verb suffix needs to be removed. After
  ///   *-ment* there can be the ending of a participle.
  private func removeStandardSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.standardSuffixes.longest(in: word) else { return false }
    let length = match.length
    switch match.action {
    case .simple, .ateur, .ive, .ite, .ement:
      let region: StemmingRegion = match.action == .ement ? .rv : .r2
      guard word.removeLast(length, in: region) else { return false }
      removeInnerSuffix(before: match.action, in: &word)
      return true
    case .logie: return word.replaceLast(length, with: "log", in: .r2)
    case .ution: return word.replaceLast(length, with: "u", in: .r2)
    case .ence: return word.replaceLast(length, with: "ent", in: .r2)
    case .eaux: return word.replaceLast(length, with: "eau", in: .word)
    case .aux: return word.replaceLast(length, with: "al", in: .r1)
    case .oux:
      guard word.isLetter(fromEnd: 3, in: Self.ouxEndings) else { return false }
      return word.replaceLast(length, with: "ou", in: .word)
    case .euse:
      return word.removeLast(length, in: .r2) || word.replaceLast(length, with: "eux", in: .r1)
    case .issement:
      guard word.isLetter(fromEnd: length, notIn: Self.vowels) else { return false }
      return word.removeLast(length, in: .r1)
    case .amment, .emment:
      word.replaceLast(length, with: match.action == .amment ? "ant" : "ent", in: .rv)
      return false
    case .ment:
      if word.isLetter(fromEnd: length, in: Self.vowels), word.isLast(length + 1, in: .rv) {
        word.removeLast(length)
      }
      return false
    }
  }

  private enum Inner { case iv, eus, abl, ier, abil, ic }
  private static let beforeEment: SuffixTable<Inner> = [
    "iv": .iv, "eus": .eus, "abl iqU": .abl, "ièr Ièr": .ier,
  ]
  private static let beforeIte: SuffixTable<Inner> = ["abil": .abil, "ic": .ic, "iv": .abl]

  /// Removes a second suffix that the removal of the first has exposed.
  private func removeInnerSuffix(before outer: Standard, in word: inout StemmingWord) {
    switch outer {
    case .ateur: removeIc(&word)
    case .ive: if word.removeSuffix("at", in: .r2) { removeIc(&word) }
    case .ement:
      if let match = Self.beforeEment.longest(in: word) { removeInner(match, in: &word) }
    case .ite:
      if let match = Self.beforeIte.longest(in: word) { removeInner(match, in: &word) }
    default: break
    }
  }

  private func removeInner(_ match: SuffixTable<Inner>.Match, in word: inout StemmingWord) {
    switch match.action {
    case .iv: if word.removeLast(2, in: .r2) { word.removeSuffix("at", in: .r2) }
    case .abl: word.removeLast(match.length, in: .r2)
    case .ier: word.replaceLast(3, with: "i", in: .rv)
    case .ic: removeIc(&word)
    case .eus:
      if !word.removeLast(3, in: .r2) { word.replaceLast(3, with: "eux", in: .r1) }
    case .abil:
      if !word.removeLast(4, in: .r2) { word.replaceLast(4, with: "abl") }
    }
  }

  private func removeIc(_ word: inout StemmingWord) {
    guard word.ends(with: "ic") else { return }
    if !word.removeLast(2, in: .r2) { word.replaceLast(2, with: "iqU") }
  }

  // MARK: - Step 2: verb suffixes

  private static let iVerbSuffixes: SuffixSet = """
    îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront \
    is issaIent issais issait issant issante issantes issants isse issent isses issez issiez \
    issions issons it
    """

  private func removeIVerbSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.iVerbSuffixes.longest(in: word, region: .rv),
      word.isLast(match.length + 1, in: .rv),
      word.isLetter(fromEnd: match.length, notIn: Self.vowels),
      !word.ends(with: "H", fromEnd: match.length)
    else { return false }
    word.removeLast(match.length)
    return true
  }

  private enum Verb { case ions, simple, afterE, ais }
  private static let verbSuffixes: SuffixTable<Verb> = [
    "ions": .ions,
    """
    é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez \
    eais
    """: .simple,
    """
    âmes ât âtes a ai aIent ait ant ante antes ants as asse assent asses assiez assions
    """: .afterE,
    "ais aise aises": .ais,
  ]

  private func removeVerbSuffix(_ word: inout StemmingWord) -> Bool {
    guard let match = Self.verbSuffixes.longest(in: word, region: .rv) else { return false }
    let length = match.length
    switch match.action {
    case .ions: return word.removeLast(length, in: .r2)
    case .simple: break
    case .afterE:
      if word.ends(with: "e", fromEnd: length), word.isLast(length + 1, in: .rv) {
        word.removeLast(1)
      }
    case .ais:
      // palais, malais; mauvais; déplais
      let isShortNoun = word.ends(with: "al", fromEnd: length) && word.count == length + 3
      if isShortNoun || word.ends(with: "auv", fromEnd: length)
        || word.ends(with: "épl", fromEnd: length)
      {
        return false
      }
    }
    word.removeLast(length)
    return true
  }

  // MARK: - Steps 4 to 6

  private static let keptBeforeS: LetterSet = "aiouès"
  private enum Residue { case ion, ier, e }
  private static let residues: SuffixTable<Residue> = [
    "ion": .ion, "ier ière Ier Ière": .ier, "e": .e,
  ]
  private static let ionEndings: LetterSet = "st"

  private func removeResidue(_ word: inout StemmingWord) {
    if word.ends(with: "s"),
      word.ends(with: "Hi", fromEnd: 1) || word.isLetter(fromEnd: 1, notIn: Self.keptBeforeS)
    {
      word.removeLast(1)
    }
    guard let match = Self.residues.longest(in: word, region: .rv) else { return }
    switch match.action {
    case .e: word.removeLast(1)
    case .ier: word.replaceLast(match.length, with: "i")
    case .ion:
      if word.isLetter(fromEnd: 3, in: Self.ionEndings), word.isLast(4, in: .rv) {
        word.removeLast(3, in: .r2)
      }
    }
  }

  private static let doubled: SuffixSet = "enn onn ett ell eill"

  private func removeAccent(_ word: inout StemmingWord) {
    var index = word.count - 1
    while index >= 0, !Self.vowels.contains(word[index]) { index -= 1 }
    guard index >= 0, index < word.count - 1 else { return }
    if word[index] == "é" || word[index] == "è" { word[index] = "e" }
  }
}
