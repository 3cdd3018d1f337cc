/// Finds the stretches of one text that a phrase matches whose words may be moved.
///
/// Every word has a position of its own, and its position minus its offset in the phrase lies in a
/// window of `slop + 1` numbers that is the same for all words; this is the measure of Lucene's
/// `PhraseQuery`. Of the matches that begin at a position, the shortest one counts.
///
/// For a beginning and a window, the words take the earliest positions that are left, in the order
/// of their offsets. Both ends of their intervals rise with the offset, so that this finds a match
/// if there is one, and ends it as early as possible.
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
    for index in words.indices {
      for start in words[index].positions {
        try spend((slop + 1) * words.count)
        guard let last = shortestMatch(from: Int(start.first), beginningWith: index) else {
          continue
        }
        found.append(TextSpan(first: start.first, last: UInt32(last)))
      }
    }
    found.sort()
    var count = 0
    for span in found where count == 0 || found[count - 1].first != span.first {
      found[count] = span
      count += 1
    }
    found.removeLast(found.count - count)
  }

  /// Returns the last position of the shortest match whose first position is `start`, and that of
  /// word `first`; nil if there is none.
  private func shortestMatch(from start: Int, beginningWith first: Int) -> Int? {
    let latest = start - words[first].offset
    var shortest: Int?
    for window in (latest - slop)...latest {
      guard let last = match(from: start, beginningWith: first, window: window) else { continue }
      shortest = min(shortest ?? last, last)
    }
    return shortest
  }

  private func match(from start: Int, beginningWith first: Int, window: Int) -> Int? {
    var end = start
    // The last position that each group of equal words has used.
    var used = [Int](repeating: -1, count: words.count)
    used[words[first].group] = start
    for (index, word) in words.enumerated() where index != first {
      let least = max(start, window + word.offset, used[word.group] + 1)
      let place = word.positions.lowerBound(of: UInt32(least))
      guard place < word.positions.count else { return nil }
      let position = Int(word.positions[place].first)
      guard position <= window + word.offset + slop else { return nil }
      used[word.group] = position
      end = max(end, position)
    }
    return end
  }
}
