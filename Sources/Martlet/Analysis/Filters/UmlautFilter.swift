/// Reads `ae`, `oe` and `ue` as umlauts, for which they stand if a keyboard has none.
///
/// They are not read as umlauts if the `e` belongs to something else: after another vowel (*neue*,
/// *Feuer*, *Gemäuer*) or after *q* (*Quelle*). The remaining errors (*aktuell*, *Goethe*) are the
/// same in documents and queries, so these words are still found.
struct UmlautFilter: FoldingStep {
  var signature: String { "umlauts 2" }
  var summary: String { "umlauts in two letters" }
  var rewrittenEnd: RewrittenEnd? { RewrittenEnd() }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term.form == .word ? term.with(fold(term.bytes)) : term)
  }

  func fold(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let letter = bytes[index] | 0x20
      let isFollowed = index + 1 < bytes.count && bytes[index + 1] | 0x20 == UInt8(ascii: "e")
      if isFollowed, let umlaut = Self.umlaut(letter), !Self.keepsE(bytes[..<index]) {
        folded += umlaut.utf8
        index += 2
      } else {
        folded.append(bytes[index])
        index += 1
      }
    }
    return folded
  }

  private static func umlaut(_ letter: UInt8) -> String? {
    switch letter {
    case UInt8(ascii: "a"): "ä"
    case UInt8(ascii: "o"): "ö"
    case UInt8(ascii: "u"): "ü"
    default: nil
    }
  }

  /// Returns true if two letters after these bytes are not an umlaut.
  private static func keepsE(_ before: ArraySlice<UInt8>) -> Bool {
    guard let last = before.last else { return false }
    if "aeiouq".utf8.contains(last | 0x20) { return true }
    // An umlaut as one character, or with its two points as one of their own.
    switch before.dropLast().last {
    case 0xC3: return [0x84, 0x96, 0x9C].contains(last & ~0x20)
    case 0xCC: return last == 0x88
    default: return false
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
