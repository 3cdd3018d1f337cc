/// The canonical order of combining marks (Unicode Standard Annex 15).
enum MarkOrder {
  /// The maximum number of consecutive marks that are sorted. Written text uses a handful, and the
  /// Stream-Safe Text Format of the annex allows 30. Longer sequences are an attack on quadratic
  /// sorting and are cut into pieces.
  static let limit = 64

  /// Returns the rank of the mark's combining class; 0 for anything that is not a reordered mark.
  @inline(__always)
  static func rank(_ scalar: UInt32) -> UInt8 {
    scalar < 0x300 ? 0 : UInt8(truncatingIfNeeded: table[scalar])
  }

  private static let table = ScalarTable(
    index: FoldingTables.orderIndex, blocks: FoldingTables.orderBlocks, pageBits: 6, width: 1)

  /// Sorts each sequence of marks by class. Marks of one class keep their order.
  static func sort(_ scalars: inout [UInt32]) {
    var start = 0
    for index in scalars.indices {
      let rank = rank(scalars[index])
      if rank == 0 || index - start >= limit {
        start = rank == 0 ? index + 1 : index
        continue
      }
      var position = index
      let mark = scalars[index]
      while position > start, Self.rank(scalars[position - 1]) > rank {
        scalars[position] = scalars[position - 1]
        position -= 1
      }
      scalars[position] = mark
    }
  }
}
