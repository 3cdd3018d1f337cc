/// Canonical composition: the last step to Normalization Form C (Unicode Standard Annex 15).
enum Composition {
  private static let entries = PackedNumbers(FoldingTables.compositions, width: 3)

  /// Composes scalars that are decomposed and in canonical order; Hangul only if `hangul`.
  ///
  /// - Complexity: O(n log pairs).
  static func compose(_ scalars: inout [UInt32], hangul: Bool) {
    guard scalars.contains(where: { $0 >= 0x300 }) else { return }
    var result: [UInt32] = []
    result.reserveCapacity(scalars.count)
    var starter = -1
    var lastRank: UInt8 = 0
    for scalar in scalars {
      let rank = MarkOrder.rank(scalar)
      let isAdjacent = starter == result.count - 1
      if starter >= 0, isAdjacent || (lastRank < rank && rank > 0),
        let composed = pair(result[starter], scalar, hangul: hangul)
      {
        result[starter] = composed
        continue
      }
      if rank == 0 { starter = result.count }
      lastRank = rank
      result.append(scalar)
    }
    scalars = result
  }

  private static func pair(_ first: UInt32, _ second: UInt32, hangul: Bool) -> UInt32? {
    if first &- 0x1100 < 19, second &- 0x1161 < 21 {
      return hangul ? 0xAC00 &+ ((first &- 0x1100) &* 21 &+ (second &- 0x1161)) &* 28 : nil
    }
    if first &- 0xAC00 < 11_172, (first &- 0xAC00) % 28 == 0, second &- 0x11A8 < 27 {
      return hangul ? first &+ (second &- 0x11A7) : nil
    }
    return listed(first, second)
  }

  private static func listed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    var low = 0
    var high = entries.count / 3
    while low < high {
      let middle = (low + high) / 2
      let key = (entries[3 * middle], entries[3 * middle + 1])
      if key == (Int(first), Int(second)) {
        return UInt32(truncatingIfNeeded: entries[3 * middle + 2])
      }
      if key < (Int(first), Int(second)) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
