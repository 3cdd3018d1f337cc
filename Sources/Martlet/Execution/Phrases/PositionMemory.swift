/// The range of a document's positions among all positions of a word.
struct PositionRun: BitwiseCopyable {
  var first: UInt32
  var count: UInt32
}

/// The memory in which the positions of one word are read, which goes from one segment to the next,
/// and from one search to the next.
///
/// In an index of many segments, allocating it and clearing it for each segment would take longer
/// than reading the few positions that each of them has. Used by one word at a time.
@safe
final class PositionMemory {
  /// The location in the word's list of each document of the leading block.
  let locations = PostingLocations()
  /// The reader of the word's positions.
  let reader = PositionsReader()
  // SAFETY: a block of entries, initialised when allocated, freed with this object.
  private let storage: UnsafeMutablePointer<PositionRun>

  init() {
    unsafe storage = .allocate(capacity: Limits.blockSize)
    unsafe storage.initialize(
      repeating: PositionRun(first: 0, count: 0), count: Limits.blockSize)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The range of the positions in each document of the leading block.
  @unsafe
  var runs: UnsafeMutablePointer<PositionRun> { unsafe storage }
}
