/// The order of the documents of one segment by some criteria.
///
/// The first two criteria give 32 bits each of a number per document, the lower the earlier, so
/// most comparisons are one of two numbers. Documents with equal numbers are compared by all
/// criteria, and last by their keys, so that the order is total.
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

  let criteria: [SortCriterion]
  /// One for each criterion.
  let segmentCriteria: [SegmentCriterion]
  let segment: LiveSegment
  /// The number of the segment's first document among those of all segments.
  let base: UInt32
  /// Those of the first two criteria, which make the number.
  private let first: SegmentCriterion
  private let second: SegmentCriterion?
  private let keys: Keys
  private let keyBytes: ByteView

  /// - Throws: `corrupted` if a column is damaged.
  init(
    _ criteria: [SortCriterion], _ segment: LiveSegment, base: UInt32
  ) throws(SearchError) {
    self.criteria = criteria
    self.segment = segment
    self.base = base
    segmentCriteria = try criteria.map { (criterion) throws(SearchError) in
      try SegmentCriterion(criterion, segment.reader, base: base)
    }
    first = segmentCriteria.first ?? SegmentCriterion(base: base)
    second = segmentCriteria.count > 1 ? segmentCriteria[1] : nil
    keys = segment.reader.keys
    keyBytes = keys.bytes
    if criteria.contains(where: { $0.source == .key }) { try keys.openOffsets() }
  }

  /// Returns the entry of a document with the given score.
  @inline(__always)
  func entry(_ document: DocumentID, _ score: Float) throws(SearchError) -> Entry {
    if first.isKey { return try entryByKey(document, score) }
    var number = UInt64(first.number(document, score)) &<< 32
    if let second {
      number |= UInt64(try self.number(second, document, score))
    }
    return Entry(number: number, document: document, score: score)
  }

  /// Returns the entry of a document whose number is the first bytes of its key, after which no
  /// other criterion counts.
  private func entryByKey(
    _ document: DocumentID, _ score: Float
  ) throws(SearchError) -> Entry {
    let number = keyBytes.firstBytes(of: try keys.openRange(of: document))
    return Entry(
      number: first.isReversed ? ~number : number, document: document, score: score)
  }

  /// Returns the number of the entry of a document with this key; nil unless documents are ordered
  /// by their keys first.
  func entryNumber(ofKey key: ByteView) -> UInt64? {
    guard first.isKey else { return nil }
    let number = key.firstBytes(of: 0..<key.count)
    return first.isReversed ? ~number : number
  }

  /// Returns true if `left` comes before `right`.
  @inline(__always)
  func precedes(_ left: Entry, _ right: Entry) throws(SearchError) -> Bool {
    if left.number != right.number { return left.number < right.number }
    return try precedesByAll(left, right)
  }

  @inline(never)
  private func precedesByAll(_ left: Entry, _ right: Entry) throws(SearchError) -> Bool {
    for segmentCriterion in segmentCriteria {
      if segmentCriterion.isKey {
        return try keyPrecedes(left, right, isReversed: segmentCriterion.isReversed)
      }
      let one = segmentCriterion.number(left.document, left.score)
      let other = segmentCriterion.number(right.document, right.score)
      if one != other { return one < other }
    }
    return try keyPrecedes(left, right, isReversed: false)
  }

  private func keyPrecedes(
    _ left: Entry, _ right: Entry, isReversed: Bool
  ) throws(SearchError) -> Bool {
    let one = try keys.range(of: left.document)
    let other = try keys.range(of: right.document)
    return isReversed
      ? keyBytes.precedes(other, in: keyBytes, one) : keyBytes.precedes(one, in: keyBytes, other)
  }

  /// Returns true if the key of a document comes after `key`, or before it if the order is
  /// reversed.
  func follows(
    _ document: DocumentID, _ key: ByteView, isReversed: Bool
  ) throws(SearchError) -> Bool {
    let own = try keys.range(of: document)
    return isReversed
      ? keyBytes.precedes(own, in: key, 0..<key.count)
      : key.precedes(0..<key.count, in: keyBytes, own)
  }

  /// Returns the number of the criterion at `index` for a document: the lower, the earlier. For a
  /// key these are its first bytes.
  func number(
    _ index: Int, _ document: DocumentID, _ score: Float
  ) throws(SearchError) -> UInt32 {
    try number(segmentCriteria[index], document, score)
  }

  @inline(__always)
  private func number(
    _ segmentCriterion: SegmentCriterion, _ document: DocumentID, _ score: Float
  ) throws(SearchError) -> UInt32 {
    guard segmentCriterion.isKey else { return segmentCriterion.number(document, score) }
    let start = keyBytes.firstBytes(of: try keys.openRange(of: document)) &>> 32
    return UInt32(truncatingIfNeeded: segmentCriterion.isReversed ? ~start : start)
  }
}

extension SegmentReader {
  /// Returns the column of the field `id`, after its bytes were verified; nil if no document of the
  /// segment has a value.
  ///
  /// - Throws: `corrupted` if the column is damaged or missing.
  @inline(never)
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
  /// Returns the first eight bytes of a range, the most significant first, with zeros for those
  /// that are missing.
  @inline(__always)
  fileprivate func firstBytes(of range: Range<Int>) -> UInt64 {
    guard range.lowerBound <= count &- 8 else { return fewBytes(of: range) }
    let bytes = uint64(at: range.lowerBound).byteSwapped
    return range.count >= 8 ? bytes : bytes & ~(UInt64.max &>> UInt64(8 &* range.count))
  }

  private func fewBytes(of range: Range<Int>) -> UInt64 {
    var bytes: UInt64 = 0
    for index in 0..<8 {
      let index = range.lowerBound + index
      bytes = bytes &<< 8 | (index < range.upperBound ? UInt64(self[index]) : 0)
    }
    return bytes
  }

  /// Returns true if the bytes in `left` come before those in `right` of another view.
  fileprivate func precedes(
    _ left: Range<Int>, in other: ByteView, _ right: Range<Int>
  ) -> Bool {
    let (one, two) = (firstBytes(of: left), other.firstBytes(of: right))
    if one != two { return one < two }
    for index in 0..<min(left.count, right.count) {
      let (one, two) = (self[left.lowerBound + index], other[right.lowerBound + index])
      if one != two { return one < two }
    }
    return left.count < right.count
  }
}
