/// The positions in each document of a segment at which the last word of a phrase must occur, and
/// whether it does.
///
/// Nearly all positions that are looked up are not among them. So each document has a bit set, with
/// eight bits for each of its positions: a position that is there sets the bit of its hash, and the
/// others are searched for only if their bit is set. Used by one thread.
///
/// - Complexity: 12 bytes of memory per document, and 6 per position. A look-up reads one byte, and
///   for about one position in eight that is not there, O(log positions) more.
struct PhraseStarts {
  /// The positions, those of a document in rising order.
  private let positions = GrowingArray<UInt32>()
  /// A byte for each position, which is 1 if the word occurs there.
  private let isTaken = GrowingArray<UInt8>()
  /// The bit sets: a document has the bytes with the indices of its positions.
  private let bits = GrowingArray<UInt8>()
  /// The index in `positions` of the first one of each document.
  private let firsts: GrowingArray<Int>
  /// The number of positions of each document.
  private let counts: GrowingArray<UInt32>
  /// The documents that have positions.
  let documents: DocumentBitmap

  init(documentCount: Int) {
    firsts = GrowingArray(zeros: documentCount)
    counts = GrowingArray(zeros: documentCount)
    documents = DocumentBitmap(documentCount: documentCount)
  }

  /// True if no document has a position.
  var isEmpty: Bool { positions.count == 0 }

  /// Adds a document with `count` positions in rising order, of which `position` returns each.
  func append(_ document: DocumentID, count: Int, _ position: (Int) -> UInt32) {
    guard count > 0 else { return }
    let first = positions.count
    documents.insert(document)
    firsts[Int(document)] = first
    counts[Int(document)] = UInt32(truncatingIfNeeded: count)
    for index in 0..<count {
      positions.append(position(index))
      isTaken.append(0)
      bits.append(0)
    }
    for index in first..<(first + count) {
      let bit = Self.bit(of: positions[index], count: UInt32(truncatingIfNeeded: count))
      bits[first + bit >> 3] |= 1 << UInt8(bit & 7)
    }
  }

  /// Returns the bit of a position: a number below eight times `count`.
  @inline(__always)
  private static func bit(of position: UInt32, count: UInt32) -> Int {
    // The fractional part of a multiple of the golden ratio spreads neighbours (Knuth, The Art of
    // Computer Programming 3, §6.4).
    let hash = position &* UInt32(0x9E37_79B1)
    return Int(truncatingIfNeeded: (UInt64(hash) &* (UInt64(count) &* 8)) &>> 32)
  }

  /// Marks those of `found` that are positions of a document that has positions.
  @inline(__always)
  func mark(_ found: Span<UInt32>, in document: Int) {
    let (first, count) = (firsts[document], counts[document])
    for index in found.indices {
      let position = found[index]
      let bit = Self.bit(of: position, count: count)
      if bits[first + bit >> 3] >> UInt8(bit & 7) & 1 != 0 { search(position, first, Int(count)) }
    }
  }

  @inline(never)
  private func search(_ position: UInt32, _ first: Int, _ count: Int) {
    var (low, high) = (first, first + count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < position { low = middle + 1 } else { high = middle }
    }
    if low < first + count, positions[low] == position { isTaken[low] = 1 }
  }

  /// Returns the number of marked positions of each document that has any.
  func sums() -> PostingsAccumulator {
    let sums = PostingsAccumulator(documentCount: documents.documentCount)
    documents.forEach { document in
      let first = firsts[Int(document)]
      var sum: UInt32 = 0
      for index in first..<(first + Int(counts[Int(document)])) { sum &+= UInt32(isTaken[index]) }
      if sum > 0 { sums.add(document, sum) }
    }
    return sums
  }
}
