/// A run of letters of scripts without spaces between words: Han, Hiragana, Katakana, Thai, Lao,
/// Khmer, Myanmar and similar scripts.
///
/// Without a dictionary it is not known where their words end, so any run of letters must be found.
/// Each letter takes a position. The index has two words at it: the letter, and the pair that it
/// makes with the next one. A query of one letter asks for the letter. A longer query asks for a
/// phrase of pairs, each overlapping the next, which occurs exactly where the letters do; the lists
/// of single letters, which are long, are not read.
///
///     東京都    indexing   東@0 東京@0 京@1 京都@1 都@2
///               queries    東京@0 京都@1, and the next word is at 3
///
/// Signs and hyphens do not join such letters to other words.
///
/// If the query is unfinished, its last pair is a prefix, so marks may still follow.
struct UnspacedRun {
  private let isIndexing: Bool
  private var lastStart = 0
  private var lastEnd = 0
  private var length = 0

  init(isIndexing: Bool) { self.isIndexing = isIndexing }

  /// Appends the letter at `start..<end`, with its marks, which follows the letter before it.
  mutating func append<Sink: WordSink>(
    _ start: Int, _ end: Int, of text: Span<UInt8>, gap: inout Int,
    into sink: inout Sink
  ) {
    if length > 0 {
      let increment = isIndexing ? 0 : 1 &+ gap
      sink.accept(
        FoundWord(
          lastStart, end, positionIncrement: increment, standsAlone: true, isPair: !isIndexing),
        in: text)
      if !isIndexing { gap = 0 }
    }
    if isIndexing {
      sink.accept(
        FoundWord(start, end, positionIncrement: 1 &+ gap, standsAlone: true), in: text)
      gap = 0
    }
    lastStart = start
    lastEnd = end
    length &+= 1
  }

  /// Ends the run. In a query, the last letter keeps its position although no word begins there.
  mutating func finish<Sink: WordSink>(
    of text: Span<UInt8>, gap: inout Int, into sink: inout Sink
  ) {
    if !isIndexing, length == 1 {
      sink.accept(
        FoundWord(lastStart, lastEnd, positionIncrement: 1 &+ gap, standsAlone: true), in: text)
      gap = 0
    } else if !isIndexing, length > 1 {
      gap &+= 1
    }
    length = 0
  }
}
