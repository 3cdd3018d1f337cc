/// The words of a phrase in a text, from which its occurrences are found.
struct PhraseSearch {
  /// A word of the text that is one of the phrase's words.
  struct Event {
    var position: Int
    var range: Range<Int>
    var rarity: Float
  }

  /// The most steps in one text: some milliseconds, and more than 1,000 places of 1,000 words.
  private static let stepLimit = 1 << 22

  private let clause: MarkedClauses.Clause
  /// For each word of the phrase, the first one of the same form.
  private let firsts: [Int]
  /// The events of the first word of each form of the phrase; of the others none.
  private var events: [[Event]]

  init(_ clause: MarkedClauses.Clause, of clauses: MarkedClauses) {
    self.clause = clause
    firsts = clauses.words[clause.words].map { $0.first - clause.words.lowerBound }
    events = Array(repeating: [], count: clause.words.count)
  }

  /// Adds a word of the text.
  ///
  /// - Parameter word: The index of the query's word in ``MarkedClauses/words``.
  mutating func append(_ event: Event, word: Int) {
    events[word - clause.words.lowerBound].append(event)
  }

  /// A place where the whole phrase is.
  struct Occurrence {
    var range: Range<Int>
    var rarity: Float
  }

  /// Returns the occurrences of the whole phrase, and the ranges of its words. Of the matches of a
  /// tree that begin at one word, the shortest is an occurrence, and the words of all have ranges.
  ///
  /// A text that repeats the words of a long phrase has it nearly everywhere, and each place takes
  /// as many steps as the phrase has words. After four million steps the rest of the text has no
  /// occurrences: there is more than anyone looks at, and a snippet must not take seconds.
  ///
  /// - Complexity: O(*n* log *n*) for *n* words of a phrase in the text, and one step for each word
  ///   of the phrase and each time that the text has it, four million at most; memory for *n*
  ///   words. See ``SpanEvaluator`` for a tree.
  func find() -> (occurrences: [Occurrence], ranges: [Range<Int>]) {
    guard clause.tree.isEmpty else { return findSpans() }
    guard firsts.allSatisfy({ !events[$0].isEmpty }) else { return ([], []) }
    var occurrences: [Occurrence] = []
    // The terms of one word may be out of order.
    let sorted = events.map { $0.ordered { $0.position < $1.position } }
    var isUsed = sorted.map { [Bool](repeating: false, count: $0.count) }
    var found = Array(repeating: 0, count: firsts.count)
    var steps = 0
    for (start, first) in sorted[0].enumerated() {
      guard steps < Self.stepLimit else { break }
      found[0] = start
      let isWhole = firsts.indices.dropFirst().allSatisfy { index in
        steps += 1
        let position = first.position + clause.offsets[index] - clause.offsets[0]
        // The starts rise, and with them each word's positions.
        let word = firsts[index]
        while found[index] < sorted[word].count, sorted[word][found[index]].position < position {
          found[index] += 1
        }
        return found[index] < sorted[word].count && sorted[word][found[index]].position == position
      }
      guard isWhole else { continue }
      var occurrence = Occurrence(range: first.range, rarity: 0)
      for (index, word) in zip(firsts, found) {
        let event = sorted[index][word]
        isUsed[index][word] = true
        occurrence.rarity += event.rarity
        occurrence.range =
          min(
            occurrence.range.lowerBound, event.range.lowerBound)..<max(
            occurrence.range.upperBound, event.range.upperBound)
      }
      occurrences.append(occurrence)
    }
    return (
      occurrences,
      zip(sorted, isUsed).flatMap { events, isUsed in
        zip(events, isUsed).filter(\.1).map(\.0.range)
      }
    )
  }

  private func findSpans() -> (occurrences: [Occurrence], ranges: [Range<Int>]) {
    var evaluator = SpanEvaluator(clause.tree, countsAll: true)
    var own: [Int: [Event]] = [:]
    for (leaf, first) in zip(clause.leaves, firsts) { own[leaf, default: []] += events[first] }
    for leaf in evaluator.leaves {
      let positions = own[leaf, default: []].map { UInt32(clamping: $0.position) }
      evaluator.setPositions(positions, ofLeaf: leaf, spend: { _ in })
    }
    let spans = evaluator.evaluate(spend: { _ in })
    guard !spans.isEmpty else { return ([], []) }
    let used = evaluator.positionsOfMatches()
    let words = Self.words(
      evaluator.leaves.flatMap { leaf in
        own[leaf, default: []].filter { event in
          let position = UInt32(clamping: event.position)
          return used[leaf].index(of: TextSpan(first: position, last: position)) != nil
        }
      })
    // The sums of the rarities before each word, so that no stretch is added up by itself.
    var sums = [0.0]
    for word in words { sums.append(sums[sums.count - 1] + Double(word.rarity)) }
    var occurrences: [Occurrence] = []
    var last: UInt32?
    for span in spans where span.first != last {
      last = span.first
      let start = Self.lowerBound(of: Int(span.first), in: words)
      let end = Self.lowerBound(of: Int(span.last) + 1, in: words)
      guard start < end else { continue }
      let range = words[start].range
      occurrences.append(
        Occurrence(
          range: range.lowerBound..<max(range.upperBound, words[end - 1].range.upperBound),
          rarity: Float(sums[end] - sums[start])))
    }
    return (occurrences, words.map(\.range))
  }

  /// Returns the words in the order of the text, each once, whichever parts of a tree it is in.
  private static func words(_ events: [Event]) -> [Event] {
    let sorted = events.ordered { left, right in
      left.position == right.position
        ? left.range.precedes(right.range) : left.position < right.position
    }
    var words: [Event] = []
    for event in sorted {
      if let last = words.last, last.position == event.position, last.range == event.range {
        words[words.count - 1].rarity = max(last.rarity, event.rarity)
      } else {
        words.append(event)
      }
    }
    return words
  }

  /// Returns the index of the first event at `position` or later.
  private static func lowerBound(of position: Int, in events: [Event]) -> Int {
    var low = 0
    var high = events.count
    while low < high {
      let middle = low + (high - low) / 2
      if events[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
