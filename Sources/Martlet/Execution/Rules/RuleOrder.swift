/// Orders documents by ``RankRule`` values.
///
/// A rule computes a number only for documents that the rules before it leave equal and that may be
/// among those wanted. Used by one thread.
///
/// - Complexity: linear in the postings of the words, in the documents found, and in the positions
///   of the words in documents that are equal before ``RankRule/proximity``.
final class RuleOrder {
  private let rules: [RankRule]
  private let words: [RuleWord]
  private let segments: SegmentSet
  private let stop: SearchStop
  private let cache: ListCache?
  /// The pairs of neighbouring words; nil if there are none.
  private let proximity: ProximityProgram?
  /// The groups of the pairs: those of the same two words in different fields.
  private let groups: [Int]
  /// The documents of the words that were looked up.
  private var known: [ResolvedQuery: [DocumentBitmap]] = [:]

  /// - Parameters:
  ///   - pairs: The pairs of neighbouring words; nil if there are none.
  ///   - proximity: The same pairs, looked up.
  init(
    _ rules: [RankRule], _ words: [RuleWord], _ pairs: WordPairs?, _ proximity: ProximityProgram?,
    in segments: SegmentSet, stop: SearchStop, cache: ListCache?
  ) {
    self.rules = rules
    self.words = words
    self.segments = segments
    self.stop = stop
    self.cache = cache
    self.proximity = proximity
    groups = pairs?.pairs.map(\.group) ?? []
  }

  /// Returns the first `count` of documents that are in the order of their scores.
  func first(
    _ count: Int, of entries: [TopDocuments.Entry]
  ) throws(SearchError) -> [TopDocuments.Entry] {
    var found: [TopDocuments.Entry] = []
    var waiting = [(entries: entries[...], rule: 0)]
    while found.count < count, let (entries, rule) = waiting.popLast() {
      guard rule < rules.count, entries.count > 1 else {
        found += entries.prefix(count - found.count)
        continue
      }
      let runs = try runs(of: entries, by: rules[rule], upTo: count - found.count)
      waiting += runs.reversed().map { ($0[...], rule + 1) }
    }
    return found
  }

  /// Returns runs of documents that a rule leaves equal, in its order, until they have `count`
  /// documents.
  private func runs(
    of entries: ArraySlice<TopDocuments.Entry>, by rule: RankRule, upTo count: Int
  ) throws(SearchError) -> [[TopDocuments.Entry]] {
    let numbers = try numbers(of: entries, by: rule)
    var runs: [Int: [TopDocuments.Entry]] = [:]
    try forEach(entries) { (slot, entry) in runs[numbers[slot], default: []].append(entry) }
    var (found, sum) = ([[TopDocuments.Entry]](), 0)
    for number in runs.keys.sorted() where sum < count {
      guard let run = runs[number] else { continue }
      found.append(run)
      sum += run.count
    }
    return found
  }

  /// Returns a number for each document, of which the least is the best.
  private func numbers(
    of entries: ArraySlice<TopDocuments.Entry>, by rule: RankRule
  ) throws(SearchError) -> [Int] {
    switch rule {
    case .words:
      return try counts(entries) { (word) throws(SearchError) in try documents(word.fields) }
        .map { words.count - $0 }
    case .exactness:
      return try counts(entries) { (word) throws(SearchError) in [try documents(word.exact)] }
        .map { words.count - $0 }
    case .typos:
      let right = try counts(entries) { (word) throws(SearchError) in
        [try documents(word.right)]
      }
      let all = try counts(entries) { (word) throws(SearchError) in try documents(word.fields) }
      return zip(all, right).map { $0 - $1 }
    case .field: return try fieldNumbers(of: entries)
    case .proximity: return try distances(in: entries)
    }
  }

  /// Returns for each document the number of words of which it is in one of the sets.
  private func counts(
    _ entries: ArraySlice<TopDocuments.Entry>,
    _ sets: (RuleWord) throws(SearchError) -> [[DocumentBitmap]]
  ) throws(SearchError) -> [Int] {
    var counts = [Int](repeating: 0, count: entries.count)
    for word in words {
      let sets = try sets(word)
      try forEach(entries) { (slot, entry) in
        if sets.contains(where: { has(entry, $0) }) { counts[slot] += 1 }
      }
    }
    return counts
  }

  /// Returns for each document the sum over all words of the number of the first field that has it.
  private func fieldNumbers(
    of entries: ArraySlice<TopDocuments.Entry>
  ) throws(SearchError) -> [Int] {
    var sums = [Int](repeating: 0, count: entries.count)
    let most = words.map(\.fields.count).max() ?? 0
    for word in words {
      let sets = try documents(word.fields)
      try forEach(entries) { (slot, entry) in
        sums[slot] += sets.firstIndex { has(entry, $0) } ?? most
      }
    }
    return sums
  }

  /// Returns for each document the sum over all neighbouring words of how far they are from where
  /// the query has them.
  private func distances(
    in entries: ArraySlice<TopDocuments.Entry>
  ) throws(SearchError) -> [Int] {
    var sums = [Int](repeating: 0, count: entries.count)
    guard let proximity, let groupCount = groups.max().map({ $0 + 1 }) else { return sums }
    let scorer = ProximityScorer(proximity)
    // In the order of the lists.
    let first = entries.startIndex
    let order = try stop.withoutThreads { () throws(SearchError) in
      try stop.ordered(entries.count) {
        entries[first + $0].document < entries[first + $1].document
      }
    }
    for index in order.map({ first + $0 }) {
      try spend(1 + proximity.terms.count)
      let document = entries[index].document
      let segment = segments.index(of: document)
      var least = [Int](repeating: ProximityScorer.mostDistance, count: groupCount)
      let found = try scorer.distances(
        segment: segment, document - segments.bases[segment], willRead: spend)
      for (pair, distance) in zip(proximity.pairs, found) {
        least[groups[pair.number]] = min(least[groups[pair.number]], distance)
      }
      sums[index - entries.startIndex] = least.reduce(0, +)
    }
    return sums
  }

  /// Calls `body` with each of `entries` and its number among them.
  private func forEach(
    _ entries: ArraySlice<TopDocuments.Entry>, _ body: (Int, TopDocuments.Entry) -> Void
  ) throws(SearchError) {
    try stop.withoutThreads { () throws(SearchError) in
      try stop.forEachShare(of: entries.count) { range in
        for slot in range { body(slot, entries[entries.startIndex + slot]) }
      }
    }
  }

  private func spend(_ count: Int) throws(SearchError) {
    try stop.withoutThreads { () throws(SearchError) in try stop.spend(count) }
  }

  private func has(_ entry: TopDocuments.Entry, _ sets: [DocumentBitmap]) -> Bool {
    let index = segments.index(of: entry.document)
    return sets[index].contains(entry.document - segments.bases[index])
  }

  private func documents(
    _ queries: [ResolvedQuery]
  ) throws(SearchError) -> [[DocumentBitmap]] {
    var sets: [[DocumentBitmap]] = []
    for query in queries { sets.append(try documents(query)) }
    return sets
  }

  /// Returns the documents of `query` in each segment.
  private func documents(_ query: ResolvedQuery) throws(SearchError) -> [DocumentBitmap] {
    if let sets = known[query] { return sets }
    let sets = try Searcher.matches(query, in: segments, stop: stop, cache: cache)
    known[query] = sets
    return sets
  }
}
