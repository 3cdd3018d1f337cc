/// The words that a query matches in the texts of one field of a document.
struct FieldMarks: Sendable {
  /// A word, or a sequence of words, for which a clause asks.
  struct Occurrence: Sendable {
    /// The bytes of the text from the first word to the last.
    var range: Range<Int>
    /// The number of the clause, which is the same for clauses that match the same words.
    var group: Int
    /// The importance of the clause in the query, and the rarity of the words.
    var weight: Float
  }

  /// The plain text of all values, each on lines of its own.
  var text = ""
  /// The offsets of the values' first bytes.
  var starts: [Int] = []
  /// The bytes of the text to mark, in rising order without overlap.
  var ranges: [Range<Int>] = []
  /// The occurrences, in the order of their first bytes.
  var occurrences: [Occurrence] = []
  /// The offset of the first byte of each word; empty unless it was asked for.
  var wordStarts: [Int] = []
}

extension [Range<Int>] {
  /// The ranges in rising order, with those that overlap joined. Neighbours stay apart.
  var joined: [Range<Int>] {
    var result: [Range<Int>] = []
    for range in orderedUnlessAscending(by: { $0.precedes($1) }) where !range.isEmpty {
      if let last = result.last, range.lowerBound < last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension Range<Int> {
  /// Returns true if this range begins before the other one, or ends before it if they begin
  /// together.
  func precedes(_ other: Range<Int>) -> Bool {
    lowerBound != other.lowerBound
      ? lowerBound < other.lowerBound : upperBound < other.upperBound
  }
}

extension Array {
  /// Returns the elements in the order of `precedes`, which the words of a text mostly have
  /// already.
  func orderedUnlessAscending(by precedes: (Element, Element) -> Bool) -> [Element] {
    let isAscending = indices.dropFirst().allSatisfy { !precedes(self[$0], self[$0 - 1]) }
    return isAscending ? self : ordered(by: precedes)
  }
}
