/// The positions in each document of a segment at which the last word of a phrase must occur, and
/// how many of them it has been found at.
///
/// A document has a bit for each position from the first to the last that is expected. Where these
/// would be many more bits than positions, it has the positions instead, which are searched. What is
/// found is taken away, so that a position counts once. Used by one thread.
///
/// - Complexity: 28 bytes of memory per document, and at most 8 megabytes and 16 bytes per position
///   more. A look-up reads one bit; in a document with few positions far apart it may take
///   O(log positions).
struct PhraseStarts {
  /// The expected positions of a document.
  private struct Entry: BitwiseCopyable {
    /// The lowest position.
    var low: UInt32
    /// One more than the distance from the lowest position to the highest.
    var size: UInt32
    /// The index of the document's first word in `bits`; or its complement is the index of its
    /// first position in `far`, after their number.
    var start: Int32
  }

  /// A position that is expected, unless it has been counted since.
  private struct Found: BitwiseCopyable {
    let document: UInt32
    /// The index of its bit in `bits`.
    let bit: UInt64
  }

  /// The noted positions are counted when there are more than this.
  private static let mostFound = 1 << 10
  /// A document has bits if they are no more than this for each position.
  private static let bitsPerPosition = 128
  /// A document has bits if all documents so far have no more than this.
  private static let fewBits = 1 << 26

  private let entries = GrowingArray<Entry>()
  private let bits = GrowingArray<UInt64>()
  /// The number of positions of each document without bits, then its positions in rising order.
  private let far = GrowingArray<UInt32>()
  /// 1 for each of `far` that has been found.
  private let isFarTaken = GrowingArray<UInt8>()
  private let found = GrowingArray<Found>()
  /// The number of positions found in each document.
  private let counts: GrowingArray<UInt32>
  /// The documents that have positions.
  let documents: DocumentBitmap

  init(documentCount: Int) {
    entries.setCountOfUninitialized(documentCount)
    counts = GrowingArray(zeros: documentCount)
    documents = DocumentBitmap(documentCount: documentCount)
  }

  /// True if no document has a position.
  var isEmpty: Bool { bits.count == 0 && far.count == 0 }

  /// Expects the last word at `offset` after each of the positions. A document is added once.
  func append(_ postings: PostingPositions, offset: UInt32) {
    for slot in 0..<(unsafe postings.count) {
      unsafe append(postings.documents[slot], postings.differences(at: slot), offset: offset)
    }
  }

  /// Expects the last word at `offset` after each of some positions of `document`. A document is
  /// added once.
  ///
  /// - Parameter differences: The first position, then the difference from each to the next.
  @unsafe
  func append(
    _ document: DocumentID, _ differences: UnsafeBufferPointer<UInt32>, offset: UInt32
  ) {
    guard !differences.isEmpty else { return }
    var size: UInt32 = 1
    for index in 1..<differences.count { unsafe size &+= differences[index] }
    let most = max(Self.fewBits - bits.count * 64, differences.count * Self.bitsPerPosition)
    let hasBits = Int(size) <= most
    guard let start = Int32(exactly: hasBits ? bits.count : ~far.count) else { return }
    documents.insert(document)
    let low = unsafe differences[0] &+ offset
    entries[Int(document)] = Entry(low: low, size: size, start: start)
    if hasBits {
      unsafe appendBits(differences, size)
    } else {
      unsafe appendFar(differences, offset)
    }
  }

  @unsafe @inline(__always)
  private func appendBits(_ differences: UnsafeBufferPointer<UInt32>, _ size: UInt32) {
    let first = bits.count
    for _ in 0..<IntegerMath.ceilingDivide(Int(size), by: 64) { bits.append(0) }
    // SAFETY: not used after this call.
    let words = unsafe bits.elements + first
    var distance = unsafe 0 &- differences[0]
    for index in 0..<differences.count {
      unsafe distance &+= differences[index]
      // The positions of a damaged segment may not rise.
      guard distance < size else { return }
      // SAFETY: there is a bit for each number below `size`.
      unsafe words[Int(distance &>> 6)] |= 1 &<< UInt64(distance & 63)
    }
  }

  @unsafe @inline(never)
  private func appendFar(_ differences: UnsafeBufferPointer<UInt32>, _ offset: UInt32) {
    far.append(UInt32(truncatingIfNeeded: differences.count))
    var position = offset
    for index in 0..<differences.count {
      unsafe position &+= differences[index]
      far.append(position)
    }
    while isFarTaken.count < far.count { isFarTaken.append(0) }
  }

  /// Counts those positions that are expected; all documents have been added.
  func mark(_ postings: PostingPositions) {
    for slot in 0..<(unsafe postings.count) {
      let document = unsafe Int(postings.documents[slot])
      let entry = entries[document]
      let differences = unsafe postings.differences(at: slot)
      if entry.start >= 0, entry.size > 0 {
        unsafe note(differences, document, entry)
      } else {
        unsafe markFar(differences, from: Int(~entry.start), document)
      }
    }
    if found.count > Self.mostFound { countFound() }
  }

  /// Notes those positions that are expected in `document`.
  ///
  /// There is no branch on what is expected: it would be unpredictable, and wait for a bit that is
  /// rarely in the processor's cache. Each position is noted in the next free slot.
  @unsafe @inline(__always)
  private func note(
    _ differences: UnsafeBufferPointer<UInt32>, _ document: Int, _ entry: Entry
  ) {
    var end = found.count
    found.setCountOfUninitialized(end &+ differences.count)
    // SAFETY: not used after this call, which adds no bits.
    let (words, slots) = unsafe (bits.elements + Int(entry.start), found.elements)
    var position: UInt32 = 0
    for index in 0..<differences.count {
      unsafe position &+= differences[index]
      let distance = position &- entry.low
      let isInside = (UInt64(distance) &- UInt64(entry.size)) &>> 63
      let bit = min(distance, entry.size &- 1)
      // SAFETY: the document has a bit for each number below its size, and there is room for all of
      // its positions.
      unsafe slots[end] = Found(
        document: UInt32(truncatingIfNeeded: document),
        bit: UInt64(entry.start) &* 64 &+ UInt64(bit))
      let isSet = unsafe words[Int(bit &>> 6)] &>> UInt64(bit & 63)
      end &+= Int(truncatingIfNeeded: isSet & isInside)
    }
    found.truncate(to: end)
  }

  /// Counts the noted positions, and takes them away.
  @inline(never)
  private func countFound() {
    for index in 0..<found.count {
      let (document, bit) = (Int(found[index].document), found[index].bit)
      let mask: UInt64 = 1 &<< (bit & 63)
      guard bits[Int(bit &>> 6)] & mask != 0 else { continue }
      bits[Int(bit &>> 6)] ^= mask
      counts[document] &+= 1
    }
    found.removeAll()
  }

  @unsafe @inline(never)
  private func markFar(
    _ differences: UnsafeBufferPointer<UInt32>, from start: Int, _ document: Int
  ) {
    guard start >= 0 else { return }
    var position: UInt32 = 0
    for index in 0..<differences.count {
      unsafe position &+= differences[index]
      search(position, from: start, document)
    }
  }

  /// Looks for `position` among the positions of `document`, whose number is at `start`.
  private func search(_ position: UInt32, from start: Int, _ document: Int) {
    let end = start + 1 + Int(far[start])
    var (low, high) = (start + 1, end)
    while low < high {
      let middle = (low + high) / 2
      if far[middle] < position { low = middle + 1 } else { high = middle }
    }
    guard low < end, far[low] == position, isFarTaken[low] == 0 else { return }
    isFarTaken[low] = 1
    counts[document] &+= 1
  }

  /// Returns the number of positions found in each document that has any.
  func sums() -> PostingsAccumulator {
    countFound()
    let sums = PostingsAccumulator(documentCount: documents.documentCount)
    documents.forEach { document in
      let count = counts[Int(document)]
      if count > 0 { sums.add(document, count) }
    }
    return sums
  }
}
