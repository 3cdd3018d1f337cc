/// Finds the stretches of one text that a phrase matches whose words may be moved.
///
/// Every word has a position of its own, and its position minus its offset in the phrase lies in a
/// window of `slop + 1` numbers that is the same for all words; this is the measure of Lucene's
/// `PhraseQuery`. In each window, the words take the earliest positions that are left for them, in
/// the order of their offsets. Both ends of the range in which a word may stand rise with its offset,
/// so that this finds a match if the window has one. Of the matches that begin at a position, the
/// shortest one counts.
///
/// - Complexity: O(*n k* log *n*) for *k* words with *n* positions in all: a window begins where a word
///   does, moved by its offset.
struct SloppyPhrase {
  private struct Word {
    let positions: [TextSpan]
    let offset: Int
    /// The index of the first word with the same positions, with which it shares none of them.
    let group: Int
  }

  private let words: [Word]
  private let slop: Int

  /// - Parameters:
  ///   - words: The positions of each word, in rising order, and what it searches for.
  ///   - offsets: The offsets of the words, in rising order.
  init(
    _ words: [(positions: [TextSpan], node: PositionalClause.Node)], _ offsets: [UInt32], slop: Int
  ) {
    self.slop = slop
    self.words = words.indices.map { index in
      let group = words.firstIndex { $0.node == words[index].node } ?? index
      return Word(positions: words[index].positions, offset: Int(offsets[index]), group: group)
    }
  }

  /// Adds the stretches to `found`.
  func find<Failure: Error>(
    _ found: inout [TextSpan], _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard words.allSatisfy({ !$0.positions.isEmpty }) else { return }
    var windows: [Int] = []
    for word in words {
      for position in word.positions { windows.append(Int(position.first) - word.offset) }
    }
    windows.sort()
    var used: [Int] = []
    var last: Int?
    for window in windows where window != last {
      last = window
      try spend(words.count)
      if let match = match(in: window, &used) { found.append(match) }
    }
    Self.keepShortest(&found)
  }

  /// Returns the match of the earliest positions in the window that begins at `window`; nil if there
  /// is none.
  ///
  /// - Parameter used: Memory for the last position that each group of equal words has taken.
  private func match(in window: Int, _ used: inout [Int]) -> TextSpan? {
    used.removeAll(keepingCapacity: true)
    used.append(contentsOf: repeatElement(-1, count: words.count))
    var (first, last) = (UInt32.max, UInt32(0))
    for word in words {
      let least = max(0, window + word.offset, used[word.group] + 1)
      let place = word.positions.lowerBound(of: UInt32(least))
      guard place < word.positions.count else { return nil }
      let position = word.positions[place].first
      guard Int(position) <= window + word.offset + slop else { return nil }
      used[word.group] = Int(position)
      (first, last) = (min(first, position), max(last, position))
    }
    return TextSpan(first: first, last: last)
  }

  /// Keeps the shortest of the stretches that begin together.
  private static func keepShortest(_ spans: inout [TextSpan]) {
    spans.sort()
    var count = 0
    for span in spans where count == 0 || spans[count - 1].first != span.first {
      spans[count] = span
      count += 1
    }
    spans.removeLast(spans.count - count)
  }
}
