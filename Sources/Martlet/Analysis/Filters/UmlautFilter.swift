/// Reads `ae`, `oe` and `ue` as umlauts, for which they stand if a keyboard has none.
///
/// They are not read as umlauts if the `e` belongs to something else: after another vowel (*neue*,
/// *Feuer*, *Gemäuer*) or after *q* (*Quelle*). The remaining errors (*aktuell*, *Goethe*) are the
/// same in documents and queries, so these words are still found. An `e` with marks is read like
/// one without them, so that *Citroën* and *Citroen* are the same word.
struct UmlautFilter: FoldingStep {
  var signature: String { "umlauts 3" }
  var summary: String { "umlauts in two letters" }
  var rewrittenEnd: RewrittenEnd? { RewrittenEnd() }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term.form == .word ? term.with(fold(term.bytes)) : term)
  }

  func fold(_ bytes: [UInt8]) -> [UInt8] { bytes.withBytes(Self.fold) }

  private static func fold(_ word: Span<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(word.count)
    var (index, last) = (0, UInt32(0))
    while index < word.count {
      let (letter, end) = letter(at: index, word)
      // Only a vowel without marks is the first half of an umlaut.
      if end == index + 1, end < word.count, let umlaut = umlaut(letter), !keepsE(behind: last) {
        let second = Self.letter(at: end, word)
        if second.letter == UInt32(UInt8(ascii: "e")) {
          folded += umlaut.utf8
          (last, index) = (second.letter, second.end)
          continue
        }
      }
      for offset in index..<end { folded.append(word[offset]) }
      (last, index) = (letter, end)
    }
    return folded
  }

  /// Returns the letter at `index` without marks, small if it is ASCII, and the offset after it and
  /// its marks, whether it has them in itself or they follow.
  private static func letter(at index: Int, _ word: Span<UInt8>) -> (letter: UInt32, end: Int) {
    let scalar = DecodedScalar(word, at: index)
    var end = index + scalar.byteCount
    while end < word.count, word[end] >= 0x80 {
      let mark = DecodedScalar(word, at: end)
      guard WordClass.of(mark.value) == .extend else { break }
      end += mark.byteCount
    }
    return (ScalarFolding.baseLetter(of: scalar.value), end)
  }

  private static func umlaut(_ letter: UInt32) -> String? {
    switch letter {
    case 0x61: "ä"
    case 0x6F: "ö"
    case 0x75: "ü"
    default: nil
    }
  }

  /// Returns true if two letters behind `letter` are not an umlaut: *a*, *e*, *i*, *o*, *u*, *q*.
  private static func keepsE(behind letter: UInt32) -> Bool {
    switch letter {
    case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x71: true
    default: false
    }
  }
}

extension Analyzer {
  /// Returns this analyzer with `ae`, `oe` and `ue` read as umlauts, for German.
  ///
  /// With `Analyzer.language("de").umlautDigraphs()`, `Müller`, `Mueller` and `Muller` are the same
  /// word, also in quotes and unfinished. Without it `Müller` and `Muller` are the same word, and
  /// `Mueller` has the same stem, so that only plain words find it.
  public func umlautDigraphs() -> Analyzer {
    guard !filters.contains(where: { $0 is UmlautFilter }) else { return self }
    var copy = self
    let start = filters.first is WordPartFilter ? 1 : 0
    copy.filters.insert(UmlautFilter(), at: start)
    return copy
  }
}
