/// The expected positions at which one thread has not found the last word of a phrase.
///
/// A position counts once, however often it is found. Used by one thread at a time, and read by any
/// number once all positions are marked.
///
/// - Complexity: memory as for the bits of ``PhraseStarts``. A position takes about two
///   nanoseconds; in a document with few positions far apart, O(log positions).
@safe
final class PhraseMarks: PositionTaker, Sendable {
  /// A document that has more positions than were read.
  private struct Waiting: BitwiseCopyable {
    /// The index of its posting.
    var slot: UInt32
    /// The position that was read last.
    var position: UInt32
  }

  // SAFETY: all are used by the thread that took this object from those that are free, or by any
  // once nothing is marked any more.
  nonisolated(unsafe) private let starts: PhraseStarts
  /// The bits of the positions that are left.
  nonisolated(unsafe) private let left: GrowingArray<UInt64>
  /// 1 for each of the positions far apart that has been found.
  nonisolated(unsafe) private let isFarTaken: GrowingArray<UInt8>
  // SAFETY: the elements of arrays that this object keeps, and that do not grow. Arrays would be
  // retained for each posting.
  nonisolated(unsafe) private let entries: UnsafePointer<ExpectedBits>
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>
  /// All ones if bits are written that may be clear already; otherwise 0.
  private let written: UInt64
  // SAFETY: room for a block of postings, freed with this object.
  nonisolated(unsafe) private let waiting: UnsafeMutablePointer<Waiting>
  nonisolated(unsafe) private let found: UnsafeMutablePointer<UInt32>

  /// - Parameter isOnly: True if no other thread looks for the phrase, so that the bits of `starts`
  ///   need not be copied.
  init(_ starts: PhraseStarts, isOnly: Bool) {
    unsafe self.starts = starts
    unsafe left = isOnly ? starts.bits : GrowingArray(copying: starts.bits)
    unsafe isFarTaken = GrowingArray(zeros: starts.far.count)
    unsafe entries = UnsafePointer(starts.entries.elements)
    unsafe words = left.elements
    var count = 0
    for index in 0..<starts.found.count { count &+= Int(starts.found[index].count) }
    written = count > starts.bits.count ? .max : 0
    unsafe waiting = .allocate(capacity: Limits.blockSize)
    unsafe found = .allocate(capacity: Limits.blockSize)
  }

  deinit {
    unsafe waiting.deallocate()
    unsafe found.deallocate()
  }

  /// Takes away those positions that are expected.
  ///
  /// First the first position of each document, then the second of those that have two, and so on:
  /// a loop over the few positions of one document would end at an unpredictable number. Then the
  /// rest of those that have many.
  func take(_ postings: PostingPositions) {
    var count = unsafe markFirst(postings)
    var index = 1
    while index < Self.fewPositions, count > Self.fewDocuments {
      count = unsafe mark(index, of: count, postings)
      index &+= 1
    }
    for document in 0..<count { unsafe markRest(from: index, of: waiting[document], postings) }
    if unsafe starts.far.count > 0 { unsafe markFar(postings) }
  }

  /// Documents are read together if there are more of them than this, as far as this position.
  private static let (fewDocuments, fewPositions) = (2, 4)

  /// Takes away the first position of each document.
  ///
  /// - Returns: The number of documents that have more, which are written to ``waiting``.
  @unsafe @inline(__always)
  private func markFirst(_ postings: PostingPositions) -> Int {
    let (waiting, found) = unsafe (waiting, found)
    var count = 0
    for slot in 0..<(unsafe postings.count) {
      let position = unsafe postings.difference(0, at: slot)
      // SAFETY: at most a block of postings is lent.
      unsafe found[slot] = bits(of: postings.documents[slot]).number(of: position)
      unsafe waiting[count] = Waiting(
        slot: UInt32(truncatingIfNeeded: slot), position: position)
      count &+= unsafe Self.isLess(1, postings.count(at: slot))
    }
    unsafe clear(postings.count)
    return count
  }

  /// Takes away position `index` of the first `count` documents in ``waiting``.
  ///
  /// - Returns: The number of those that have more, which are the first then.
  @unsafe @inline(__always)
  private func mark(_ index: Int, of count: Int, _ postings: PostingPositions) -> Int {
    let (waiting, found) = unsafe (waiting, found)
    var kept = 0
    for document in 0..<count {
      // SAFETY: at most a block of documents wait.
      let slot = unsafe Int(waiting[document].slot)
      let position = unsafe waiting[document].position &+ postings.difference(index, at: slot)
      unsafe found[document] = bits(of: postings.documents[slot]).number(of: position)
      unsafe waiting[kept] = Waiting(
        slot: UInt32(truncatingIfNeeded: slot), position: position)
      kept &+= unsafe Self.isLess(index &+ 1, postings.count(at: slot))
    }
    unsafe clear(count)
    return kept
  }

  /// Takes away the positions of `document` from position `index` on.
  @unsafe @inline(__always)
  private func markRest(from index: Int, of document: Waiting, _ postings: PostingPositions) {
    let differences = unsafe postings.differences(at: Int(document.slot))
    let bits = unsafe bits(of: postings.documents[Int(document.slot)])
    var position = document.position
    for index in index..<differences.count {
      unsafe position &+= differences[index]
      unsafe clear(bits.number(of: position))
    }
  }

  /// The bits of a document.
  private struct Bits {
    let low: UInt32
    let start: UInt32
    let size: UInt32

    /// Returns the number of the bit of `position`; 0, which is never set, if it is not between the
    /// expected ones.
    ///
    /// There is no branch on that: it would be unpredictable.
    @inline(__always)
    func number(of position: UInt32) -> UInt32 {
      let distance = position &- low
      let isInside = UInt32(truncatingIfNeeded: (UInt64(distance) &- UInt64(size)) &>> 63)
      return (0 &- isInside) & (start &+ distance)
    }
  }

  /// Returns the bits of `document`.
  @unsafe @inline(__always)
  private func bits(of document: DocumentID) -> Bits {
    // SAFETY: there is an entry for each document of the segment, and one more.
    let entry = unsafe entries[Int(document)]
    let end = unsafe entries[Int(document) &+ 1].start
    return Bits(low: entry.low, start: entry.start, size: end &- entry.start)
  }

  /// Clears the first `count` bits in ``found``.
  ///
  /// In a loop of its own, which is so short that the processor waits for many bits at a time: most
  /// are in none of its near caches.
  @unsafe @inline(__always)
  private func clear(_ count: Int) {
    let found = unsafe found
    for index in 0..<count { unsafe clear(found[index]) }
  }

  /// Clears a bit. Where few are set, it is not written if it is not: the branch is then
  /// predictable.
  @unsafe @inline(__always)
  private func clear(_ bit: UInt32) {
    // SAFETY: a bit of a document, or of the word before all documents.
    let word = unsafe words[Int(bit &>> 6)]
    let mask: UInt64 = 1 &<< UInt64(bit & 63)
    if (word | written) & mask != 0 { unsafe words[Int(bit &>> 6)] = word & ~mask }
  }

  /// Returns 1 if `left` is less than `right`, otherwise 0, without a branch.
  @inline(__always)
  private static func isLess(_ left: Int, _ right: Int) -> Int { (left &- right) &>> 63 & 1 }

  /// Notes the positions of the documents without bits.
  @unsafe @inline(never)
  private func markFar(_ postings: PostingPositions) {
    for slot in 0..<(unsafe postings.count) {
      guard let far = unsafe far(of: postings.documents[slot]) else { continue }
      let differences = unsafe postings.differences(at: slot)
      var position: UInt32 = 0
      for index in 0..<differences.count {
        unsafe position &+= differences[index]
        let found = Self.first(of: far) { unsafe starts.far[$0] >= position }
        if found < far.upperBound, unsafe starts.far[found] == position {
          unsafe isFarTaken[found] = 1
        }
      }
    }
  }

  /// Returns the positions of a document without bits; nil if it has bits, or no positions.
  private func far(of document: DocumentID) -> Range<Int>? {
    let found = unsafe starts.found
    let index = Self.first(of: 0..<found.count) { found[$0].document >= document }
    guard index < found.count, found[index].document == document, found[index].far != nil else {
      return nil
    }
    return found[index].farRange
  }

  /// Returns the first number of `range` that fulfils a condition which all after it fulfil too;
  /// the end of the range if there is none.
  @inline(__always)
  private static func first(of range: Range<Int>, where isFulfilled: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isFulfilled(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Notes the positions that `other` has found.
  fileprivate func join(_ other: PhraseMarks) {
    for index in 0..<(unsafe left.count) { unsafe left[index] &= other.left[index] }
    for index in 0..<(unsafe isFarTaken.count) {
      unsafe isFarTaken[index] |= other.isFarTaken[index]
    }
  }

  /// Returns the number of positions of a document that have been found.
  @inline(__always)
  fileprivate func count(in document: ExpectedDocument) -> UInt32 {
    var count = 0
    guard document.far == nil else {
      for index in document.farRange { unsafe count &+= Int(isFarTaken[index]) }
      return UInt32(truncatingIfNeeded: count)
    }
    // SAFETY: there is an entry for each document of the segment, and one more.
    let first = unsafe Int(entries[Int(document.document)].start &>> 6)
    let end = unsafe Int(entries[Int(document.document) &+ 1].start &>> 6)
    for index in first..<end { unsafe count &+= words[index].nonzeroBitCount }
    return document.count &- UInt32(truncatingIfNeeded: count)
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
    guard let first else { return sums }
    for marks in dropFirst() { first.join(marks) }
    let found = starts.found
    try stop.forEachShare(of: found.count) { range in
      for index in range {
        let count = first.count(in: found[index])
        if count > 0 { sums.add(found[index].document, count) }
      }
    }
    return sums
  }
}
