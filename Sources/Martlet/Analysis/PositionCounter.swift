/// The positions of the words of a text, counted as the index counts them.
///
/// A word stands a number of positions after the last one that the word before covers: an analyzer
/// may make a word cover several.
struct PositionCounter {
  private var last = -1

  /// Moves on to a word, and returns its position.
  ///
  /// - Parameters:
  ///   - increment: The distance from the last position before; normally 1.
  ///   - terms: The terms that the word gives.
  mutating func advance(by increment: Int, over terms: [AnalyzedTerm]) -> Int {
    let start = last + increment
    last = terms.reduce(start) { max($0, start + $1.positionOffset + $1.positionCount - 1) }
    return start
  }
}
