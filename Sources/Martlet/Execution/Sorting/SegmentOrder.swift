/// The order of the documents of one segment by some criteria.
///
/// The first two criteria give 32 bits each of a number per document, the lower the earlier, so most
/// comparisons are one of two numbers. Documents with equal numbers are compared by all criteria, and
/// last by their keys, so that the order is total.
///
/// Used by one thread.
///
/// - Complexity: a number takes a few nanoseconds; the key of a document some tens.
final class SegmentOrder {
  /// A document of the segment, with its number and its score.
  struct Entry {
    var number: UInt64
    var document: DocumentID
    var score: Float
  }

  enum Part {
    case relevance
    case key
    case document
    case column(Column?, FieldKind)
  }

  let criteria: [SortCriterion]
  let parts: [Part]
  let segment: LiveSegment
  /// The number of the segment's first document among those of all segments.
  let base: UInt32
  /// True if the first criterion is the key, after which no other counts.
  private let isByKey: Bool

  /// - Throws: `corrupted` if a column is damaged.
  init(
    _ criteria: [SortCriterion], _ segment: LiveSegment, base: UInt32
  ) throws(SearchError) {
    self.criteria = criteria
    self.segment = segment
    self.base = base
    var parts: [Part] = []
    for criterion in criteria {
      switch criterion.source {
      case .relevance: parts.append(.relevance)
      case .key: parts.append(.key)
      case .document: parts.append(.document)
      case .column(let field, let kind):
        parts.append(.column(try segment.reader.verifiedColumn(field), kind))
      }
    }
    self.parts = parts
    isByKey = criteria.first?.source == .key
    if parts.contains(where: { if case .key = $0 { true } else { false } }) {
      try segment.reader.keys.openOffsets()
    }
  }

  /// Returns the entry of a document with the given score.
  @inline(__always)
  func entry(_ document: DocumentID, _ score: Float) throws(SearchError) -> Entry {
    guard !isByKey else { return try entryByKey(document, score) }
    var number: UInt64 = 0
    for index in 0..<min(2, parts.count) {
      number = number &<< 32 | UInt64(try self.number(index, document, score))
    }
    return Entry(number: number, document: document, score: score)
  }

  /// Returns the entry of a document whose number is the first bytes of its key.
  private func entryByKey(
    _ document: DocumentID, _ score: Float
  ) throws(SearchError) -> Entry {
    let key = try segment.reader.keys.view(of: document)
    let number = UInt64(key.firstBytes(0)) &<< 32 | UInt64(key.firstBytes(4))
    return Entry(
      number: criteria[0].isReversed ? ~number : number, document: document, score: score)
  }

  /// Returns true if `left` comes before `right`.
  @inline(__always)
  func precedes(_ left: Entry, _ right: Entry) throws(SearchError) -> Bool {
    if left.number != right.number { return left.number < right.number }
    return try precedesByAll(left, right)
  }

  @inline(never)
  private func precedesByAll(_ left: Entry, _ right: Entry) throws(SearchError) -> Bool {
    for index in parts.indices {
      if case .key = parts[index] {
        return try keyPrecedes(left, right, isReversed: criteria[index].isReversed)
      }
      let one = try number(index, left.document, left.score)
      let other = try number(index, right.document, right.score)
      if one != other { return one < other }
    }
    return try keyPrecedes(left, right, isReversed: false)
  }

  private func keyPrecedes(
    _ left: Entry, _ right: Entry, isReversed: Bool
  ) throws(SearchError) -> Bool {
    let one = try segment.reader.keys.view(of: left.document)
    let other = try segment.reader.keys.view(of: right.document)
    return isReversed ? other.precedes(one) : one.precedes(other)
  }

  /// Returns the number of the criterion at `index` for a document: the lower, the earlier. For a
  /// key these are its first bytes.
  @inline(__always)
  func number(
    _ index: Int, _ document: DocumentID, _ score: Float
  ) throws(SearchError) -> UInt32 {
    let criterion = criteria[index]
    switch parts[index] {
    case .relevance: return criterion.isReversed ? score.bitPattern : ~score.bitPattern
    case .document: return base + document
    case .key:
      let start = try segment.reader.keys.view(of: document).firstBytes(0)
      return criterion.isReversed ? ~start : start
    case .column(let column, let kind):
      let rank = column.map { self.rank($0, kind, document, isLast: criterion.isReversed) } ?? -1
      guard rank >= 0 else { return criterion.missingIsFirst ? 0 : .max }
      return UInt32(truncatingIfNeeded: criterion.isReversed ? -2 - rank : rank + 1)
    }
  }

  /// Returns the rank of the first or last of a document's values; -1 if it has none.
  @inline(__always)
  private func rank(
    _ column: Column, _ kind: FieldKind, _ document: DocumentID, isLast: Bool
  ) -> Int {
    guard column.isMulti else {
      let ordinal = column.ordinal(of: document)
      return ordinal < 0 ? -1 : column.rank(of: ordinal)
    }
    var best = -1
    column.forEachOrdinal(of: document) { ordinal in
      let rank = column.rank(of: ordinal)
      if best < 0 || (isLast ? rank > best : rank < best) { best = rank }
    }
    return best
  }
}

extension SegmentReader {
  /// Returns the column of the field `id`, after its bytes were verified; nil if no document of the
  /// segment has a value.
  ///
  /// - Throws: `corrupted` if the column is damaged or missing.
  func verifiedColumn(_ id: FieldID) throws(SearchError) -> Column? {
    guard let field = field(id) else { return nil }
    guard let column = field.column else {
      throw field.dictionary.section.corrupted(
        "a field of values has no column; rebuild the index", at: 0)
    }
    try column.verify()
    return column
  }

  /// Returns the term `ordinal` of the field `id`.
  func term(_ ordinal: Int, of id: FieldID) throws(SearchError) -> [UInt8] {
    guard let field = field(id), ordinal < field.dictionary.termCount else { return [] }
    return try field.dictionary.cursor(at: ordinal).bytes
  }
}

extension ByteView {
  /// Returns four bytes from `offset` on, the most significant first, with zeros for those that are
  /// missing.
  fileprivate func firstBytes(_ offset: Int) -> UInt32 {
    if count >= offset + 4 { return uint32(at: offset).byteSwapped }
    var bytes: UInt32 = 0
    for index in offset..<(offset + 4) {
      bytes = bytes &<< 8 | (index < count ? UInt32(self[index]) : 0)
    }
    return bytes
  }

  /// Returns true if these bytes come before those of `other`.
  fileprivate func precedes(_ other: ByteView) -> Bool {
    for index in 0..<min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
