/// The words of a beginning that stand after one of some words, as they are found.
///
/// Used by one thread.
///
/// - Complexity: about 3 ns per position, and 10 for one that follows a word; 8 bytes for each of
///   these, and 4 per word and document.
@safe
final class FoundFollowers: PositionTaker {
  /// The bit of a slot's byte that is set while its position is counted.
  private static let isCounted: UInt8 = 0x80

  /// The slots that were found, with the index of the document in the upper half.
  private let slots = GrowingArray<UInt64>()
  private let expected: Followers
  /// The number of positions found after each word in each document, while they are counted.
  private let counts: GrowingArray<UInt32>
  /// The indices of the counts that are not 0.
  private let counted = GrowingArray<UInt32>()
  /// The slots that were counted.
  private let taken = GrowingArray<UInt32>()
  /// For each byte of the table, 1 if it is that of a word whose positions are counted.
  private let wanted = GrowingArray<UInt8>(zeros: 256)
  // SAFETY: the elements of arrays of `expected`, which do not change any more.
  private let starts: UnsafePointer<UInt32>
  private let bits: UnsafePointer<UInt64>

  /// - Parameter expected: The positions after the words, whose table has been made.
  init(_ expected: Followers) {
    self.expected = expected
    counts = GrowingArray(zeros: expected.wordCount * expected.documents.count)
    unsafe starts = UnsafePointer(expected.starts.elements)
    unsafe bits = UnsafePointer(expected.bits.elements)
  }

  /// The number of positions found.
  var count: Int { slots.count }

  /// Keeps those positions that are after one of the words.
  ///
  /// There is no branch on that, as it would be unpredictable. A position beyond the table is
  /// looked up as position 0, which is after no word.
  func take(_ postings: PostingPositions) {
    let (starts, bits) = unsafe (starts, bits)
    var count = slots.count
    slots.setCountOfUninitialized(unsafe count + postings.positionCount)
    // SAFETY: room for more than the positions of the documents; not used after this call.
    let slots = unsafe slots.elements
    for slot in 0..<(unsafe postings.count) {
      // SAFETY: the slots are below the count; the scan wants no documents but the expected ones,
      // which have a start each, and an end. There is a bit for each slot, and one more.
      let document = unsafe Int(postings.documents[slot]) &- expected.documents.lowerBound
      let start = unsafe starts[document]
      let size = unsafe starts[document &+ 1] &- start
      let differences = unsafe postings.differences(at: slot)
      var position: UInt32 = 0
      for index in 0..<differences.count {
        unsafe position &+= differences[index]
        let isInside = UInt32(truncatingIfNeeded: (UInt64(position) &- UInt64(size)) &>> 63)
        let bit = start &+ position & (0 &- isInside)
        unsafe slots[count] = UInt64(document) &<< 32 | UInt64(bit)
        count &+= unsafe Int(
          truncatingIfNeeded: bits[Int(bit &>> 6)] &>> UInt64(bit & 63) & 1)
      }
    }
    self.slots.truncate(to: count)
  }

  /// Passes the number of different positions after each word in each document to `body`, among
  /// those that were found after the first `start`.
  ///
  /// - Parameter isCounted: True for the words whose positions are counted.
  /// - Throws: The error that `body` throws.
  @inline(__always)
  func count(
    from start: Int, of isCounted: (_ word: Int) -> Bool,
    _ body: (_ word: Int, _ document: DocumentID, _ count: UInt32) throws(SearchError) -> Void
  ) throws(SearchError) {
    for word in 0..<expected.wordCount { wanted[word + 1] = isCounted(word) ? 1 : 0 }
    unsafe addUp(from: start)
    let size = expected.documents.count
    let first = DocumentID(expected.documents.lowerBound)
    for index in 0..<counted.count {
      let number = Int(counted[index])
      let (word, document) = number.quotientAndRemainder(dividingBy: size)
      let count = counts[number]
      counts[number] = 0
      try body(word, first &+ DocumentID(truncatingIfNeeded: document), count)
    }
    counted.removeAll()
  }

  @unsafe
  private func addUp(from start: Int) {
    let size = expected.documents.count
    // SAFETY: only slots of the table are found, after a word and in a document that have a count.
    let (words, counts) = unsafe (expected.words.elements, counts.elements)
    let (slots, wanted) = unsafe (slots.elements, wanted.elements)
    taken.setCountOfUninitialized(self.slots.count - start)
    counted.setCountOfUninitialized(self.slots.count - start)
    let (taken, counted) = unsafe (taken.elements, counted.elements)
    var (takenCount, countedCount) = (0, 0)
    for index in start..<self.slots.count {
      let slot = unsafe UInt32(truncatingIfNeeded: slots[index])
      let word = unsafe words[Int(slot)]
      // Two words with the beginning may share the position. A word that is counted already is
      // beyond those that are wanted.
      guard unsafe wanted[Int(word)] == 1 else { continue }
      unsafe words[Int(slot)] = word | Self.isCounted
      unsafe taken[takenCount] = slot
      takenCount &+= 1
      let number = unsafe (Int(word) &- 1) &* size &+ Int(slots[index] &>> 32)
      let count = unsafe counts[number]
      unsafe counts[number] = count &+ 1
      unsafe counted[countedCount] = UInt32(truncatingIfNeeded: number)
      countedCount &+= count == 0 ? 1 : 0
    }
    for index in 0..<takenCount { unsafe words[Int(taken[index])] &= ~Self.isCounted }
    self.counted.truncate(to: countedCount)
  }

  /// Forgets what was found.
  func removeAll() { slots.removeAll() }
}
