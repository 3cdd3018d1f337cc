/// The stemmer for Russian (Porter, 2001; the letter ё as е since 2018).
///
/// Every ending, and the letter that it must follow, lies in RV, the region after the first vowel.
struct RussianStemmer: Stemmer {
  private static let vowels: LetterSet = "аеиоуыэюя"
  private static let aLetters: LetterSet = "ая"

  func stem(_ word: inout StemmingWord) {
    word.replaceLetters { $0 == "ё" ? "е" : $0 }
    markRegions(&word)
    if !removeGerund(&word) { removeInflection(&word) }
    word.removeSuffix("и", in: .rv)
    removeDerivation(&word)
    tidy(&word)
  }

  private func markRegions(_ word: inout StemmingWord) {
    word.markR1AndR2(vowels: Self.vowels)
    word.rv = word.endOfFirst(Self.vowels, from: 0) ?? word.count
  }

  /// The letters that an ending must follow.
  private enum Condition { case afterA, none }

  /// Removes the longest ending of `table` if it follows the required letter.
  private func remove(_ table: SuffixTable<Condition>, from word: inout StemmingWord) -> Bool {
    guard let match = table.longest(in: word, region: .rv) else { return false }
    if match.action == .afterA {
      guard word.isLetter(fromEnd: match.length, in: Self.aLetters),
        word.isLast(match.length + 1, in: .rv)
      else { return false }
    }
    word.removeLast(match.length)
    return true
  }

  // MARK: - Step 1

  private static let gerunds: SuffixTable<Condition> = [
    "в вши вшись": .afterA, "ив ивши ившись ыв ывши ывшись": .none,
  ]
  private static let adjectives: SuffixTable<Condition> = [
    """
    ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею
    """: .none
  ]
  private static let participles: SuffixTable<Condition> = [
    "ем нн вш ющ щ": .afterA, "ивш ывш ующ": .none,
  ]
  private static let reflexives: SuffixTable<Condition> = ["ся сь": .none]
  private static let verbs: SuffixTable<Condition> = [
    "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно": .afterA,
    """
    ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить \
    ыть ишь ую ю
    """: .none,
  ]
  private static let nouns: SuffixTable<Condition> = [
    """
    а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию \
    ью ю ия ья я
    """: .none
  ]

  private func removeGerund(_ word: inout StemmingWord) -> Bool {
    remove(Self.gerunds, from: &word)
  }

  private func removeInflection(_ word: inout StemmingWord) {
    _ = remove(Self.reflexives, from: &word)
    if remove(Self.adjectives, from: &word) {
      _ = remove(Self.participles, from: &word)
    } else if !remove(Self.verbs, from: &word) {
      _ = remove(Self.nouns, from: &word)
    }
  }

  // MARK: - Steps 3 and 4

  private static let derivations: SuffixSet = "ост ость"

  private func removeDerivation(_ word: inout StemmingWord) {
    guard let match = Self.derivations.longest(in: word, region: .rv) else { return }
    word.removeLast(match.length, in: .r2)
  }

  private enum Tidying { case superlative, n, softSign }
  private static let tidyings: SuffixTable<Tidying> = [
    "ейш ейше": .superlative, "н": .n, "ь": .softSign,
  ]

  private func tidy(_ word: inout StemmingWord) {
    guard let match = Self.tidyings.longest(in: word, region: .rv) else { return }
    if match.action != .n { word.removeLast(match.length) }
    if match.action != .softSign, word.ends(with: "нн") { word.removeLast(1, in: .rv) }
  }
}
