/// The positions of the words of a text: in the index, in queries, and where words are marked.
///
/// A word stands a number of positions after the last one that the words before it cover: an
/// analyzer may make a word cover several. With the number 0, a word is another reading of the word
/// before it, and begins where that one begins.
struct PositionCounter {
  /// The last position that a word covers; -1 before the first word.
  private(set) var last: Int
  /// The position of the last word that is no other reading.
  private var start: Int

  /// - Parameter last: The last position that is taken.
  init(after last: Int = -1) {
    self.last = last
    start = last
  }

  /// Moves on to a word, and returns its position.
  ///
  /// - Parameter increment: The distance from the last position before; normally 1.
  @inline(__always)
  mutating func advance(by increment: Int) -> Int {
    if increment > 0 {
      start = Self.position(last, plus: increment)
      last = start
    }
    return start
  }

  /// Makes the last word cover `extent` positions after its own.
  @inline(__always)
  mutating func cover(_ extent: Int) {
    last = max(last, Self.position(start, plus: extent))
  }

  /// Moves on to a word that gives `terms`, and returns its position.
  mutating func advance(by increment: Int, over terms: [AnalyzedTerm]) -> Int {
    let start = advance(by: increment)
    cover(terms.reduce(0) { max($0, $1.positionOffset + $1.positionCount - 1) })
    return start
  }

  /// Returns the position `distance` further on, at most the limit. The plain sum might not fit
  /// into 32 bits.
  @inline(__always)
  static func position(_ position: Int, plus distance: Int) -> Int {
    position &+ min(distance, Limits.tokensPerField &- position)
  }
}
