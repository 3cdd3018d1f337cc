/// A search whose documents are grouped by a value: the groups with the first documents, the first
/// documents of each, and the sizes of groups.
///
/// One pass finds the first document of each group in each segment. Any group that is among the
/// first of all segments is among the first of the segment that has its first document, so only the
/// first groups of each segment are compared across segments. A second pass finds the other
/// documents of these groups, if more than one is wanted.
///
/// - Complexity: linear in the matching documents; 16 bytes of memory for each value of a segment.
struct CollapsedSearch {
  /// Documents with the same value.
  struct Group {
    /// The value; nil for a document without one.
    var term: [UInt8]?
    /// The first documents, numbered through all segments.
    var entries: [TopDocuments.Entry]
    /// The number of matching documents.
    var count: Int
  }

  /// The groups found.
  struct Answer {
    var groups: [Group] = []
    /// The number of groups, whatever the cursor.
    var groupCount = 0
    /// The position of the last group's first document; nil if no group follows.
    var last: SortPosition?
  }

  /// A group that may be among the first.
  private struct Candidate {
    var position: SortPosition
    var entry: SegmentOrder.Entry
    var segment: Int
    var term: [UInt8]?
  }

  let search: SortedSearch
  let field: FieldID
  let kind: FieldKind
  /// The most documents of a group.
  let groupLimit: Int

  private var segments: SegmentSet { search.segments }

  /// Returns the first `limit` groups of `matches`, or of those after `start`.
  func groups(
    of matches: MatchedDocuments, limit: Int, after start: SortPosition?
  ) throws(SearchError) -> Answer {
    let tally = try ValueTally(field, kind, segments)
    var orders: [SegmentOrder] = []
    var heads: [GroupHeads] = []
    for (index, segment) in segments.segments.enumerated() {
      let order = try SegmentOrder(search.criteria, segment, base: segments.bases[index])
      orders.append(order)
      heads.append(try GroupHeads(matches, index, order, tally))
    }
    // One more than asked for tells if any follow.
    let most = limit + 1
    let bounds = try start.map { (start) throws(SearchError) in
      var bounds: [SegmentOrder.Bound] = []
      for order in orders { bounds.append(try order.bound(start)) }
      return bounds
    }
    var candidates: [[Candidate]] = []
    try matches.untilOutOfTime { (stop) throws(SearchError) in
      for index in orders.indices {
        candidates.append(
          try self.candidates(
            index, heads, orders, tally, limit: most, after: bounds, stop))
      }
    }
    var first = try first(most, of: candidates, matches)
    var answer = Answer()
    if first.count > limit {
      first.removeLast()
      answer.last = first.last?.position
    }
    answer.groups = try groups(first, matches, orders, tally)
    // The tally is used up by this.
    answer.groupCount = tally.missingCount + (try tally.combine(matches)?.valueCount ?? 0)
    return answer
  }

  /// Returns the first groups of one segment that come after `bounds`, a position in terms of each
  /// segment.
  private func candidates(
    _ index: Int, _ heads: [GroupHeads], _ orders: [SegmentOrder], _ tally: ValueTally,
    limit: Int, after bounds: [SegmentOrder.Bound]?, _ stop: SearchStop
  ) throws(SearchError) -> [Candidate] {
    let order = orders[index]
    var capacity = limit
    while true {
      let first = FirstEntries(order, capacity: capacity)
      try heads[index].forEach { (entry, _) throws(SearchError) in
        try stop.spend(1)
        guard try first.admits(entry) else { return }
        if let bounds, try !order.follows(entry, bounds[index]) { return }
        try first.insert(entry)
      }
      let entries = try first.drain()
      var candidates: [Candidate] = []
      for entry in entries where candidates.count < limit {
        if bounds == nil { try stop.spend(4) } else { try stop.spendLookUps(orders.count) }
        let ordinal = tally.columns[index]?.groupOrdinal(of: entry.document) ?? -1
        let term = ordinal < 0 ? nil : try tally.term(ordinal, in: index)
        if let bounds, let term,
          try hasPassed(term, bounds, except: index, heads, orders, tally)
        {
          continue
        }
        candidates.append(
          Candidate(
            position: try order.position(entry), entry: entry, segment: index, term: term))
      }
      // Looking up in the other segments whether a group has passed takes far longer than to go
      // through all groups again for more of them.
      if candidates.count >= limit || entries.count < capacity { return candidates }
      capacity = min(capacity, .max / 4) * 4
    }
  }

  /// Returns true if another segment has a document of the group that does not come after `bounds`.
  private func hasPassed(
    _ term: [UInt8], _ bounds: [SegmentOrder.Bound], except index: Int, _ heads: [GroupHeads],
    _ orders: [SegmentOrder], _ tally: ValueTally
  ) throws(SearchError) -> Bool {
    for other in orders.indices where other != index {
      guard let ordinal = try tally.ordinal(of: term, in: other),
        let entry = heads[other].head(ordinal)
      else { continue }
      if try !orders[other].follows(entry, bounds[other]) { return true }
    }
    return false
  }

  /// Returns the first of the candidates of all segments, one for each group. If the time is over,
  /// the last of them are missing.
  private func first(
    _ limit: Int, of candidates: [[Candidate]], _ matches: MatchedDocuments
  ) throws(SearchError) -> [Candidate] {
    var first: [Candidate] = []
    var known: Set<[UInt8]> = []
    var runs = try OrderedRuns(candidates, search.criteria) { candidate, _ in candidate.position }
    try matches.untilOutOfTime { (stop) throws(SearchError) in
      while first.count < limit, let candidate = try runs.next(stop)?.item {
        if candidate.term.map({ known.insert($0).inserted }) ?? true { first.append(candidate) }
      }
    }
    return first
  }

  /// Returns the groups of `first` with their documents and sizes.
  private func groups(
    _ first: [Candidate], _ matches: MatchedDocuments, _ orders: [SegmentOrder],
    _ tally: ValueTally
  ) throws(SearchError) -> [Group] {
    var groups: [Group] = []
    for candidate in first {
      var count = 1
      if let term = candidate.term {
        try matches.untilOutOfTime { (stop) throws(SearchError) in
          try stop.spend(4)
          count = try tally.count(of: term)
        }
      }
      groups.append(
        Group(
          term: candidate.term, entries: [search.entry(candidate.entry, candidate.segment)],
          count: count))
    }
    guard groupLimit > 1 else { return groups }
    for (number, entries) in try members(of: first, matches, orders, tally).enumerated()
    where groups[number].term != nil {
      groups[number].entries = entries
    }
    return groups
  }

  /// Returns the first documents of each group. If the time is over, some are missing, but not the
  /// document for which the group was found.
  private func members(
    of groups: [Candidate], _ matches: MatchedDocuments, _ orders: [SegmentOrder],
    _ tally: ValueTally
  ) throws(SearchError) -> [[TopDocuments.Entry]] {
    var found = groups.map { group in
      [(FoldedPosition(group.position), search.entry(group.entry, group.segment))]
    }
    for (index, order) in orders.enumerated() {
      guard let column = tally.columns[index] else { continue }
      // One more than the number of each ordinal's group, and 0 for the others.
      let numbers = GrowingArray<UInt32>(zeros: column.termCount)
      try matches.untilOutOfTime { (stop) throws(SearchError) in
        for (number, group) in groups.enumerated() {
          try stop.spend(4)
          guard let term = group.term, let ordinal = try tally.ordinal(of: term, in: index) else {
            continue
          }
          numbers[ordinal] = UInt32(number + 1)
        }
      }
      let heaps = groups.map { _ in FirstEntries(order, capacity: groupLimit) }
      try matches.forEach(in: index) { (document, score) throws(SearchError) in
        let ordinal = column.groupOrdinal(of: document)
        guard ordinal >= 0, numbers[ordinal] > 0 else { return }
        try heaps[Int(numbers[ordinal]) - 1].insert(try order.entry(document, score))
      }
      try matches.untilOutOfTime { (stop) throws(SearchError) in
        for (number, heap) in heaps.enumerated() {
          try stop.spend(4)
          for entry in try heap.drain()
          where groups[number].segment != index || groups[number].entry.document != entry.document {
            found[number].append(
              (FoldedPosition(try order.position(entry)), search.entry(entry, index)))
          }
        }
      }
    }
    return found.map { entries in
      entries.sorted { $0.0.precedes($1.0, search.criteria) }.prefix(groupLimit).map(\.1)
    }
  }
}
