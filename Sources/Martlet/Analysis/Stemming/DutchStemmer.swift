/// The stemmer for Dutch (Kraaij and Pohlmann, 1994, "Porter's stemming algorithm for Dutch"),
/// with the corrections and exceptions of Snowball 3, whose Dutch stemmer it is.
///
/// It removes suffixes in four steps, then the *ge* of participles, and keeps the spelling of the
/// stem correct: *lopen* gives *loop*. The suffixes are here, the sounds in ``DutchSpelling``.
struct DutchStemmer: Stemmer {
  private typealias Spelling = DutchSpelling

  func stem(_ word: inout StemmingWord) {
    Spelling.markRegions(&word)
    var isShorter = false
    for step in Self.steps where apply(step, to: &word) { isShorter = true }
    if removeGe(at: 0, of: &word) { isShorter = true }
    if let infix = Self.indexOfInfix(in: word), removeGe(at: infix, of: &word) { isShorter = true }
    if Self.finalT.longest(in: word) != nil {
      word.removeLast(1)
      isShorter = true
    }
    if isShorter { Spelling.simplifyFinalConsonant(&word) }
  }

  // MARK: - Rules for suffixes

  /// The replacement of a suffix, and its conditions.
  private struct Rule: Sendable {
    var replacement = ""
    var region = StemmingRegion.r1
    var preceding = Preceding.anything
    /// True if the vowel of the stem is then written as in a closed syllable.
    var lengthens = false

    func allows(_ word: StemmingWord, length: Int) -> Bool {
      guard word.isLast(length, in: region) else { return false }
      switch preceding {
      case .anything: return true
      case .consonant: return Spelling.isConsonant(word, fromEnd: length)
      case .consonantButT:
        return Spelling.isConsonant(word, fromEnd: length)
          && !(word.ends(with: "t", fromEnd: length) && word.isLast(length + 1, in: .r1))
      case .vowel: return Spelling.isVowel(word, fromEnd: length)
      case .vowelAndLetter: return Spelling.isVowel(word, fromEnd: length + 1)
      }
    }
  }

  private enum Preceding { case anything, consonant, consonantButT, vowel, vowelAndLetter }

  /// Applies the rule of the longest suffix whose rule allows it.
  ///
  /// - Returns: True if there was one.
  private func apply(_ rules: SuffixTable<Rule>, to word: inout StemmingWord) -> Bool {
    let match = rules.longest(in: word) { $0.action.allows(word, length: $0.length) }
    guard let match, Self.kept.longest(in: word)?.length != word.count else { return false }
    word.replaceLast(match.length, with: match.action.replacement)
    if match.action.lengthens { Spelling.lengthenVowel(&word) }
    return true
  }

  private static func always(_ replacement: String) -> Rule {
    Rule(replacement: replacement, region: .word)
  }

  private static func inR1(
    _ replacement: String, after preceding: Preceding = .anything, lengthens: Bool = false
  ) -> Rule {
    Rule(replacement: replacement, preceding: preceding, lengthens: lengthens)
  }

  // MARK: - Steps 1 to 4

  private static let steps = [inflections, diminutives, nounSuffixes, adjectiveSuffixes]

  private static let inflections: SuffixTable<Rule> = [
    "'s": always(""), "s": inR1("", after: .consonantButT), "ies": inR1("ie"), "és": inR1("é"),
    "aus": inR1("au", after: .vowel), "nde nden": always("nd"),
    "ares": inR1("ar", after: .consonant, lengthens: true), "eres": inR1("er", after: .consonant),
    "es": inR1("e", after: .consonant), "heden": inR1("heid"), "den": inR1("", after: .consonant),
    "ien": Rule(replacement: "i", region: .word, preceding: .vowel),
    "jen": Rule(replacement: "j", region: .word, preceding: .vowel),
    "en": inR1("", after: .consonant, lengthens: true),
  ]

  private static let diminutives: SuffixTable<Rule> = [
    "'tje": always(""), "rntje": always("rn"), "inkje": always("ing"), "mpje": always("m"),
    "tje": inR1("", after: .vowelAndLetter), "'je": inR1(""),
    "etje je de": inR1("", after: .consonant), "ge": inR1("g"), "lijke": inR1("lijk"),
    "ische": inR1("isch"), "te": inR1("t"), "se": inR1("s"), "re": inR1("r"),
    "le": inR1("l", lengthens: true), "ene": inR1("en", after: .consonant, lengthens: true),
    "ieve": inR1("ief", after: .consonant),
  ]

  private static let nounSuffixes: SuffixTable<Rule> = [
    "atie": inR1("eer"), "heid sel ster": inR1(""), "rder": always("r"),
    // Keeps a schilderij, a painting, apart from a schild.
    "ilding ildisme ilderij": always("ilder"),
    "iteit ing isme erij": inR1("", lengthens: true), "arij": inR1("aar", after: .consonant),
    "fie": Rule(replacement: "f", region: .r2, lengthens: true),
    "gie": Rule(replacement: "g", region: .r2, lengthens: true),
    "tst": inR1("t", after: .consonant), "dst": inR1("d", after: .consonant),
  ]

  private static let adjectiveSuffixes: SuffixTable<Rule> = [
    "ioneel": inR1("ie"), "atief": inR1("eer"), "baar achtig achtiger achtigst": inR1(""),
    "naar": inR1("n", after: .vowel), "laar": inR1("l", after: .vowel),
    "raar": inR1("r", after: .vowel), "tant": inR1("teer"), "lijker lijkst": inR1("lijk"),
    "eriger erigst erig end iger igst ig": inR1("", after: .consonant, lengthens: true),
  ]

  /// Words that keep their suffix, so that *innig*, intimate, does not become *in*.
  private static let kept: SuffixSet = "innig inniger innigst"

  private static let finalT: SuffixSet = "kt ft pt"

  // MARK: - Participles

  /// Beginnings, after *ge*, of words in which *ge* is not a prefix: *geval*, *gevaar*.
  private static let otherGe = ["geeft", "gevaa", "gevare"]

  private static func indexOfInfix(in word: StemmingWord) -> Int? {
    var index = 1
    while index + 1 < word.count, !word.starts(with: "ge", at: index) { index += 1 }
    return index + 1 < word.count ? index : nil
  }

  /// Removes *ge* at `index` if a syllable follows, and then the ending of the participle.
  private func removeGe(at index: Int, of word: inout StemmingWord) -> Bool {
    guard word.starts(with: "ge", at: index), word.count >= index + 5,
      Spelling.endOfSyllable(in: word, from: index + 2) != nil
    else { return false }
    if index == 0 {
      if Self.otherGe.contains(where: { word.starts(with: $0) }) { return false }
      if word.starts(with: "geval"), !word.starts(with: "gevali") { return false }
    }
    word.remove(index..<(index + 2))
    if word[index] == "ë" { word[index] = "e" }
    if word[index] == "ï" { word[index] = "i" }
    Spelling.markRegions(&word)
    removeParticipleEnding(&word)
    return true
  }

  private func removeParticipleEnding(_ word: inout StemmingWord) {
    guard word.isLast(1, in: .r1), Spelling.isConsonant(word, fromEnd: 1) else { return }
    if word.ends(with: "d") {
      if word.ends(with: "nd"), word.isLast(2, in: .r1) { return }
      // geïnd, collected, belongs to innen, not to in.
      word.replaceLast(1, with: word.count == 3 && word.ends(with: "ind") ? "n" : "")
    } else if word.ends(with: "t") {
      if word.ends(with: "ht"), word.isLast(2, in: .r1) { return }
      // geënt, grafted, is not en.
      if word.count == 3, word.ends(with: "ent") { return }
      word.removeLast(1)
    }
  }
}
