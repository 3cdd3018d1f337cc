/// The part of an unfinished word that goes on.
///
/// Most words are one term. Of others, such as `state-of-th` where no term joins the parts, the last
/// part goes on; of letters of scripts without spaces, the last letter.
struct UnfinishedPart {
  /// The beginning of a term.
  let prefix: [UInt8]
  /// The word before the part.
  let beginning: String

  /// Finds the part; nil if the analyzer finds no word.
  init?(of word: String, _ analyzer: Analyzer) {
    let text = AnalyzedText(word, analyzer, for: .prefix)
    let slots = text.slots
    guard let first = slots.first, let end = slots.map(\.end).max() else { return nil }
    let whole = slots.last { $0.position == first.position && $0.end == end }
    if let whole, !whole.word.isPair {
      (prefix, beginning) = (whole.word.bytes, "")
      return
    }
    var last: (range: Range<Int>, isPair: Bool)?
    word.withBytes { bytes in
      analyzer.forEachWord(in: bytes, for: .prefix) { found, _ in last = (found.range, found.isPair)
      }
    }
    guard let last else { return nil }
    let read = String(decoding: word.utf8.prefix(last.range.upperBound), as: UTF8.self)
    let start = last.isPair ? Self.startOfLastLetter(in: read) : last.range.lowerBound
    let part = String(decoding: read.utf8.dropFirst(start), as: UTF8.self)
    guard let term = AnalyzedText(part, analyzer, for: .prefix).slots.last?.word else { return nil }
    (prefix, beginning) = (term.bytes, String(decoding: read.utf8.prefix(start), as: UTF8.self))
  }

  /// Returns the offset of the last letter of a script without spaces; marks may follow it.
  private static func startOfLastLetter(in text: String) -> Int {
    let scalars = text.unicodeScalars
    let letter = scalars.lastIndex { [.unit, .katakana].contains(WordClass.of($0.value)) }
    return letter.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
  }
}
