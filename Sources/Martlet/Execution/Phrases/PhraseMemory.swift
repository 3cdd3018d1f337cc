/// The memory of a ``PhraseStarts``, which goes from one segment and one search to the next: getting
/// megabytes from the system, a page at a time, takes as long as a fifth of such a search.
///
/// Any thread may take what another has given back.
final class PhraseMemory: Sendable {
  /// The memory that is not in use.
  private static let unused = ObjectPool<PhraseMemory>(most: 2)
  /// The most bytes of memory that wait for another use.
  private static let mostByteCount = 8 << 20

  // SAFETY: used by the phrase that has taken this object.
  nonisolated(unsafe) let entries = GrowingArray<PhraseStarts.Entry>()
  nonisolated(unsafe) let bits = GrowingArray<UInt64>()
  nonisolated(unsafe) let found = GrowingArray<PhraseStarts.Document>()
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
