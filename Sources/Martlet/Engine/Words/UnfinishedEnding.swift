/// The part of an unfinished word that goes on.
///
/// Most words are one term. Of others, such as `state-of-th` where no term joins the parts, the
/// last part goes on; of letters of scripts without spaces, the last letter; of Korean syllables,
/// which are searched for as pairs, the whole word, which the index has too.
struct UnfinishedEnding {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The word before the part.
  let beginning: String

  private typealias Found = (range: Range<Int>, isPair: Bool)

  /// Finds the part; nil if the analyzer finds no word.
  init?(of word: String, _ analyzer: Analyzer) {
    let slots = AnalyzedText(word, analyzer, for: .prefix).slots
    guard let end = slots.map(\.end).max() else { return nil }
    // Parts that the index leaves out have positions too, from 0 on.
    if let whole = slots.last(where: { $0.position == 0 && $0.end == end }), !whole.word.isPair {
      (prefix, beginning) = (whole.word.bytes, "")
      return
    }
    var found: [Found] = []
    word.withBytes { bytes in
      analyzer.forEachWord(in: bytes, for: .prefix) { word, _ in
        found.append((word.range, word.isPair))
      }
    }
    guard let last = found.last else { return nil }
    let read = Array(word.utf8.prefix(last.range.upperBound))
    let start = last.isPair ? Self.startOfLetters(in: read, found) : last.range.lowerBound
    let terms = Array(read[start...]).withBytes { analyzer.terms(of: $0, for: .prefix) }
    guard let term = terms.last(where: { $0.form == .word }) else { return nil }
    (prefix, beginning) = (term.bytes, String(decoding: read[..<start], as: UTF8.self))
  }

  /// Returns the offset of the last letter of a script without spaces, or of the Korean word at the
  /// end; marks may follow a letter.
  private static func startOfLetters(in text: [UInt8], _ found: [Found]) -> Int {
    let string = String(decoding: text, as: UTF8.self)
    let scalars = string.unicodeScalars
    let letter = scalars.lastIndex {
      [.unit, .katakana, .hangul].contains(WordClass.of($0.value))
    }
    guard let letter else { return 0 }
    guard WordClass.of(scalars[letter].value) == .hangul else {
      return string.utf8.distance(from: string.startIndex, to: letter)
    }
    var start = text.count
    for (range, isPair) in found.reversed() {
      guard isPair, start == text.count || range.upperBound > start else { break }
      start = range.lowerBound
    }
    return start
  }
}
