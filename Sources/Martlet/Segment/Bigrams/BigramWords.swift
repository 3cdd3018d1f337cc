/// The frequent words whose pairs a field of a segment lists; see ``BigramsFormat``.
///
/// Reads the words in place. Trusts no byte: damage gives `corrupted` or a wrong answer, but never
/// traps.
///
/// - Complexity: a look-up compares about eight words.
struct BigramWords: Sendable {
  /// The number of words.
  let count: Int
  let section: Section
  private let start: Int

  /// Opens the words in `section`.
  init(_ section: Section) throws(SearchError) {
    self.section = section
    try section.verify(0..<section.count)
    guard section.count >= 4 else {
      throw section.corrupted(
        "expected at least 4 bytes of words with pairs, found \(section.count) bytes", at: 0)
    }
    let claimed = section.bytes.uint32(at: 0)
    guard claimed <= BigramsFormat.mostWords, 4 * Int(claimed) <= section.count - 4 else {
      throw section.corrupted(
        "\(section.count) bytes cannot have \(claimed) words with pairs", at: 0)
    }
    count = Int(claimed)
    start = 4 + 4 * count
    var end = 0
    for index in 0..<count {
      let next = section.bytes.uint32(at: 4 + 4 * index)
      guard next >= end, next <= section.count - start else {
        throw section.corrupted(
          "word \(index) ends at byte \(next), expected \(end) to \(section.count - start)",
          at: 4 + 4 * index)
      }
      end = Int(next)
    }
    guard end == section.count - start else {
      throw section.corrupted(
        "the words end at byte \(end), expected \(section.count - start) (the end of the section)",
        at: start)
    }
  }

  /// The bytes of word `index`.
  ///
  /// - Precondition: there is such a word.
  subscript(index: Int) -> [UInt8] { section.bytes.array(range(of: index)) }

  /// All words, in rising order.
  var all: [[UInt8]] { (0..<count).map { self[$0] } }

  /// Returns the number of the word `term`, or nil if it is not among the words.
  func number(of term: [UInt8]) -> UInt8? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let order = compare(middle, term)
      if order == 0 { return UInt8(truncatingIfNeeded: middle) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns a negative number if word `index` is less than `term`, 0 if it is equal.
  private func compare(_ index: Int, _ term: [UInt8]) -> Int {
    let range = range(of: index)
    for offset in 0..<min(range.count, term.count) {
      let (left, right) = (section.bytes[range.lowerBound + offset], term[offset])
      if left != right { return left < right ? -1 : 1 }
    }
    return range.count - term.count
  }

  private func range(of index: Int) -> Range<Int> {
    precondition(index >= 0 && index < count, "word \(index) is beyond the \(count) words")
    return (start + end(of: index - 1))..<(start + end(of: index))
  }

  /// Returns the end of word `index`, in bytes from the first word; 0 for index -1.
  private func end(of index: Int) -> Int {
    index < 0 ? 0 : Int(clamping: section.bytes.uint32(at: 4 + 4 * index))
  }
}
