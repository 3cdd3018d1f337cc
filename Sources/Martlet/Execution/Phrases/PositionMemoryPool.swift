/// The memories of the words that a thread reads in one segment after another.
///
/// Used by one thread at a time. A memory that was taken is in use until ``release(to:)``.
final class PositionMemoryPool {
  /// The most memories that are kept, of 4 KiB each.
  private static let most = 16

  /// Memory for the starts of one phrase after another.
  let starts = GrowingArray<Int>()
  private var memories: [PositionMemory] = []
  /// The number of memories in use, the first ones.
  private(set) var count = 0

  /// Returns memory that no word uses.
  func take() -> PositionMemory {
    if count == memories.count { memories.append(PositionMemory()) }
    count += 1
    return memories[count - 1]
  }

  /// Takes back all memories but the first `count`. Nothing of the segment is kept.
  func release(to count: Int) {
    for index in count..<self.count { memories[index].reader.close() }
    self.count = count
    if memories.count > max(count, Self.most) {
      memories.removeLast(memories.count - max(count, Self.most))
    }
  }
}
