/// The memory of a ``CandidateBuffer``, which goes from one search to the next.
///
/// So a short search need not allocate it and clear a part of it, which takes as many instructions
/// as parsing the text. Any thread may take what another has given back.
@safe
final class CandidateMemory: Sendable {
  /// The memory that is not in use, for half as many threads that search at the same time: one with
  /// phrases beside other clauses takes two.
  private static let unused = ObjectPool<CandidateMemory>(most: 16)

  private static let block = Limits.blockSize + 1
  private static let documentOffset = WindowBits.size * 8
  private static let foundOffset = documentOffset + WindowBits.size * 4
  private static let indexOffset = foundOffset + block * 4
  private static let valueOffset = indexOffset + block * 4
  private static let boundOffset = (valueOffset + block * 4 + 7) & ~7
  private static let originOffset = boundOffset + Limits.blockSize * 8
  private static let frequencyOffset = originOffset + Limits.blockSize * 4
  private static let sumOffset = frequencyOffset + Limits.blockSize * 4
  private static let windowOffset = sumOffset + Limits.blockSize * 4
  private static let slotOffset = windowOffset + WindowBits.size * 8
  private static let byteCount = slotOffset + DocumentTable.slotCount

  // SAFETY: `byteCount` bytes, freed with this object. Used by the one buffer that has taken it.
  nonisolated(unsafe) private let base: UnsafeMutableRawPointer
  /// The memories of words whose positions are read.
  // SAFETY: used by the one buffer that has taken this memory.
  nonisolated(unsafe) let positionMemories = PositionMemoryPool()

  private init() {
    unsafe base = .allocate(byteCount: Self.byteCount, alignment: 8)
    // SAFETY: the slots are the last bytes.
    unsafe (base + Self.slotOffset).initializeMemory(
      as: UInt8.self, repeating: 0, count: DocumentTable.slotCount)
    unsafe windowSums.initialize(repeating: 0, count: WindowBits.size)
    // Frequencies are moved along with the candidates before any is known.
    unsafe frequencies.initialize(repeating: 0, count: Limits.blockSize)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Returns memory that nobody uses.
  static func take() -> CandidateMemory { unused.take() ?? CandidateMemory() }

  /// Lets another buffer use this memory.
  func giveBack() { Self.unused.giveBack(self) }

  /// The scores of a window.
  @unsafe
  var scores: UnsafeMutablePointer<Double> {
    unsafe base.bindMemory(to: Double.self, capacity: WindowBits.size)
  }

  /// The documents of a window.
  @unsafe
  var documents: UnsafeMutablePointer<UInt32> {
    unsafe numbers(Self.documentOffset, WindowBits.size)
  }

  /// A block of entries and one more.
  @unsafe
  var found: UnsafeMutablePointer<UInt32> { unsafe numbers(Self.foundOffset, Self.block) }

  /// A block of entries and one more.
  @unsafe
  var indices: UnsafeMutablePointer<UInt32> { unsafe numbers(Self.indexOffset, Self.block) }

  /// A number for each entry of a block and one more.
  @unsafe
  var values: UnsafeMutablePointer<Float> {
    unsafe (base + Self.valueOffset).bindMemory(to: Float.self, capacity: Self.block)
  }

  /// A bound for each entry of a block.
  @unsafe
  var bounds: UnsafeMutablePointer<Double> {
    unsafe (base + Self.boundOffset).bindMemory(to: Double.self, capacity: Limits.blockSize)
  }

  /// A block of indices.
  @unsafe
  var origins: UnsafeMutablePointer<UInt32> {
    unsafe numbers(Self.originOffset, Limits.blockSize)
  }

  /// A block of frequencies.
  @unsafe
  var frequencies: UnsafeMutablePointer<UInt32> {
    unsafe numbers(Self.frequencyOffset, Limits.blockSize)
  }

  /// A block of sums.
  @unsafe
  var sums: UnsafeMutablePointer<UInt32> { unsafe numbers(Self.sumOffset, Limits.blockSize) }

  /// The sums of a window, all of them 0 between two searches.
  @unsafe
  var windowSums: UnsafeMutablePointer<Double> {
    unsafe (base + Self.windowOffset).bindMemory(to: Double.self, capacity: WindowBits.size)
  }

  /// The slots of a ``DocumentTable``, the last of them 0.
  @unsafe
  var slots: UnsafeMutablePointer<UInt8> {
    unsafe (base + Self.slotOffset).bindMemory(
      to: UInt8.self, capacity: DocumentTable.slotCount)
  }

  @unsafe
  private func numbers(_ offset: Int, _ capacity: Int) -> UnsafeMutablePointer<UInt32> {
    // SAFETY: the caller asks for a part of the memory.
    unsafe (base + offset).bindMemory(to: UInt32.self, capacity: capacity)
  }
}
