/// A table of the indices of a block's documents by document number, for looking up many of them.
///
/// Filling the table takes as long as some dozen binary searches; each lookup is then one load. So
/// it pays if two lists are about equally long.
@safe
final class DocumentTable {
  /// The smallest number of lookups for which the table is used.
  static let fewest = 16
  /// The largest difference, exclusive, between the first and the last document of a block.
  private static let span = 8_192

  // SAFETY: `span` bytes and one more that stays 0, all 0 between two calls; freed with this
  // object.
  private let slots: UnsafeMutablePointer<UInt8>

  init() {
    unsafe slots = .allocate(capacity: Self.span + 1)
    unsafe slots.initialize(repeating: 0, count: Self.span + 1)
  }

  deinit {
    unsafe slots.deallocate()
  }

  /// Returns true if the documents of a block are close enough to each other.
  @unsafe @inline(__always)
  static func fits(_ documents: UnsafePointer<UInt32>, count: Int) -> Bool {
    // SAFETY: a block has a document.
    unsafe documents[count &- 1] &- documents[0] < UInt32(span)
  }

  /// Finds those of `wanted` from `index` to below `end` that are at most `last` among `count`
  /// documents.
  ///
  /// Their indices in `wanted` are written to `found`, and their indices among the documents to
  /// `foundSlots`.
  ///
  /// - Precondition: ``fits(_:count:)`` is true for the documents.
  /// - Returns: The number of documents found; `index` is then the first that was not looked up.
  @unsafe @inline(__always)
  func find(
    _ wanted: UnsafePointer<UInt32>, _ index: inout Int, _ end: Int, _ last: DocumentID,
    _ documents: UnsafePointer<UInt32>, count: Int, _ found: UnsafeMutablePointer<UInt32>,
    _ foundSlots: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let slots = unsafe slots
    let first = unsafe documents[0]
    // SAFETY: documents rise, and the last one is within the span.
    for slot in 0..<count {
      unsafe slots[Int(documents[slot] &- first)] = UInt8(truncatingIfNeeded: slot &+ 1)
    }
    var foundCount = 0
    // SAFETY: an offset before the first document or beyond the span is read as the byte after the
    // span.
    while unsafe index < end && wanted[index] <= last {
      let offset = unsafe min(wanted[index] &- first, UInt32(Self.span))
      let slot = unsafe UInt32(slots[Int(offset)])
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: index)
      unsafe foundSlots[foundCount] = slot &- 1
      foundCount &+= Int((slot &+ 127) &>> 7)
      index &+= 1
    }
    unsafe slots.update(repeating: 0, count: Int(documents[count &- 1] &- first) &+ 1)
    return foundCount
  }
}
