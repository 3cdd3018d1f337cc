/// Finds the stretches of one text that a phrase matches whose words may be moved.
///
/// Every word has a position of its own, and its position minus its offset in the phrase lies in a
/// window of `slop + 1` numbers that is the same for all words; this is the measure of Lucene's
/// `PhraseQuery`. In each window, the words take the earliest positions that are left for them, in
/// the order of their offsets. Both ends of the range in which a word may stand rise with its
/// offset, so that this finds a match if the window has one. Of the matches that begin at a
/// position, the shortest one counts.
///
/// As a part of something nearer or farther, a longer match may end where it is needed: there, all
/// matches of a window are found.
///
/// - Complexity: O(*k*) for each window, of which there are at most as many as positions. A text in
///   which some word is not often enough within the length of the phrase takes O(*n*) for *n*
///   positions. All matches take up to the square of the slop for each window and word, without
///   words that are the same.
struct SloppyPhrase {
  private struct Word {
    /// The slot of its positions.
    let slot: Int
    let offset: Int
    /// The index of the equal word before it, with which it shares the positions, but none at once.
    let previous: Int?
    /// True if an equal word follows.
    var hasMore = false
    /// The words before it that are different, but may stand at the same positions.
    var rivals: [Int] = []
    /// True if it is a rival of a word that follows.
    var isRival = false
  }

  /// Words that are equal.
  private struct Group {
    let slot: Int
    var count: Int
    let firstOffset: Int
    var lastOffset: Int
  }

  private let words: [Word]
  /// The words that occur more than once.
  private let repeated: [Group]
  private let slop: Int
  /// True if some words have rivals.
  private let hasRivals: Bool
  /// True if each word stands for all words that its rivals stand for. Then it can take their
  /// place, and the earliest positions that are left are a match if there is one.
  private let isNested: Bool

  /// - Parameters:
  ///   - leaves: The words, in the order of their offsets.
  ///   - slots: The slot of each word's positions, which is the same for equal words.
  ///   - offsets: The offsets of the words, in rising order.
  init(leaves: [PositionalClause.Node], slots: [Int], offsets: [UInt32], slop: Int) {
    self.slop = slop
    var words: [Word] = []
    var groups: [Int: Group] = [:]
    var last: [Int: Int] = [:]
    for (index, (slot, offset)) in zip(slots, offsets.lazy.map(Int.init)).enumerated() {
      let earlier = last.updateValue(index, forKey: slot)
      words.append(
        Word(slot: slot, offset: offset, previous: earlier))
      if let earlier { words[earlier].hasMore = true }
      var group =
        groups[slot] ?? Group(slot: slot, count: 0, firstOffset: offset, lastOffset: offset)
      group.count += 1
      group.lastOffset = offset
      groups[slot] = group
    }
    repeated = groups.values.filter { $0.count > 1 }
    let broad = words.indices.filter { !leaves[$0].isOneTerm }
    var isNested = true
    for index in words.indices {
      let earlier = leaves[index].isOneTerm ? broad.prefix { $0 < index } : Array(0..<index)[...]
      words[index].rivals = earlier.filter {
        slots[$0] != slots[index] && leaves[$0].mayShareWords(with: leaves[index])
      }
      for rival in words[index].rivals {
        words[rival].isRival = true
        isNested = isNested && leaves[index].covers(leaves[rival])
      }
    }
    self.words = words
    self.isNested = isNested
    hasRivals = words.contains { !$0.rivals.isEmpty }
  }

  /// Adds the stretches to `found`: the shortest one from each position, or all of them.
  ///
  /// - Parameter positions: The positions at each slot, in rising order, none twice.
  func find<Failure: Error>(
    in positions: [[TextSpan]], _ found: inout [TextSpan], all: Bool,
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard words.allSatisfy({ !positions[$0.slot].isEmpty }),
      try haveEnough(positions, spend)
    else { return }
    if all { return try findAll(in: positions, &found, spend) }
    try forEachMatch(in: positions, spend) { (_, match) throws(Failure) in
      found.append(match.span)
      return match.lowestStart + 1
    }
    try Self.keepShortest(&found, spend)
  }

  /// Returns false if some word is nowhere as often as the phrase has it, within the length that
  /// the phrase may have.
  private func haveEnough<Failure: Error>(
    _ positions: [[TextSpan]], _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    for group in repeated {
      let own = positions[group.slot]
      guard own.count >= group.count else { return false }
      try spend(own.count)
      let length = group.lastOffset - group.firstOffset + slop
      let isFound = zip(own, own[(group.count - 1)...]).contains { first, last in
        Int(last.first) - Int(first.first) <= length
      }
      guard isFound else { return false }
    }
    return true
  }

  /// The match of the earliest positions in a window.
  private struct Match {
    var span = TextSpan(first: .max, last: 0)
    /// The least of the positions minus their offsets. Windows up to it have the same match.
    var lowestStart = Int.max

    mutating func take(_ position: UInt32, _ start: Int) {
      (span.first, span.last) = (min(span.first, position), max(span.last, position))
      lowestStart = min(lowestStart, start)
    }
  }

  /// Calls `body` with the beginning of each window in which there is a match, in rising order, and
  /// the match. Windows that begin before the number that `body` returns are passed over.
  ///
  /// - Complexity: O(*k*) for each window, and *k* numbers of memory.
  private func forEachMatch<Failure: Error>(
    in positions: [[TextSpan]], _ spend: (Int) throws(Failure) -> Void,
    _ body: (Int, Match) throws(Failure) -> Int
  ) throws(Failure) {
    // The index of each word's first position in the window or after it.
    var indices = Array(repeating: 0, count: words.count)
    // The indices of the positions that are taken.
    var taken: [Int] = []
    while true {
      try spend(words.count)
      var (window, last) = (Int.max, Int.min)
      for (word, index) in zip(words, indices) {
        guard index < positions[word.slot].count else { return }
        let start = Int(positions[word.slot][index].first) - word.offset
        (window, last) = (min(window, start), max(last, start))
      }
      // Windows that end before a word are passed over.
      var next = max(window + 1, last - slop)
      if last - window <= slop {
        var outcome = match(in: window, positions, from: indices, &taken)
        if case .found = outcome, hasConflict(taken, positions) {
          outcome = try parted(in: window, positions, from: indices, spend)
        }
        switch outcome {
        case .found(let match): next = max(next, try body(window, match))
        case .missing(let least): next = least
        case .exhausted: return
        }
      }
      for (number, word) in words.enumerated() {
        let own = positions[word.slot]
        while indices[number] < own.count, Int(own[indices[number]].first) - word.offset < next {
          try spend(1)
          indices[number] += 1
        }
      }
    }
  }

  private enum Outcome {
    case found(Match)
    /// There is no match in windows that begin before this number.
    case missing(Int)
    /// There is no match in this window or a later one.
    case exhausted
  }

  /// Looks for a match in the window that begins at `window`, as if there were no rivals.
  ///
  /// The positions that words take never become smaller from one window to the next. So a window is
  /// in vain as long as it ends before the position of a word for which this one is too short.
  ///
  /// - Parameters:
  ///   - indices: The index of each word's first position in the window or after it.
  ///   - taken: Set to the index of the position that each word takes.
  private func match(
    in window: Int, _ positions: [[TextSpan]], from indices: [Int], _ taken: inout [Int]
  ) -> Outcome {
    taken.removeAll(keepingCapacity: true)
    var match = Match()
    for (word, index) in zip(words, indices) {
      let index = max(index, word.previous.map { taken[$0] + 1 } ?? 0)
      guard index < positions[word.slot].count else { return .exhausted }
      let position = positions[word.slot][index].first
      let start = Int(position) - word.offset
      guard start <= window + slop else { return .missing(start - slop) }
      taken.append(index)
      match.take(position, start)
    }
    return .found(match)
  }

  /// Returns true if a word has taken the position of a rival.
  private func hasConflict(_ taken: [Int], _ positions: [[TextSpan]]) -> Bool {
    guard hasRivals else { return false }
    return words.indices.contains { word in
      let position = positions[words[word].slot][taken[word]]
      return words[word].rivals.contains { positions[words[$0].slot][taken[$0]] == position }
    }
  }

  /// Looks for a match in the window that begins at `window`, in which rivals are kept apart.
  private func parted<Failure: Error>(
    in window: Int, _ positions: [[TextSpan]], from indices: [Int],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Outcome {
    var taken: [UInt32] = []
    var match = Match()
    for (word, index) in zip(words, indices) {
      let own = positions[word.slot]
      var index = max(index, word.previous.map { own.lowerBound(of: taken[$0] + 1) } ?? 0)
      while index < own.count, word.rivals.contains(where: { taken[$0] == own[index].first }) {
        try spend(word.rivals.count)
        index += 1
      }
      guard index < own.count, Int(own[index].first) - word.offset <= window + slop else {
        if isNested { return .missing(window + 1) }
        let least = try choices(in: window, positions, spend)?.min()
        return least.map { .found(Match(span: $0, lowestStart: window)) } ?? .missing(window + 1)
      }
      taken.append(own[index].first)
      match.take(own[index].first, Int(own[index].first) - word.offset)
    }
    return .found(match)
  }

  /// The first words of the phrase at some positions.
  private struct Beginning: Hashable {
    var span: TextSpan
    /// The last position at each slot of which more words follow.
    var used: [Int: UInt32] = [:]
    /// The positions that a rival may want.
    var taken: Set<UInt32> = []
  }

  /// The number of choices in one window beyond which only the earliest positions are tried, so
  /// that no text takes more memory than it deserves.
  private static let mostChoices = 1 << 12

  /// Adds the stretches of all choices of positions.
  private func findAll<Failure: Error>(
    in positions: [[TextSpan]], _ found: inout [TextSpan],
    _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var most = TextSpan.most
    try forEachMatch(in: positions, spend) { (window, match) throws(Failure) in
      if let choices = try choices(in: window, positions, spend) {
        found += choices
      } else {
        found.append(match.span)
      }
      if found.count > most {
        try Self.keepShortest(&found, spend)
        most = max(most, 2 * found.count)
      }
      return window + 1
    }
  }

  /// Returns the stretches of all choices in the window that begins at `window`; nil if there are
  /// too many.
  private func choices<Failure: Error>(
    in window: Int, _ positions: [[TextSpan]], _ spend: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [TextSpan]? {
    var beginnings: Set<Beginning> = [Beginning(span: TextSpan(first: .max, last: 0))]
    for word in words {
      var longer: Set<Beginning> = []
      for beginning in beginnings {
        try spend(slop)
        let used = beginning.used[word.slot]
        for position in Self.positions(positions[word.slot], of: word, window, slop, after: used) {
          if !word.rivals.isEmpty, beginning.taken.contains(position) { continue }
          var next = beginning
          next.span.first = min(next.span.first, position)
          next.span.last = max(next.span.last, position)
          next.used[word.slot] = word.hasMore ? position : nil
          if word.isRival { next.taken.insert(position) }
          longer.insert(next)
        }
        if longer.count > Self.mostChoices { return nil }
      }
      beginnings = longer
    }
    return beginnings.map(\.span)
  }

  /// Returns those of its positions that a word may take in the window that begins at `window`.
  private static func positions(
    _ own: [TextSpan], of word: Word, _ window: Int, _ slop: Int, after used: UInt32?
  ) -> [UInt32] {
    let least = max(0, window + word.offset, used.map { Int($0) + 1 } ?? 0)
    return own[own.lowerBound(of: UInt32(least))...].lazy.map(\.first)
      .prefix { Int($0) <= window + word.offset + slop }
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
