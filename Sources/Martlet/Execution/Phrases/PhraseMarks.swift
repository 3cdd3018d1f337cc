/// The expected positions at which one thread has not found the last word of a phrase.
///
/// A position counts once, however often it is found. Used by one thread at a time, and read by any
/// number once all positions are marked.
///
/// - Complexity: memory as for the bits of ``PhraseStarts``. A position takes about a nanosecond; in
///   a document with few positions far apart, O(log positions).
@safe
final class PhraseMarks: PositionTaker, Sendable {
  // SAFETY: all three are used by the thread that took this object from those that are free, or by
  // any once nothing is marked any more.
  nonisolated(unsafe) private let starts: PhraseStarts
  /// The bits of the positions that are left.
  nonisolated(unsafe) let left: GrowingArray<UInt64>
  /// 1 for each of the positions far apart that has been found.
  nonisolated(unsafe) let isFarTaken: GrowingArray<UInt8>
  // SAFETY: the elements of arrays that this object keeps, and that do not grow. Arrays would be
  // retained for each posting.
  nonisolated(unsafe) private let entries: UnsafePointer<PhraseStarts.Entry>
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>

  init(_ starts: PhraseStarts) {
    unsafe self.starts = starts
    unsafe left = GrowingArray(copying: starts.bits)
    unsafe isFarTaken = GrowingArray(zeros: starts.far.count)
    unsafe entries = UnsafePointer(starts.entries.elements)
    unsafe words = left.elements
  }

  /// Takes away those positions that are expected.
  func take(_ postings: PostingPositions) {
    for slot in 0..<(unsafe postings.count) {
      // SAFETY: there is an entry for each document of the segment.
      let entry = unsafe entries[Int(postings.documents[slot])]
      let differences = unsafe postings.differences(at: slot)
      if entry.start >= 0, entry.size > 0 {
        unsafe mark(differences, entry)
      } else if entry.start < 0 {
        unsafe markFar(differences, from: Int(~entry.start))
      }
    }
  }

  /// Takes away the bits of some positions.
  ///
  /// There is no branch on what is expected: it would be unpredictable, and wait for a bit that is
  /// rarely in the processor's cache.
  @unsafe @inline(__always)
  private func mark(
    _ differences: UnsafeBufferPointer<UInt32>, _ entry: PhraseStarts.Entry
  ) {
    let words = unsafe words + Int(entry.start)
    var distance = 0 &- entry.low
    for index in 0..<differences.count {
      unsafe distance &+= differences[index]
      let isInside = (UInt64(distance) &- UInt64(entry.size)) &>> 63
      let bit = min(distance, entry.size &- 1)
      // SAFETY: the document has a bit for each number below its size.
      unsafe words[Int(bit &>> 6)] &= ~(isInside &<< UInt64(bit & 63))
    }
  }

  @unsafe @inline(never)
  private func markFar(_ differences: UnsafeBufferPointer<UInt32>, from start: Int) {
    var position: UInt32 = 0
    for index in 0..<differences.count {
      unsafe position &+= differences[index]
      search(position, from: start)
    }
  }

  /// Looks for `position` among those of the document whose number of positions is at `start`.
  private func search(_ position: UInt32, from start: Int) {
    let far = unsafe starts.far
    let end = start + 1 + Int(far[start])
    var (low, high) = (start + 1, end)
    while low < high {
      let middle = (low + high) / 2
      if far[middle] < position { low = middle + 1 } else { high = middle }
    }
    if low < end, far[low] == position { unsafe isFarTaken[low] = 1 }
  }
}

extension [PhraseMarks] {
  /// Returns the number of positions in each document that any of the threads has found.
  ///
  /// - Parameter starts: The expected positions.
  /// - Throws: Any error of `stop`.
  func sums(
    of starts: PhraseStarts, _ stop: SearchStop
  ) throws(SearchError) -> PostingsAccumulator {
    let sums = PostingsAccumulator(documentCount: starts.documents.documentCount)
    let documents = starts.documents
    for word in 0..<documents.wordCount where documents[word] != 0 {
      var bits = documents[word]
      try stop.spend(bits.nonzeroBitCount)
      while bits != 0 {
        let document = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let entry = starts.entries[document]
        let count =
          entry.start >= 0
          ? foundBits(of: entry, starts.bits) : foundFar(from: Int(~entry.start), starts.far)
        if count > 0 { sums.add(DocumentID(truncatingIfNeeded: document), count) }
      }
    }
    return sums
  }

  private func foundBits(
    of entry: PhraseStarts.Entry, _ bits: GrowingArray<UInt64>
  ) -> UInt32 {
    var count = 0
    for index in entry.words {
      var left = bits[index]
      for marks in self { unsafe left &= marks.left[index] }
      count &+= (bits[index] ^ left).nonzeroBitCount
    }
    return UInt32(truncatingIfNeeded: count)
  }

  private func foundFar(from start: Int, _ far: GrowingArray<UInt32>) -> UInt32 {
    var count: UInt32 = 0
    for index in (start + 1)..<(start + 1 + Int(far[start]))
    where contains(where: { unsafe $0.isFarTaken[index] != 0 }) {
      count &+= 1
    }
    return count
  }
}
