/// The stemmer for Hungarian nouns (Tordai and De Rijke, 2006, "Four stemmers and a funeral").
///
/// Nine steps remove the endings of case, owner and plural in turn. If an ending has lengthened the
/// vowel before it, the short vowel is restored.
struct HungarianStemmer: Stemmer {
  private static let vowels: LetterSet = "aeiouáéíóöőúüű"

  func stem(_ word: inout StemmingWord) {
    markRegion(&word)
    removeAfterDouble(Self.instrumentals, from: &word)
    removeCase(&word)
    for step in Self.middleSteps { replace(step, in: &word) }
    removeAfterDouble(Self.factives, from: &word)
    for step in Self.lateSteps { replace(step, in: &word) }
  }

  /// R1 starts after the first consonant if the word begins with a vowel, else after the first
  /// vowel.
  private func markRegion(_ word: inout StemmingWord) {
    guard let first = word.letters.first else { return }
    word.r1 =
      (Self.vowels.contains(first)
        ? word.endOfFirst(notIn: Self.vowels, from: 1)
        : word.endOfFirst(Self.vowels, from: 1)) ?? word.count
  }

  /// The replacements of the endings of one step.
  private typealias Endings = SuffixTable<String>

  private func replace(_ step: Endings, in word: inout StemmingWord) {
    guard let match = step.longest(in: word) else { return }
    word.replaceLast(match.length, with: match.action, in: .r1)
  }

  // MARK: - Steps 1 and 5

  private static let doubles: SuffixSet = """
    bb cc ccs dd ff gg ggy jj kk ll lly mm nn nny pp rr ss ssz tt tty vv zz zzs
    """
  private static let instrumentals: SuffixSet = "al el"
  private static let factives: SuffixSet = "á é"

  /// Removes an ending that doubles the consonant before it, and makes the consonant single.
  private func removeAfterDouble(_ endings: SuffixSet, from word: inout StemmingWord) {
    guard let match = endings.longest(in: word),
      Self.doubles.longest(in: word, fromEnd: match.length) != nil,
      word.removeLast(match.length, in: .r1)
    else { return }
    word.remove((word.count - 2)..<(word.count - 1))
  }

  // MARK: - Step 2

  private static let cases: SuffixSet = """
    ban ben ba be ra re nak nek val vel tól től ról ről ból ből hoz hez höz nál nél ig at et ot öt \
    ért képp képpen kor ul ül vá vé onként enként anként ként en on an ön n t
    """
  private static let longVowels: Endings = ["á": "a", "é": "e"]

  private func removeCase(_ word: inout StemmingWord) {
    if word.removeLongest(of: Self.cases, in: .r1) { replace(Self.longVowels, in: &word) }
  }

  // MARK: - Steps 3, 4 and 6 to 9

  private static let middleSteps: [Endings] = [
    ["én": "e", "án ánként": "a"],
    ["astul estül stul stül": "", "ástul": "a", "éstül": "e"],
  ]

  private static let lateSteps: [Endings] = [
    ["oké öké aké eké ké éi é": "", "éké ééi éé": "e", "áké áéi": "a"],
    [
      "ünk unk nk juk jük uk ük em om am m od ed ad öd d ja je a e o": "",
      "ánk ájuk ám ád á": "a", "énk éjük ém éd é": "e",
    ],
    [
      """
      jaim jeim aim eim im jaid jeid aid eid id jai jei ai ei i jaink jeink eink aink ink jaitok \
      jeitek aitok eitek itek jeik jaik aik eik ik
      """: "",
      "áim áid ái áink áitok áik": "a", "éim éid éi éink éitek éik": "e",
    ],
    ["ák": "a", "ék": "e", "ök ok ek ak k": ""],
  ]
}
