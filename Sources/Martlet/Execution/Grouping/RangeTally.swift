/// The numbers of documents with a value in each of some ranges of a field's numbers.
///
/// - Complexity: about a nanosecond per document and range; for single values one per document. For
///   periods, some tens per document or per number of the field, whichever are fewer by far.
struct RangeTally {
  /// The number of postings that take about as long as finding the period of a number.
  private static let postingsPerPeriod = 16
  /// The numbers of a column whose periods are found in the time of adding a document to its period
  /// alone.
  private static let numbersPerMatch = 4

  private let field: FieldID
  private let segments: SegmentSet

  init(_ field: FieldID, _ segments: SegmentSet) {
    self.field = field
    self.segments = segments
  }

  /// Returns the number of documents of `matches` with a number in each of `ranges`, a lower bound
  /// and a limit.
  func counts(
    _ ranges: [Range<Double>], _ matches: MatchedDocuments
  ) throws(SearchError) -> [Int] {
    var counts = Array(repeating: 0, count: ranges.count)
    for (index, segment) in segments.segments.enumerated() {
      guard let column = try segment.reader.verifiedColumn(field),
        let dictionary = segment.reader.field(field)?.dictionary
      else { continue }
      for (number, range) in ranges.enumerated() {
        var isOver = true
        try matches.untilOutOfTime { (stop) throws(SearchError) in
          try stop.spendLookUps(2)
          isOver = false
        }
        if isOver { return counts }
        let lower = try dictionary.lowerBound(of: SortableNumber.encode(range.lowerBound))
        let upper = try dictionary.lowerBound(of: SortableNumber.encode(range.upperBound))
        guard lower < upper else { continue }
        var count = 0
        try matches.forEach(in: index) { document, _ in
          var isInside = false
          column.forEachOrdinal(of: document) { ordinal in
            if ordinal >= lower, ordinal < upper { isInside = true }
          }
          if isInside { count += 1 }
        }
        counts[number] += count
      }
    }
    return counts
  }

  /// Returns the numbers of documents of `matches` with a number in each of the periods that
  /// `period` returns for a number, in rising order of periods.
  func counts(
    by period: (Double) -> Double, _ matches: MatchedDocuments
  ) throws(SearchError) -> [(start: Double, count: Int)] {
    var counts: [Double: Int] = [:]
    for (index, segment) in segments.segments.enumerated() {
      guard let column = try segment.reader.verifiedColumn(field) else { continue }
      let isFew = matches.count < column.termCount / Self.numbersPerMatch
      var (starts, periods): ([Double], [Int]) = ([], [])
      if !isFew {
        try matches.untilOutOfTime { (stop) throws(SearchError) in
          for ordinal in 0..<column.termCount {
            try stop.spend(Self.postingsPerPeriod)
            let start = period(column.number(of: ordinal))
            if starts.last != start { starts.append(start) }
            periods.append(starts.count - 1)
          }
        }
        guard periods.count == column.termCount else { break }
      }
      let own = GrowingArray<UInt32>(zeros: starts.count)
      try matches.forEach(in: index) { document, _ in
        var last = -1
        column.forEachOrdinal(of: document) { ordinal in
          // The periods of a document rise like its numbers.
          guard isFew else {
            if periods[ordinal] != last { own[periods[ordinal]] &+= 1 }
            return last = periods[ordinal]
          }
          let start = period(column.number(of: ordinal))
          guard last < 0 || starts[last] != start else { return }
          last = starts.count
          starts.append(start)
          own.append(1)
        }
      }
      for (number, start) in starts.enumerated() where own[number] > 0 {
        counts[start, default: 0] += Int(own[number])
      }
    }
    return counts.ordered { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
