/// A table of the indices of a block's documents by document number, for looking up many of them.
///
/// Filling the table takes as long as some dozen binary searches; each lookup is then two loads. So
/// it pays if two lists are about equally long. The table is not cleared for the next block: an
/// index counts only if the block has the document there (Briggs and Torczon, "An efficient
/// representation for sparse sets", 1993).
@safe
struct DocumentTable {
  /// The smallest number of lookups for which the table is used.
  static let fewest = 16
  /// The largest difference, exclusive, between the first and the last document of a block.
  private static let span = 8_192
  /// The number of slots: one for each document of a span, and one that stays 0.
  static let slotCount = span + 1

  // SAFETY: `slotCount` bytes that outlive this value, each of them the index of a document in some
  // block, but the last one 0.
  private let slots: UnsafeMutablePointer<UInt8>

  /// - Parameter slots: ``slotCount`` bytes, all 0 before their first use by a table, and used by
  ///   no other table at the same time.
  @unsafe
  init(_ slots: UnsafeMutablePointer<UInt8>) { unsafe self.slots = slots }

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
      unsafe slots[Int(documents[slot] &- first)] = UInt8(truncatingIfNeeded: slot)
    }
    var next = index
    var foundCount = 0
    // SAFETY: an offset before the first document or beyond the span is read as the byte after the
    // span. A slot of another block, which may be longer, is moved into this one.
    while next < end {
      let document = unsafe wanted[next]
      guard document <= last else { break }
      let offset = min(document &- first, UInt32(Self.span))
      let slot = unsafe min(Int(slots[Int(offset)]), count &- 1)
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: next)
      unsafe foundSlots[foundCount] = UInt32(truncatingIfNeeded: slot)
      foundCount &+= unsafe documents[slot] ^ document == 0 ? 1 : 0
      next &+= 1
    }
    index = next
    return foundCount
  }
}
