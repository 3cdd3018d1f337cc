/// The layout of the documents' keys, in two sections.
///
/// Keys, from document to key:
///
///     length      u32            of every key, or FFFFFFFF when they differ
///     zero        u32
///     key bytes   u64            of all keys together
///     bases       u64 each       only when lengths differ: start of the keys of each 64 documents,
///                                counted from the first key
///     starts      u16 each       only when lengths differ: start of each document's key, counted
///                                from its base
///     keys                       one after the other, in document order
///
/// Key table, from key to document:
///
///     seed        u64            of the hash
///     slots       u32 each       0 when empty; else document + 1 in the low bits, as many as the
///                                number of documents needs, and above them the same bits of the
///                                key's hash
///
/// All numbers are little-endian. A key's hash is its XXH64 with the seed. Probing starts at slot
/// `(hash >> 32) * slots >> 32` and wraps around after the last slot. A key's slot is the first
/// that is empty or has the key. There are a third more slots than documents, so a search ends
/// after a few slots; and because the hash bits of most other keys differ, it rarely reads a key
/// that does not match. When a key occurs twice, the slot has the last document.
///
/// Example: 72,000 keys of 8 bytes take 576,016 + 384,012 bytes.
enum KeysFormat {
  /// Bytes before the bases, or before the keys when all have one length.
  static let headerByteCount = 16
  /// The value of the length when lengths differ.
  static let anyLength: UInt32 = .max
  /// The number of documents per base: as many as 16-bit starts allow with the longest keys.
  static let documentsPerBase = 64
  /// Bytes before the slots.
  static let tableHeaderByteCount = 8

  /// Returns the number of bases for `documentCount` keys of differing lengths.
  static func baseCount(_ documentCount: Int) -> Int {
    IntegerMath.ceilingDivide(documentCount, by: documentsPerBase)
  }

  /// Returns the number of slots, of which at least one is empty.
  static func slotCount(_ documentCount: Int) -> Int {
    documentCount == 0 ? 0 : documentCount + documentCount / 3 + 1
  }

  /// Returns the slot at which the search for a key with this hash begins.
  @inline(__always)
  static func firstSlot(_ hash: UInt64, slotCount: Int) -> Int {
    Int(truncatingIfNeeded: ((hash &>> 32) &* UInt64(truncatingIfNeeded: slotCount)) &>> 32)
  }

  /// Returns the bits of a slot that hold the document; the others hold bits of the hash.
  @inline(__always)
  static func documentMask(_ documentCount: Int) -> UInt32 {
    ~(UInt32.max &<< UInt32(IntegerMath.bitWidth(of: UInt32(truncatingIfNeeded: documentCount))))
  }
}
