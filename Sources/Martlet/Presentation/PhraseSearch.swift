/// The words of a phrase in a text, from which its occurrences are found.
struct PhraseSearch {
  /// A word of the text that is one of the phrase's words.
  struct Event {
    var position: Int
    var range: Range<Int>
    var rarity: Float
  }

  private let clause: MarkedClauses.Clause
  /// The events of each word of the phrase.
  private var events: [[Event]]

  init(_ clause: MarkedClauses.Clause) {
    self.clause = clause
    events = Array(repeating: [], count: clause.words.count)
  }

  /// Adds a word of the text.
  ///
  /// - Parameter word: The index of the query's word in ``MarkedClauses/words``.
  mutating func append(_ event: Event, word: Int) {
    events[word - clause.words.lowerBound].append(event)
  }

  /// Calls `body` with the words of each occurrence of the whole phrase. Of the matches of a tree
  /// that begin at one word, the shortest counts.
  ///
  /// - Complexity: O(*n* log *n*) for *n* words of a phrase in the text; see ``SpanEvaluator`` for a
  ///   tree.
  func forEachOccurrence(_ body: ([Event]) -> Void) {
    guard clause.tree.isEmpty else { return forEachSpan(body) }
    guard events.allSatisfy({ !$0.isEmpty }) else { return }
    // The terms of one word may be out of order.
    let sorted = events.map { $0.ordered { $0.position < $1.position } }
    for first in sorted[0] {
      var words = [first]
      for index in sorted.indices.dropFirst() {
        let position = first.position + clause.offsets[index] - clause.offsets[0]
        guard let event = Self.event(at: position, in: sorted[index]) else { break }
        words.append(event)
      }
      if words.count == sorted.count { body(words) }
    }
  }

  private func forEachSpan(_ body: ([Event]) -> Void) {
    var evaluator = SpanEvaluator(clause.tree)
    var positions: [Int: [UInt32]] = [:]
    for (leaf, own) in zip(clause.leaves, events) where !own.isEmpty {
      positions[leaf, default: []] += own.map { UInt32(clamping: $0.position) }
    }
    for leaf in evaluator.leaves {
      evaluator.setPositions(positions[leaf] ?? [], ofLeaf: leaf, spend: { _ in })
    }
    let all = events.flatMap(\.self).ordered { $0.position < $1.position }
    var last: UInt32?
    for span in evaluator.evaluate(spend: { _ in }) where span.first != last {
      last = span.first
      let start = Self.lowerBound(of: Int(span.first), in: all)
      body(Array(all[start...].prefix { $0.position <= Int(span.last) }))
    }
  }

  private static func event(at position: Int, in events: [Event]) -> Event? {
    let index = lowerBound(of: position, in: events)
    return index < events.count && events[index].position == position ? events[index] : nil
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
