/// The memories of the words that a thread reads in one segment after another.
///
/// Used by one thread at a time. A memory that was taken is in use until ``release(to:)``.
final class PositionMemoryPool {
  /// The most memories that are kept, of 4 KiB each.
  private static let most = 16

  /// The most bytes for starts that are kept: one document may have a phrase a million times.
  private static let mostStartBytes = 1 << 16

  /// Memory for the starts of one phrase after another.
  private(set) var starts = GrowingArray<Int>()
  private var memories: [PositionMemory] = []
  /// The number of memories in use, the first ones.
  private(set) var count = 0

  /// Returns memory that no word uses.
  func take() -> PositionMemory {
    if count == memories.count { memories.append(PositionMemory()) }
    count += 1
    return memories[count - 1]
  }

  /// Takes back all memories but the first `count`. Nothing of the segment is kept, and no more
  /// memory than usual searches need.
  func release(to count: Int) {
    for index in count..<self.count { memories[index].reader.close() }
    self.count = count
    if count == 0, starts.memory > Self.mostStartBytes { starts = GrowingArray() }
    if memories.count > max(count, Self.most) {
      memories.removeLast(memories.count - max(count, Self.most))
    }
  }
}
