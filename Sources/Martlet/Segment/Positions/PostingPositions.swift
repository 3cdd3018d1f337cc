/// Postings of a term and their positions, lent by ``PositionScan``.
@unsafe
struct PostingPositions {
  /// The number of postings.
  let count: Int
  /// The documents, in rising order.
  let documents: UnsafePointer<UInt32>
  /// The index of each document's first position among all positions, relative to the first
  /// document's.
  private let offsets: UnsafePointer<UInt32>
  /// The number of positions of each document.
  private let counts: UnsafePointer<UInt32>
  /// The positions of all documents, of each the first one and then the differences.
  private let numbers: UnsafePointer<UInt32>

  /// - Parameters:
  ///   - offsets: The index of each document's first position in any numbering.
  ///   - numbers: The numbers from the first document's first position to the last one's last.
  init(
    count: Int, documents: UnsafePointer<UInt32>, offsets: UnsafePointer<UInt32>,
    counts: UnsafePointer<UInt32>, numbers: UnsafePointer<UInt32>
  ) {
    unsafe self.count = count
    unsafe self.documents = documents
    unsafe self.offsets = offsets
    unsafe self.counts = counts
    unsafe self.numbers = numbers
  }

  /// The number of positions from the first document's first to the last one's last. That is at
  /// least the number of all documents' positions: others may lie between theirs.
  var positionCount: Int {
    // SAFETY: there is an offset and a count for each of the postings.
    unsafe count == 0 ? 0 : Int(offsets[count - 1] &- offsets[0] &+ counts[count - 1])
  }

  /// Returns the number of positions of the document at `slot`.
  @inline(__always)
  func count(at slot: Int) -> Int { unsafe Int(counts[slot]) }

  /// Returns the first position of the document at `slot` if `index` is 0; otherwise the difference
  /// from position `index - 1` to the next.
  @inline(__always)
  func difference(_ index: Int, at slot: Int) -> UInt32 {
    // SAFETY: as for ``differences(at:)``.
    unsafe numbers[Int(offsets[slot] &- offsets[0]) &+ index]
  }

  /// Returns the first position of the document at `slot`, then the difference from each to the
  /// next.
  @inline(__always)
  func differences(at slot: Int) -> UnsafeBufferPointer<UInt32> {
    // SAFETY: the offsets are sums of the counts that do not overflow, and as many numbers are
    // lent.
    unsafe UnsafeBufferPointer(
      start: numbers + Int(offsets[slot] &- offsets[0]), count: Int(counts[slot]))
  }
}
