/// The stemmer for English (Porter, 2001 and later: "The English (Porter2) stemming algorithm").
///
/// Follows Snowball 3.1: exceptions that kept unrelated words apart (*past* and *paste*,
/// *internal* and *international*) were added over the years.
struct EnglishStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouy"
  private static let vowelsWXY: LetterSet = "aeiouywxY"
  private static let ionEndings: LetterSet = "st"
  private static let liEndings: LetterSet = "cdeghkmnrt"
  /// The vowels that keep a double after them if they start the word: *add*, *egg*, *off*.
  private static let keptDoubleStarts: LetterSet = "aeo"

  func stem(_ word: inout StemmingWord) {
    if let match = Self.exceptions.longest(in: word), match.length == word.count {
      if let stem = match.action { word.replaceLast(match.length, with: stem) }
      return
    }
    guard word.count > 2 else { return }
    if word[0] == "'" { word.remove(0..<1) }
    EnglishConsonantY.mark(in: &word)
    markRegions(&word)
    removePlural(&word)
    removeParticiple(&word)
    replaceY(&word)
    replaceDoubleSuffix(&word)
    replaceSuffix(&word)
    removeSuffix(&word)
    removeFinalLetter(&word)
    EnglishConsonantY.unmark(in: &word)
  }

  /// Whole words with their stems; nil stands for the word itself.
  private static let exceptions: SuffixTable<String?> = [
    "skis": "ski", "skies": "sky",
    "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli",
    "singly": "singl",
    "sky news howe atlas cosmos bias andes": nil,
  ]

  /// Beginnings after which R1 starts, so that unrelated words do not get the same stem.
  private static let stems = [
    "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter",
  ]

  private func markRegions(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    guard let stem = Self.stems.first(where: { word.starts(with: $0) }) else { return }
    word.r1 = stem.unicodeScalars.count
    word.r2 = word.endOfFirstSyllable(vowels: Self.vowels, from: word.r1) ?? word.count
  }

  /// Returns true if the word without its last `distance` letters ends with a short syllable.
  private func endsShort(_ word: StemmingWord, fromEnd distance: Int) -> Bool {
    if word.ends(with: "past", fromEnd: distance) { return true }
    guard word.isLetter(fromEnd: distance + 1, in: Self.vowels) else { return false }
    if word.count == distance + 2 { return word.isLetter(fromEnd: distance, notIn: Self.vowels) }
    return word.isLetter(fromEnd: distance, notIn: Self.vowelsWXY)
      && word.isLetter(fromEnd: distance + 2, notIn: Self.vowels)
  }

  // MARK: - Step 1

  private static let possessives: SuffixSet = "' 's 's'"
  private enum Plural { case double, y, simple, none }
  private static let plurals: SuffixTable<Plural> = [
    "sses": .double, "ied ies": .y, "s": .simple, "us ss": .none,
  ]

  private func removePlural(_ word: inout StemmingWord) {
    if let match = Self.possessives.longest(in: word) { word.removeLast(match.length) }
    switch Self.plurals.longest(in: word)?.action {
    case .double: word.removeLast(2)
    case .y: word.removeLast(word.count > 4 ? 2 : 1)
    case .simple: if word.contains(Self.vowels, fromEnd: 2) { word.removeLast(1) }
    case .some(.none), nil: break
    }
  }

  private enum Participle { case eed, ing, other }
  private static let participles: SuffixTable<Participle> = [
    "eed eedly": .eed, "ing": .ing, "ed edly ingly": .other,
  ]

  private func removeParticiple(_ word: inout StemmingWord) {
    guard let match = Self.participles.longest(in: word) else { return }
    switch match.action {
    case .eed: shortenEed(&word, match.length)
    case .ing where keepsIng(word): break
    case .ing where word.count == 5 && word[1] == "y" && !Self.vowels.contains(word[0]):
      word.replaceLast(4, with: "ie")
    case .ing, .other:
      guard word.contains(Self.vowels, fromEnd: match.length) else { return }
      word.removeLast(match.length)
      restoreVerb(&word)
    }
  }

  private func shortenEed(_ word: inout StemmingWord, _ length: Int) {
    let isVerb = ["proc", "exc", "succ"].contains { prefix in
      word.count == prefix.utf8.count + length && word.starts(with: prefix)
    }
    if !isVerb { word.replaceLast(length, with: "ee", in: .r1) }
  }

  private static let nouns: SuffixSet = "inning outing canning herring earring evening"

  private func keepsIng(_ word: StemmingWord) -> Bool {
    Self.nouns.longest(in: word)?.length == word.count
  }

  private static let lostE: SuffixSet = "at bl iz"
  private static let doubles: SuffixSet = "bb dd ff gg mm nn pp rr tt"

  /// Undoes what *-ed* and *-ing* change before them.
  private func restoreVerb(_ word: inout StemmingWord) {
    if Self.lostE.longest(in: word) != nil {
      word.append("e")
    } else if Self.doubles.longest(in: word) != nil {
      let isWhole = word.count == 3 && word.isLetter(fromEnd: 2, in: Self.keptDoubleStarts)
      if !isWhole { word.removeLast(1) }
    } else if word.count == word.r1, endsShort(word, fromEnd: 0) {
      word.append("e")
    }
  }

  private func replaceY(_ word: inout StemmingWord) {
    guard let last = word.letter(fromEnd: 0), last == "y" || last == "Y" else { return }
    if word.count > 2, word.isLetter(fromEnd: 1, notIn: Self.vowels) {
      word.replaceLast(1, with: "i")
    }
  }

  // MARK: - Steps 2 to 5

  private enum DoubleSuffix { case replace(String), ogi, li }
  private static let doubleSuffixes: SuffixTable<DoubleSuffix> = [
    "tional": .replace("tion"), "enci": .replace("ence"), "anci": .replace("ance"),
    "abli": .replace("able"), "entli": .replace("ent"), "izer ization": .replace("ize"),
    "ational ation ator": .replace("ate"), "alism aliti alli": .replace("al"),
    "fulness fulli": .replace("ful"), "ousli ousness": .replace("ous"),
    "iveness iviti": .replace("ive"), "biliti bli": .replace("ble"), "ogist": .replace("og"),
    "lessli": .replace("less"), "ogi": .ogi, "li": .li,
  ]

  private func replaceDoubleSuffix(_ word: inout StemmingWord) {
    guard let match = Self.doubleSuffixes.longest(in: word) else { return }
    switch match.action {
    case .replace(let replacement):
      word.replaceLast(match.length, with: replacement, in: .r1)
    case .ogi:
      if word.ends(with: "l", fromEnd: 3) { word.replaceLast(3, with: "og", in: .r1) }
    case .li:
      if word.isLetter(fromEnd: 2, in: Self.liEndings) { word.removeLast(2, in: .r1) }
    }
  }

  private static let suffixes: SuffixTable<String> = [
    "tional": "tion", "ational": "ate", "alize": "al", "icate iciti ical": "ic", "ful ness": "",
  ]

  private func replaceSuffix(_ word: inout StemmingWord) {
    if word.ends(with: "ative") {
      word.removeLast(5, in: .r2)
    } else if let match = Self.suffixes.longest(in: word) {
      word.replaceLast(match.length, with: match.action, in: .r1)
    }
  }

  private static let singleSuffixes: SuffixSet = """
    al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion
    """

  private func removeSuffix(_ word: inout StemmingWord) {
    guard let match = Self.singleSuffixes.longest(in: word) else { return }
    if word.ends(with: "ion"), !word.isLetter(fromEnd: 3, in: Self.ionEndings) { return }
    word.removeLast(match.length, in: .r2)
  }

  private func removeFinalLetter(_ word: inout StemmingWord) {
    if word.ends(with: "e") {
      if word.isLast(1, in: .r2) || word.isLast(1, in: .r1) && !endsShort(word, fromEnd: 1) {
        word.removeLast(1)
      }
    } else if word.ends(with: "ll") {
      word.removeLast(1, in: .r2)
    }
  }
}
