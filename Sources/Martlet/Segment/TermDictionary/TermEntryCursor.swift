/// Decodes the entries of a block's terms that occur more than once, one after the other.
///
/// - Complexity: `next` is O(1): at most four varints.
@unsafe
struct TermEntryCursor {
  /// The offset of the next entry, from the section's start.
  private var offset: Int
  /// The offsets of the next postings and positions.
  private var postings: UInt64
  private var positions: UInt64

  /// Creates a cursor at the first entry of `block`.
  @inline(__always)
  init(_ block: TermBlock) {
    unsafe offset = block.entries
    unsafe postings = block.postingsBase
    unsafe positions = block.positionsBase
  }

  /// Returns true if the next postings and positions are not before those of `other`.
  @inline(__always)
  func follows(_ other: TermEntryCursor) -> Bool {
    unsafe postings >= other.postings && positions >= other.positions
  }

  /// Decodes the next entry of `block`; returns nil when its bytes are damaged.
  @inline(__always)
  mutating func next(_ block: TermBlock) -> TermInfo? {
    let (base, end) = unsafe (block.base, block.lengths)
    // SAFETY: the entries lie between `offset` and `end`, both in the section.
    guard let code = unsafe TermBlock.varint(base, &offset, end: end),
      code &>> 1 < UInt64(Limits.documentsPerSegment)
    else { return nil }
    var info = TermInfo(
      documentFrequency: Int(truncatingIfNeeded: code &>> 1) &+ 1, totalFrequency: 0, document: 0,
      postings: 0..<0, position: 0, positions: 0..<0)
    info.totalFrequency = Int64(info.documentFrequency)
    if code & 1 == 1 {
      guard let extra = unsafe TermBlock.varint(base, &offset, end: end),
        extra < TermDictionaryFormat.maximumExtraFrequency
      else { return nil }
      info.totalFrequency &+= Int64(truncatingIfNeeded: extra) &+ 1
    }
    guard let value = unsafe TermBlock.varint(base, &offset, end: end) else { return nil }
    if info.documentFrequency == 1 {
      guard value <= UInt64(UInt32.max) else { return nil }
      info.document = UInt32(truncatingIfNeeded: value)
    } else {
      guard let range = unsafe Self.range(from: &postings, value) else { return nil }
      info.postings = range
    }
    if unsafe block.hasPositions {
      guard let count = unsafe TermBlock.varint(base, &offset, end: end),
        let range = unsafe Self.range(from: &positions, count)
      else { return nil }
      info.positions = range
    }
    return info
  }

  /// Returns the next `count` bytes from `start`, which moves to their end.
  @inline(__always)
  private static func range(from start: inout UInt64, _ count: UInt64) -> Range<Int>? {
    guard count < TermDictionaryFormat.maximumRangeByteCount else { return nil }
    guard count > 0 else { return 0..<0 }
    let lower = start
    start &+= count
    // A base has at most 56 bits, so the sum does not overflow.
    guard start <= UInt64(Int.max) else { return nil }
    return unsafe Range(
      uncheckedBounds: (Int(truncatingIfNeeded: lower), Int(truncatingIfNeeded: start)))
  }
}
