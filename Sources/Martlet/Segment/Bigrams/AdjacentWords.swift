/// Counts the pairs of adjacent words in one document.
///
/// Words are numbered from 0. Used by one thread; empty again after ``drain(_:)``.
///
/// The words are written into a table at their positions, and pairs of neighbours are read from it
/// without a branch on the words, because such a branch would be unpredictable. When words share a
/// position, or a position is beyond the table, each word is paired by searching for words at the
/// next position.
///
/// - Complexity: about 3 ns per position of the document.
@safe
final class AdjacentWords {
  /// The number of slots in the table of words, and the least in ``last``.
  private static let tableSize = 1 << 16
  /// The most slots in ``last``. A document with positions beyond them is sorted.
  private static let mostSlots = 1 << 22
  /// Marks a slot of the table without a word.
  private static let none = UInt8.max

  private let wordCount: Int
  /// The positions, in parallel with ``words``.
  private let positions = GrowingArray<UInt32>()
  private let words = GrowingArray<UInt8>()
  /// The pairs found: first with repetitions, then each once.
  private let found = GrowingArray<UInt32>()
  // SAFETY: one byte per slot and two more, one number per pair, freed with this object.
  private let table: UnsafeMutablePointer<UInt8>
  private let counts: UnsafeMutablePointer<UInt32>
  /// For each slot, 1 plus the index of the last position in it; 0 for none. ``others`` has the
  /// same for the position before each one in its slot. Made when it is first needed.
  private var last = GrowingArray<UInt32>(capacity: 1)
  private let others = GrowingArray<UInt32>()

  /// - Parameter wordCount: The number of words, at most 255.
  init(wordCount: Int) {
    precondition(wordCount <= Int(Self.none), "\(wordCount) words, expected at most \(Self.none)")
    self.wordCount = wordCount
    unsafe table = .allocate(capacity: Self.tableSize + 2)
    unsafe table.initialize(repeating: Self.none, count: Self.tableSize + 2)
    unsafe counts = .allocate(capacity: max(1, wordCount * wordCount))
    unsafe counts.initialize(repeating: 0, count: wordCount * wordCount)
  }

  deinit {
    unsafe table.deallocate()
    unsafe counts.deallocate()
  }

  /// Returns the number of the pair of words `first` and `second`.
  @inline(__always)
  func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) &* wordCount &+ Int(second) }

  /// Adds the positions of `word`.
  ///
  /// The positions rise, and each is `base` too high. A repeated position counts once.
  @unsafe @inline(__always)
  func add(_ word: UInt8, _ positions: UnsafeBufferPointer<UInt32>, base: UInt32 = 0) {
    checkInvariant(word < wordCount, "word \(word) is beyond the \(wordCount) words")
    let start = words.count
    self.positions.setCountOfUninitialized(start &+ positions.count)
    words.setCountOfUninitialized(start &+ positions.count)
    // SAFETY: there is room for that many after `start`.
    let target = unsafe self.positions.elements + start
    for index in 0..<positions.count { unsafe target[index] = positions[index] &- base }
    unsafe (words.elements + start).update(repeating: word, count: positions.count)
  }

  /// Calls `body` with each pair in the document and its count, in no order, and removes all words.
  @inline(__always)
  func drain<Failure: Error>(
    _ body: (_ pair: Int, _ count: UInt32) throws(Failure) -> Void
  ) throws(Failure) {
    found.removeAll()
    if !findNeighbours() { findAll() }
    positions.removeAll()
    words.removeAll()
    countFound()
    for index in 0..<found.count {
      let pair = Int(found[index])
      // SAFETY: only numbers of pairs are found.
      let count = unsafe counts[pair]
      unsafe counts[pair] = 0
      try body(pair, count)
    }
  }

  /// Counts the pairs found, and keeps each pair once.
  @inline(__always)
  private func countFound() {
    var kept = 0
    for index in 0..<found.count {
      let pair = found[index]
      // SAFETY: only numbers of pairs are found.
      let count = unsafe counts[Int(pair)]
      unsafe counts[Int(pair)] = count &+ 1
      found[kept] = pair
      kept &+= count == 0 ? 1 : 0
    }
    found.truncate(to: kept)
  }

  /// Finds all pairs through the table.
  ///
  /// - Returns: False when two words share a position, or a position is beyond the table.
  private func findNeighbours() -> Bool {
    let (positions, words) = unsafe (self.positions.elements, self.words.elements)
    let count = self.positions.count
    var highest: UInt32 = 0
    // SAFETY: below the count.
    for index in 0..<count { highest = unsafe max(highest, positions[index]) }
    guard highest < Self.tableSize else { return false }
    let end = Int(highest) &+ 1
    var isTaken: UInt8 = 0
    for index in 0..<count {
      // SAFETY: below the count, and a slot below the end.
      let slot = unsafe Int(positions[index])
      isTaken |= unsafe table[slot] ^ Self.none
      unsafe table[slot] = words[index]
    }
    // SAFETY: the table has a slot after the end.
    defer { unsafe table.update(repeating: Self.none, count: end) }
    guard isTaken == 0 else { return false }
    found.setCountOfUninitialized(end)
    found.truncate(to: unsafe readNeighbours(end, found.elements))
    return true
  }

  /// Writes the pairs in the table before `end` to `pairs`, and returns their number.
  @unsafe @inline(__always)
  private func readNeighbours(_ end: Int, _ pairs: UnsafeMutablePointer<UInt32>) -> Int {
    var count = 0
    // SAFETY: the table has a slot after the end, and there are at most as many pairs as slots.
    var first = unsafe Int(table[0])
    for slot in 0..<end {
      let second = unsafe Int(table[slot &+ 1])
      unsafe pairs[count] = UInt32(truncatingIfNeeded: first &* wordCount &+ second)
      // A word's number is below that of `none`.
      let isPair = (first &- Int(Self.none)) & (second &- Int(Self.none))
      count &+= (isPair &>> 63) & 1
      first = second
    }
    return count
  }

  /// Finds all pairs by searching for words at the position after each word.
  @inline(never)
  private func findAll() {
    var highest = 0
    for index in 0..<positions.count { highest = max(highest, Int(clamping: positions[index])) }
    guard highest < Self.mostSlots - 1 else { return findSorted() }
    makeSlots(highest + 2)
    others.removeAll()
    let last = last
    for index in 0..<positions.count {
      let slot = Int(positions[index])
      others.append(last[slot])
      // What is repeated is not among the others, of which a position has as many as words.
      if !isRepeated(index) { last[slot] = UInt32(truncatingIfNeeded: index &+ 1) }
    }
    for index in 0..<positions.count where !isRepeated(index) {
      var other = last[Int(positions[index]) &+ 1]
      while other > 0 {
        let candidate = Int(other) &- 1
        found.append(UInt32(truncatingIfNeeded: pair(words[index], words[candidate])))
        other = others[candidate]
      }
    }
    for index in 0..<positions.count { last[Int(positions[index])] = 0 }
  }

  private func makeSlots(_ count: Int) {
    var size = max(Self.tableSize, last.count)
    while size < count { size *= 2 }
    if last.count < size { last = GrowingArray(zeros: size) }
  }

  /// Finds all pairs in the order of positions, however high these are.
  ///
  /// - Complexity: O(*n* log *n*), and a step for each pair.
  private func findSorted() {
    let order = (0..<positions.count).filter { !isRepeated($0) }
      .ordered { positions[$0] < positions[$1] }
    var start = 0
    var previous = 0..<0
    while start < order.count {
      let position = positions[order[start]]
      let end = order[start...].firstIndex { positions[$0] != position } ?? order.count
      if previous.isEmpty || positions[order[previous.lowerBound]] &+ 1 == position {
        for first in previous {
          for second in start..<end {
            found.append(
              UInt32(truncatingIfNeeded: pair(words[order[first]], words[order[second]])))
          }
        }
      }
      (previous, start) = (start..<end, end)
    }
  }

  /// Returns true if the same word was added at the same position just before.
  private func isRepeated(_ index: Int) -> Bool {
    index > 0 && positions[index - 1] == positions[index] && words[index - 1] == words[index]
  }
}
