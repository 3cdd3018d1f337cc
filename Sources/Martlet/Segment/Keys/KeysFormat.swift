/// The layout of the documents' keys, in two sections.
///
/// Keys, from document to key:
///
///     length      u32            of every key, or FFFFFFFF when they differ
///     zero        u32
///     key bytes   u64            of all keys together
///     bases       u64 each       only when lengths differ: where the keys of each 64 documents
///                                start, counted from the first key
///     starts      u16 each       only when lengths differ: where each document's key starts,
///                                counted from its base
///     keys                       one after the other, in document order
///
/// Key table, from key to document:
///
///     seed        u64            of the hash
///     slots       u32 each       0 when empty; else document + 1 in the low bits, as many as the
///                                number of documents needs, and above them the same bits of the
///                                key's hash
///
/// All numbers are little-endian. A key's hash is its XXH64 with the seed. Its slot is the first
/// that is empty or its own, from slot `(hash >> 32) * slots >> 32` on, after the last slot from
/// the first. There is a third more slots than documents, so a search ends after a few slots; and
/// as the hash bits of most other keys differ, it hardly ever reads a key for nothing. When a key
/// occurs twice, the slot is the last document's.
///
/// Example: 72,000 keys of 8 bytes take 576,016 + 384,012 bytes.
enum KeysFormat {
  /// Bytes before the bases, or before the keys when all have one length.
  static let headerByteCount = 16
  /// Stands for lengths that differ.
  static let anyLength: UInt32 = .max
  /// Documents per base: as many as 16-bit starts allow with the longest keys.
  static let documentsPerBase = 64
  /// Bytes before the slots.
  static let tableHeaderByteCount = 8

  /// The number of bases for `documentCount` keys of differing lengths.
  static func baseCount(_ documentCount: Int) -> Int {
    IntegerMath.ceilingDivide(documentCount, by: documentsPerBase)
  }

  /// The number of slots: one of them at least is empty.
  static func slotCount(_ documentCount: Int) -> Int {
    documentCount == 0 ? 0 : documentCount + documentCount / 3 + 1
  }

  /// Where the search for a key with this hash begins.
  @inline(__always)
  static func firstSlot(_ hash: UInt64, slotCount: Int) -> Int {
    Int(truncatingIfNeeded: ((hash &>> 32) &* UInt64(truncatingIfNeeded: slotCount)) &>> 32)
  }

  /// The bits of a slot that hold the document; the others hold bits of the hash.
  @inline(__always)
  static func documentMask(_ documentCount: Int) -> UInt32 {
    ~(UInt32.max &<< UInt32(IntegerMath.bitWidth(of: UInt32(truncatingIfNeeded: documentCount))))
  }

  /// Whether two keys have the same bytes.
  @unsafe @inline(__always)
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: the caller lends both for the call.
    unsafe left.count == right.count && left.elementsEqual(right)
  }
}
