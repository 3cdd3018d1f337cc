/// Finds earlier occurrences of a block's bytes, for ``BlockCompressor``.
///
/// A hash table keeps the last offset of each 5 bytes, in 16 bits, so that blocks may have any
/// size: an entry stands for the nearest earlier offset with the same low 16 bits. That is a guess,
/// which is verified by comparing the bytes; an empty slot guesses the block's start. Valid only
/// while block and table are lent.
@safe
struct MatchFinder {
  static let slotCount = 1 << 13
  /// The binary logarithm of the number of failed attempts after which the step grows by one.
  private static let patience = 6

  private let source: UnsafeRawPointer
  private let table: UnsafeMutablePointer<UInt16>
  /// The last offset at which a match may start.
  let last: Int

  /// Creates a finder with an empty table.
  ///
  /// - Precondition: 12 bytes of the block follow `last`, and the table has `slotCount` slots.
  @unsafe
  init(source: UnsafeRawPointer, table: UnsafeMutablePointer<UInt16>, last: Int) {
    unsafe self.source = source
    unsafe self.table = table
    self.last = last
    unsafe table.update(repeating: 0, count: Self.slotCount)
  }

  /// Returns the first offset from `start` on whose 4 bytes occur earlier, and the offset of that
  /// match, which is negative when there is none.
  ///
  /// - Precondition: `start` is not 0.
  @inline(__always)
  func next(from start: Int) -> (position: Int, match: Int) {
    var position = start
    guard position <= last else { return (position, -1) }
    var nextSlot = slot(of: position)
    var attempts = 1 &<< Self.patience
    while true {
      let current = position
      let match = exchange(nextSlot, current)
      position &+= attempts &>> Self.patience
      attempts &+= 1
      // The next hash is started before the result of this comparison is known, to hide its
      // latency.
      nextSlot = slot(of: min(position, last))
      if areWordsEqual(current, match), match < current { return (current, match) }
      if position > last { return (position, -1) }
    }
  }

  /// Stores the offset `position` in the table.
  @inline(__always)
  func remember(_ position: Int) {
    _ = exchange(slot(of: position), position)
  }

  /// Returns true if the bytes at two offsets in the block are equal.
  @inline(__always)
  func areEqual(_ left: Int, _ right: Int) -> Bool {
    // SAFETY: both are offsets in the block.
    unsafe source.load(fromByteOffset: left, as: UInt8.self)
      == source.load(fromByteOffset: right, as: UInt8.self)
  }

  /// Returns true if the 4 bytes at two offsets are equal.
  @inline(__always)
  private func areWordsEqual(_ left: Int, _ right: Int) -> Bool {
    // SAFETY: 12 bytes of the block follow every offset up to `last`.
    unsafe source.loadUnaligned(fromByteOffset: left, as: UInt32.self)
      == source.loadUnaligned(fromByteOffset: right, as: UInt32.self)
  }

  /// Returns the slot for the 5 bytes at `position`.
  @inline(__always)
  private func slot(of position: Int) -> Int {
    // SAFETY: 12 bytes of the block follow every offset up to `last`.
    let bytes = unsafe UInt64(
      littleEndian: source.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    return Int(truncatingIfNeeded: ((bytes &<< 24) &* 0x9E37_79B1_85EB_CA87) &>> 51)
  }

  /// Stores `position` in `slot`, and returns the offset that the slot stood for before: the last
  /// one up to `position` with the same low 16 bits.
  ///
  /// It is never negative, because the slot had 0 or an offset in this block.
  @inline(__always)
  private func exchange(_ slot: Int, _ position: Int) -> Int {
    let low = UInt16(truncatingIfNeeded: position)
    // SAFETY: a hash has 13 bits, as many as the slots need.
    let before = unsafe table[slot]
    unsafe table[slot] = low
    return position &- Int(low &- before)
  }
}
