/// A Korean word, to which particles and other nouns are joined without a space.
///
/// Each syllable takes a position. The index has the whole word at the first position, and each
/// syllable and each pair of syllables at the position of the first one. A query of one syllable
/// finds it anywhere within words; a longer query is a phrase of pairs, which is also found
/// anywhere within words.
///
///     대학교    indexing   대학교@0 대@0 대학@0 학@1 학교@1 교@2
///               queries    대학@0 학교@1, and the next word is at 3
///
/// Terms are decomposed into letters, so an unfinished syllable is a prefix: 대하 finds 대학.
struct HangulRun {
  private let start: Int
  private let end: Int

  /// Creates the word at `start..<end` of a text.
  init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// Passes the words of `text` to `sink`.
  func emit<Sink: WordSink>(
    from text: Span<UInt8>, isIndexing: Bool, gap: inout Int, into sink: inout Sink
  ) {
    func accept(_ start: Int, _ end: Int, _ increment: Int, isPair: Bool = false) {
      sink.accept(
        FoundWord(
          start, end, positionIncrement: increment, standsAlone: true, isPair: isPair), in: text)
    }
    var increment = 1 &+ gap
    var left = start
    var middle = syllableEnd(from: start, in: text)
    gap = 0
    if isIndexing || middle == end {
      accept(start, end, increment)
      increment = 0
    }
    guard middle < end else { return }
    while middle < end {
      let right = syllableEnd(from: middle, in: text)
      if isIndexing { accept(left, middle, increment) }
      let isWholeWord = left == start && right == end
      if !isIndexing || !isWholeWord {
        accept(left, right, isIndexing ? 0 : increment, isPair: !isIndexing)
      }
      increment = 1
      left = middle
      middle = right
    }
    if isIndexing {
      accept(left, end, 1)
    } else {
      // The last syllable keeps its position although no word begins there.
      gap = 1
    }
  }

  private enum Jamo { case leading, vowel, trailing, syllable, openSyllable, single, mark }

  /// Returns the end of the syllable that begins at `index`: rules GB6 to GB9 of Unicode Standard
  /// Annex 29.
  private func syllableEnd(from index: Int, in text: Span<UInt8>) -> Int {
    var (last, next) = jamo(at: index, in: text)
    while next < end {
      let (kind, after) = jamo(at: next, in: text)
      switch (last, kind) {
      case (_, .mark): break
      case (.leading, .leading), (.leading, .vowel), (.leading, .syllable),
        (.leading, .openSyllable), (.openSyllable, .vowel), (.openSyllable, .trailing),
        (.vowel, .vowel), (.vowel, .trailing), (.syllable, .trailing), (.trailing, .trailing):
        last = kind
      default: return next
      }
      next = after
    }
    return next
  }

  private func jamo(at index: Int, in text: Span<UInt8>) -> (kind: Jamo, end: Int) {
    let scalar = DecodedScalar(text, at: index)
    let kind: Jamo =
      switch scalar.value {
      case 0x1100...0x115F, 0xA960...0xA97C: .leading
      case 0x1160...0x11A7, 0xD7B0...0xD7C6: .vowel
      case 0x11A8...0x11FF, 0xD7CB...0xD7FB: .trailing
      case 0xAC00...0xD7A3: (scalar.value &- 0xAC00) % 28 == 0 ? .openSyllable : .syllable
      case 0x3131...0x318E, 0xFFA0...0xFFDC: .single
      default: .mark
      }
    return (kind, index &+ scalar.byteCount)
  }
}
