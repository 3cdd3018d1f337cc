/// Finds the stretches of one text that a phrase matches whose words may be moved.
///
/// Every word has a position of its own, and its position minus its offset in the phrase lies in a
/// window of `slop + 1` numbers that is the same for all words; this is the measure of Lucene's
/// `PhraseQuery`. In each window, the words take the earliest positions that are left for them, in
/// the order of their offsets. Both ends of the range in which a word may stand rise with its offset,
/// so that this finds a match if the window has one. Of the matches that begin at a position, the
/// shortest one counts.
///
/// As a part of something nearer or farther, a longer match may end where it is needed: there, all
/// matches of a window are found.
///
/// - Complexity: O(*n k* log *n*) for *k* words with *n* positions in all: a window begins where a word
///   does, moved by its offset. All matches take up to the square of the slop for each window and
///   word, without words that are the same.
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

  /// Adds the stretches to `found`: the shortest one from each position, or all of them.
  func find<Failure: Error>(
    _ found: inout [TextSpan], all: Bool, _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard words.allSatisfy({ !$0.positions.isEmpty }) else { return }
    if all { return try findAll(&found, spend) }
    var used: [Int] = []
    try forEachWindow(spend) { (window) throws(Failure) in
      if let match = match(in: window, &used) { found.append(match) }
    }
    try Self.keepShortest(&found, spend)
  }

  /// Calls `body` with the beginning of each window in which all words may be, in rising order.
  ///
  /// - Complexity: O(*k*) for each window, and *k* numbers of memory.
  private func forEachWindow<Failure: Error>(
    _ spend: (Int) throws(Failure) -> Void, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    // The index of each word's first position in the window or after it.
    var places = Array(repeating: 0, count: words.count)
    while true {
      try spend(words.count)
      var (window, last) = (Int.max, Int.min)
      for (word, place) in zip(words, places) {
        guard place < word.positions.count else { return }
        let start = Int(word.positions[place].first) - word.offset
        (window, last) = (min(window, start), max(last, start))
      }
      if last - window <= slop { try body(window) }
      // Windows that end before a word are passed over.
      let next = max(window + 1, last - slop)
      for index in words.indices {
        let word = words[index]
        while places[index] < word.positions.count,
          Int(word.positions[places[index]].first) - word.offset < next
        {
          try spend(1)
          places[index] += 1
        }
      }
    }
  }

  /// The first words of the phrase at some positions.
  private struct Beginning: Hashable {
    var span: TextSpan
    /// The last position of each group of equal words that has more of them.
    var used: [Int: UInt32] = [:]
  }

  /// The number of choices in one window beyond which only the earliest positions are tried, so that
  /// no text takes more memory than it deserves.
  private static let mostChoices = 1 << 12

  /// Adds the stretches of all choices of positions.
  private func findAll<Failure: Error>(
    _ found: inout [TextSpan], _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var used: [Int] = []
    var most = TextSpan.most
    try forEachWindow(spend) { (window) throws(Failure) in
      if let choices = try choices(in: window, spend) {
        found += choices
      } else if let match = match(in: window, &used) {
        found.append(match)
      }
      guard found.count > most else { return }
      try Self.keepShortest(&found, spend)
      most = max(most, 2 * found.count)
    }
  }

  /// Returns the stretches of all choices in the window that begins at `window`; nil if there are
  /// too many.
  private func choices<Failure: Error>(
    in window: Int, _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [TextSpan]? {
    var beginnings: Set<Beginning> = [Beginning(span: TextSpan(first: .max, last: 0))]
    for (index, word) in words.enumerated() {
      let hasMore = words[(index + 1)...].contains { $0.group == word.group }
      var longer: Set<Beginning> = []
      for beginning in beginnings {
        try spend(slop)
        for position in positions(of: word, in: window, after: beginning.used[word.group]) {
          var next = beginning
          next.span.first = min(next.span.first, position)
          next.span.last = max(next.span.last, position)
          next.used[word.group] = hasMore ? position : nil
          longer.insert(next)
        }
        if longer.count > Self.mostChoices { return nil }
      }
      beginnings = longer
    }
    return beginnings.map(\.span)
  }

  /// Returns the positions that a word may take in the window that begins at `window`.
  private func positions(of word: Word, in window: Int, after used: UInt32?) -> [UInt32] {
    let least = max(0, window + word.offset, used.map { Int($0) + 1 } ?? 0)
    return word.positions[word.positions.lowerBound(of: UInt32(least))...].lazy.map(\.first)
      .prefix { Int($0) <= window + word.offset + slop }
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
  private static func keepShortest<Failure: Error>(
    _ spans: inout [TextSpan], _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    try spans.normalize(spend)
    var count = 0
    for span in spans where count == 0 || spans[count - 1].first != span.first {
      spans[count] = span
      count += 1
    }
    spans.removeLast(spans.count - count)
  }
}
