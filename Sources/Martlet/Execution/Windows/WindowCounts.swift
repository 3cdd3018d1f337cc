/// Counts for each document of a window the number of sets that have it, 64 documents at a time.
///
/// Bit `n` of all counts of 64 documents is one word, so a set is added with the carries of a
/// binary adder, most of which end at once. Used by one thread.
///
/// - Complexity: about two operations per word and set; comparing takes one per bit of the counts.
final class WindowCounts {
  private let bitCount: Int
  /// The words of the counts: those of one group of 64 documents follow one another, the lowest
  /// bits first.
  private let words = GrowingArray<UInt64>()

  /// Creates counts of 0 that can reach `highest`.
  init(highest: Int) {
    bitCount = Int.bitWidth - highest.leadingZeroBitCount
    for _ in 0..<WindowBits.wordCount * bitCount { words.append(0) }
  }

  /// Adds 1 to the counts of the documents in `bits`.
  ///
  /// - Precondition: No count exceeds the highest one.
  func add(_ bits: WindowBits) {
    for group in 0..<WindowBits.wordCount {
      var carry = bits[group]
      var index = group &* bitCount
      while carry != 0 {
        precondition(index < (group &+ 1) &* bitCount, "a count does not fit \(bitCount) bits")
        let word = words[index]
        words[index] = word ^ carry
        carry &= word
        index &+= 1
      }
    }
  }

  /// Sets `bits` to the documents whose count is at least `least`, and resets all counts to 0.
  ///
  /// - Precondition: `least` is at most the highest count.
  func drain(atLeast least: Int, into bits: WindowBits) {
    precondition(
      least &>> bitCount == 0, "minimum \(least) does not fit counts of \(bitCount) bits")
    for group in 0..<WindowBits.wordCount {
      var greater: UInt64 = 0
      var equal = UInt64.max
      for bit in (0..<bitCount).reversed() {
        let word = words[group &* bitCount &+ bit]
        words[group &* bitCount &+ bit] = 0
        if least &>> bit & 1 == 1 {
          equal &= word
        } else {
          greater |= equal & word
          equal &= ~word
        }
      }
      bits[group] = greater | equal
    }
  }
}
