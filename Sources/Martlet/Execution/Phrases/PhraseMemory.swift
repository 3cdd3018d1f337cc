/// The memory of a ``PhraseStarts``, which goes from one segment and one search to the next:
/// getting megabytes from the system, a page at a time, takes as long as a fifth of such a search.
///
/// Any thread may take what another has given back.
final class PhraseMemory: Sendable {
  /// The memory that is not in use.
  private static let unused = ObjectPool<PhraseMemory>(most: 2)
  /// The most bytes of memory that wait for another use.
  private static let mostByteCount = 8 << 20

  // SAFETY: used by the phrase that has taken this object.
  nonisolated(unsafe) let entries = GrowingArray<ExpectedBits>()
  nonisolated(unsafe) let bits = GrowingArray<UInt64>()
  nonisolated(unsafe) let found = GrowingArray<ExpectedDocument>()
  nonisolated(unsafe) let far = GrowingArray<UInt32>()

  /// Returns empty memory that nobody uses.
  static func take() -> PhraseMemory {
    let memory = unused.take() ?? PhraseMemory()
    // SAFETY: nobody else uses it.
    unsafe memory.entries.removeAll()
    unsafe memory.bits.removeAll()
    unsafe memory.found.removeAll()
    unsafe memory.far.removeAll()
    return memory
  }

  /// Lets another phrase use this memory, unless it is very large.
  func giveBack() {
    let byteCount = unsafe entries.memory + bits.memory + found.memory + far.memory
    if byteCount <= Self.mostByteCount { Self.unused.giveBack(self) }
  }
}

/// The bits of a document in a ``PhraseStarts``: from ``start`` to that of the next document.
struct ExpectedBits: BitwiseCopyable {
  /// The number of bits of all documents before, a multiple of 64.
  var start: UInt32
  /// The position that the first bit stands for.
  var low: UInt32 = 0
}

/// A document with positions in a ``PhraseStarts``.
struct ExpectedDocument: BitwiseCopyable {
  let document: DocumentID
  /// The number of different positions.
  let count: UInt32
  /// The index of the first of them in ``PhraseStarts/far``; nil for a document with bits.
  let far: UInt32?

  /// The positions of the document in ``PhraseStarts/far``.
  var farRange: Range<Int> { Int(far ?? 0)..<(Int(far ?? 0) &+ Int(count)) }
}
