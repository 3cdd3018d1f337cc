/// Choosing blocks of a list without moving the cursor.
extension PostingsCursor {
  /// Returns the blocks whose last document lies in `documents`.
  ///
  /// When several ranges together cover a segment, each block belongs to one of them.
  func blocks(endingIn documents: Range<DocumentID>) -> Range<Int> {
    var first = 0
    if documents.lowerBound > 0 {
      first = table.firstBlock(endingAtOrAfter: documents.lowerBound, from: 0)
    }
    guard documents.upperBound < documentCount else { return first..<blockCount }
    return first..<table.firstBlock(endingAtOrAfter: documents.upperBound, from: first)
  }

  /// Returns the blocks that can contain any of `documents`, which must not be empty.
  func blocks(overlapping documents: Range<DocumentID>) -> Range<Int> {
    let first = table.firstBlock(endingAtOrAfter: documents.lowerBound, from: 0)
    let last = table.firstBlock(endingAtOrAfter: documents.upperBound &- 1, from: first)
    return first..<min(blockCount, last + 1)
  }

  /// Returns the blocks of `range` by descending bound; those with equal bounds stay in list order.
  ///
  /// - Complexity: O(blocks).
  func blocksByBound(_ range: Range<Int>) -> [UInt32] {
    let blockCount = range.count
    guard blockCount > 0 else { return [] }
    // SAFETY: a bucket is at most 255; each block has a slot of its own below `blockCount`.
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
      unsafe starts.initialize(repeating: 0)
      for block in range { unsafe starts[255 &- Int(table.bound(block))] &+= 1 }
      var sum = 0
      for index in 0..<256 {
        let here = unsafe starts[index]
        unsafe starts[index] = sum
        sum &+= here
      }
      var blocks = [UInt32](repeating: 0, count: blockCount)
      for block in range {
        let bucket = 255 &- Int(table.bound(block))
        unsafe blocks[starts[bucket]] = UInt32(truncatingIfNeeded: block)
        unsafe starts[bucket] &+= 1
      }
      return blocks
    }
  }
}
