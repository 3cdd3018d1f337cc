/// The numbers of documents with each value of one field, over all segments.
///
/// Documents are counted by ordinal in each segment. Where segments are combined, the counts of the
/// others are added to those of the segment with the most values; values that it does not have are
/// kept beside them. Used by one thread.
///
/// - Complexity: counting takes about a nanosecond per value of a document; combining goes through
///   the values of the smaller segments, and for each of these either through those of the largest
///   or takes a look-up per value that was counted.
final class ValueTally {
  /// A value with its count.
  struct Value {
    /// The value's bytes.
    var term: [UInt8]
    /// The number of documents that have it.
    var count: Int
  }

  let field: FieldID
  let kind: FieldKind
  /// The number of documents without a value.
  private(set) var missingCount = 0
  private let segments: SegmentSet
  /// The field's column in each segment; nil where no document has a value.
  let columns: [Column?]
  /// The count of each ordinal of each segment.
  private let counts: [GrowingArray<UInt32>]

  /// - Throws: `corrupted` if a column is damaged.
  init(_ field: FieldID, _ kind: FieldKind, _ segments: SegmentSet) throws(SearchError) {
    self.field = field
    self.kind = kind
    self.segments = segments
    var columns: [Column?] = []
    for segment in segments.segments { columns.append(try segment.reader.verifiedColumn(field)) }
    self.columns = columns
    counts = columns.map { GrowingArray(zeros: $0?.termCount ?? 0) }
  }

  /// Counts the values of all of `matches`.
  func count(_ matches: MatchedDocuments) throws(SearchError) {
    for index in segments.segments.indices {
      guard let column = columns[index] else {
        missingCount += matches.count(in: index)
        continue
      }
      let counts = counts[index]
      try matches.forEach(in: index) { document, _ in
        var isMissing = true
        column.forEachOrdinal(of: document) { ordinal in
          counts[ordinal] &+= 1
          isMissing = false
        }
        if isMissing { missingCount += 1 }
      }
    }
  }

  /// Adds a document of the segment `index` with the value `ordinal`, or without any for -1.
  @inline(__always)
  func add(_ ordinal: Int, in index: Int) {
    if ordinal < 0 { missingCount += 1 } else { counts[index][ordinal] &+= 1 }
  }

  /// Returns the number of documents with the value `term`.
  func count(of term: [UInt8]) throws(SearchError) -> Int {
    var sum = 0
    for index in segments.segments.indices {
      guard let ordinal = try ordinal(of: term, in: index) else { continue }
      sum += Int(counts[index][ordinal])
    }
    return sum
  }

  /// Returns the ordinal of `term` in the segment `index`; nil if the segment does not have it.
  func ordinal(of term: [UInt8], in index: Int) throws(SearchError) -> Int? {
    guard let dictionary = segments.segments[index].reader.field(field)?.dictionary else {
      return nil
    }
    let ordinal = try dictionary.lowerBound(of: term)
    guard ordinal < dictionary.termCount, try dictionary.cursor(at: ordinal).bytes == term else {
      return nil
    }
    return ordinal
  }

  /// The counts of all segments in one.
  struct Combined {
    /// The segment with the most values.
    var segment: Int
    /// The counts by ordinal of that segment.
    var counts: GrowingArray<UInt32>
    /// The counts of values that it does not have.
    var others: [[UInt8]: Int]

    /// The number of values that any document has.
    var valueCount: Int {
      (0..<counts.count).count { counts[$0] > 0 } + others.count
    }
  }

  /// Returns the counts of all segments in one; nil if there is no value. The tally cannot be used
  /// after that.
  ///
  /// - Parameter matches: The documents that were counted, whose check ends this if the time is
  ///   over.
  func combine(_ matches: MatchedDocuments) throws(SearchError) -> Combined? {
    guard let main = counts.indices.max(by: { counts[$0].count < counts[$1].count }),
      counts[main].count > 0
    else { return nil }
    var combined = Combined(segment: main, counts: counts[main], others: [:])
    try matches.untilOutOfTime { (stop) throws(SearchError) in
      for index in counts.indices where index != main { try add(index, to: &combined, stop) }
    }
    return combined
  }

  /// The number of terms that take about as long to go through as looking up one.
  private static let termsPerLookUp = 8

  /// Adds the counts of the segment `index`.
  private func add(
    _ index: Int, to combined: inout Combined, _ stop: SearchStop
  ) throws(SearchError) {
    guard let dictionary = segments.segments[index].reader.field(field)?.dictionary,
      let main = segments.segments[combined.segment].reader.field(field)?.dictionary
    else { return }
    let cursor = try dictionary.cursor(at: 0)
    let valueCount = (0..<counts[index].count).count { counts[index][$0] > 0 }
    // Growing, a dictionary of many would not be interrupted for a long time.
    combined.others.reserveCapacity(combined.others.count + valueCount)
    let mainCursor =
      try valueCount > main.termCount / Self.termsPerLookUp ? main.cursor(at: 0) : nil
    while !cursor.isAtEnd {
      let count = counts[index][cursor.ordinal]
      try stop.spend(1)
      if count > 0 {
        let found =
          if let mainCursor {
            try Self.ordinal(of: cursor, movingTo: mainCursor, stop)
          } else {
            try lookUp(cursor.bytes, in: combined.segment, stop)
          }
        if let found {
          combined.counts[found] &+= count
        } else {
          combined.others[cursor.bytes, default: 0] += Int(count)
        }
      }
      _ = try cursor.advance()
    }
  }

  private func lookUp(
    _ term: [UInt8], in index: Int, _ stop: SearchStop
  ) throws(SearchError) -> Int? {
    try stop.spendLookUps(1)
    return try ordinal(of: term, in: index)
  }

  /// Moves `other` to the first term that is not before that of `cursor`, and returns its ordinal
  /// if the two are equal.
  private static func ordinal(
    of cursor: TermCursor, movingTo other: TermCursor, _ stop: SearchStop
  ) throws(SearchError) -> Int? {
    while !other.isAtEnd, other.precedes(cursor) {
      try stop.spend(1)
      _ = try other.advance()
    }
    return !other.isAtEnd && other.isEqual(to: cursor) ? other.ordinal : nil
  }

  /// Returns the term `ordinal` of the segment `index`.
  func term(_ ordinal: Int, in index: Int) throws(SearchError) -> [UInt8] {
    try segments.segments[index].reader.term(ordinal, of: field)
  }
}
