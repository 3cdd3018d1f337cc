/// The positions after each of some words, in a range of a segment's documents.
///
/// Each position has a byte and a bit. Used by one thread: it reads one word after another, makes
/// the table, and then only looks things up.
///
/// - Complexity: 9 bits per position up to the last one of a word in each document, 4 bytes per
///   document, and 8 per occurrence of a word while these are read.
final class Followers: PositionTaker {
  /// The most slots of the table.
  private static let mostSlots = 1 << 28

  /// The documents.
  let documents: Range<Int>
  /// The number of the words.
  let wordCount: Int
  /// The slot of each document's position 0, and the end of the last one's.
  let starts: GrowingArray<UInt32>
  /// For each slot, the number of the word before, plus 1; 0 if it is none of the words.
  private(set) var words = GrowingArray<UInt8>(capacity: 1)
  /// For each slot, 1 if one of the words is before it.
  private(set) var bits = GrowingArray<UInt64>(capacity: 1)
  /// The positions after each occurrence, with the index of the document in the upper half.
  private let found = GrowingArray<UInt64>()
  /// The number of occurrences up to the end of each word's.
  private var ends: [Int] = []

  init(_ documents: Range<Int>, wordCount: Int) {
    self.documents = documents
    self.wordCount = wordCount
    starts = GrowingArray(zeros: documents.count + 1)
  }

  /// Notes the positions after some of a word's.
  func take(_ postings: PostingPositions) {
    var next = found.count
    found.setCountOfUninitialized(unsafe next + postings.positionCount)
    // SAFETY: room for more than the positions of the documents; not used after this call.
    let found = unsafe found.elements
    for slot in 0..<(unsafe postings.count) {
      // SAFETY: the slots are below the count; the scan wants no documents but these.
      let document = unsafe Int(postings.documents[slot]) - documents.lowerBound
      let differences = unsafe postings.differences(at: slot)
      var position: UInt32 = 1
      for index in 0..<differences.count {
        unsafe position &+= differences[index]
        unsafe found[next] = UInt64(document) &<< 32 | UInt64(position)
        next &+= 1
      }
      starts[document] = max(starts[document], position &+ 1)
    }
    self.found.truncate(to: next)
  }

  /// Ends the positions of one word.
  func endWord() { ends.append(found.count) }

  /// Makes the table.
  ///
  /// - Returns: The words that share a position with another one before them; nil if the table
  ///   would be too large.
  func fill() -> Set<Int>? {
    var sum = 0
    for document in 0..<starts.count {
      let size = Int(clamping: starts[document])
      starts[document] = UInt32(truncatingIfNeeded: sum)
      sum += size
      guard sum <= Self.mostSlots else { return nil }
    }
    // The documents at the end may have no slots; see ``FoundFollowers``.
    words = GrowingArray(zeros: sum + 1)
    bits = GrowingArray(zeros: sum / 64 + 1)
    var repeated: Set<Int> = []
    var start = 0
    for (word, end) in ends.enumerated() {
      let number = UInt8(truncatingIfNeeded: word &+ 1)
      for index in start..<end {
        let document = Int(found[index] &>> 32)
        let position = UInt32(truncatingIfNeeded: found[index])
        // The positions of a damaged segment may not rise.
        guard position < starts[document + 1] &- starts[document] else { continue }
        let slot = Int(starts[document]) &+ Int(position)
        if words[slot] == 0 {
          words[slot] = number
          bits[slot &>> 6] |= 1 &<< UInt64(slot & 63)
        } else if words[slot] != number {
          repeated.insert(word)
        }
      }
      start = end
    }
    found.removeAll()
    return repeated
  }
}
