/// Pairs of a word and a beginning of the next one, counted in a stream of tokens.
///
/// Each term has an entry: the number of the word that it is, and those of the chosen beginnings
/// that it has. A token after one of the words is noted, which takes no branch, and the notes are
/// counted a few thousand at a time. Used by one thread.
///
/// - Complexity: about 2 ns per token, and 4 per token after one of the words.
@safe
final class StreamedPairs {
  /// The most beginnings, so that the numbers of two and of a word fit an entry.
  private static let mostBeginnings = 1 << 12 - 1
  /// The most pairs, so that the number of a pair plus 1 fits 16 bits.
  private static let mostPairs = 1 << 16 - 2

  private static let wordMask: UInt32 = 0xFF
  private static let beginningMask: UInt32 = 0xFFF
  /// The number of notes at which they are counted.
  private static let enoughNotes = 4_096

  /// The postings of the pairs, by their indices.
  let postings: PairPostings
  /// The words that stand at a position of another one, so that their postings are not complete.
  private(set) var ambiguous: Set<[UInt8]> = []

  private let set: PrefixPairSet
  /// For each term, from the lowest bit: the number of the word plus 1, in 8 bits, and those of its
  /// shorter and its longer beginning plus 1, in 12 each; 0 for none.
  private let entries: GrowingArray<UInt32>
  /// For each beginning and word, by these numbers, that of their pair; 0 for none.
  private let pairs: GrowingArray<UInt16>
  /// Entries of the tokens after a word, with that word in place of their own.
  private let notes = GrowingArray<UInt32>()
  /// The numbers of the pairs that some notes are of.
  private let found = GrowingArray<UInt16>()
  /// The number of positions of each pair in the current document, by its number.
  private let counts: GrowingArray<UInt32>
  /// The numbers of the pairs in the current document.
  private let counted: GrowingArray<UInt16>
  private var countedCount = 0

  /// Returns nil if there are too many pairs or beginnings.
  ///
  /// - Parameter order: The numbers of the terms in the order of their bytes.
  init?(_ set: PrefixPairSet, of terms: TermTable, inOrder order: GrowingArray<UInt32>) {
    guard set.beginnings.count <= Self.mostBeginnings, set.pairs.count <= Self.mostPairs,
      let shifts = Self.shifts(of: set.beginnings)
    else { return nil }
    self.set = set
    postings = PairPostings(pairCount: set.pairs.count)
    entries = GrowingArray(zeros: terms.count)
    counts = GrowingArray(zeros: set.pairs.count + 1)
    counted = GrowingArray(zeros: set.pairs.count + 2)
    let width = set.words.count + 1
    pairs = GrowingArray(zeros: (set.beginnings.count + 1) * width)
    // At one position each further note has a beginning that those before do not have.
    let mostNotes = Self.enoughNotes + set.beginnings.count + 2
    notes.setCountOfUninitialized(mostNotes)
    found.setCountOfUninitialized(2 * mostNotes)
    for (row, beginning) in set.beginnings.enumerated() {
      for word in set.words.indices {
        guard let pair = set.pair(row, word) else { continue }
        pairs[(row + 1) * width + word + 1] = UInt16(truncatingIfNeeded: pair + 1)
      }
      for index in Self.indices(of: beginning, order, terms) {
        entries[Int(order[index])] |= UInt32(truncatingIfNeeded: row + 1) &<< shifts[row]
      }
    }
    for (index, word) in set.words.enumerated() {
      let number = word.withBytes { terms.number(of: $0) }
      entries[Int(number)] |= UInt32(truncatingIfNeeded: index + 1)
    }
  }

  /// Returns the lowest bit of each beginning's number in an entry: a word has at most one
  /// beginning that no other one starts, and one that such a one starts. Returns nil if that is not
  /// so, as it may be with bytes that are not UTF-8.
  ///
  /// - Parameter beginnings: The beginnings in rising order.
  private static func shifts(of beginnings: [[UInt8]]) -> [UInt32]? {
    var open: [[UInt8]] = []
    var shifts: [UInt32] = []
    for beginning in beginnings {
      while let last = open.last, !beginning.starts(with: last) { open.removeLast() }
      guard open.count < 2 else { return nil }
      shifts.append(open.isEmpty ? 8 : 20)
      open.append(beginning)
    }
    return shifts
  }

  /// Returns the indices in `order` of the terms that begin with `bytes`.
  private static func indices(
    of bytes: [UInt8], _ order: GrowingArray<UInt32>, _ terms: TermTable
  ) -> Range<Int> {
    func firstIndex(where isBehind: (Span<UInt8>) -> Bool) -> Int {
      var (low, high) = (0, order.count)
      while low < high {
        let middle = low + (high - low) / 2
        if terms.withTerm(Int(order[middle]), isBehind) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return bytes.withBytes { bytes in
      let start = firstIndex { term in !term.precedes(bytes) }
      let end = firstIndex { term in
        bytes.precedes(term.extracting(..<min(term.count, bytes.count)))
      }
      return start..<max(start, end)
    }
  }

  /// Counts the pairs in a stream.
  func read(_ stream: TokenStream) {
    let (entries, notes) = unsafe (entries.elements, notes.elements)
    // The word at the last position, and the one before; 0 for none.
    var (here, before): (UInt32, UInt32) = (0, 0)
    // The number of notes, and of those before the last position.
    var (count, start) = (0, 0)
    var document: DocumentID = 0
    unsafe stream.forEachValue { value in
      // Nearly all values are of this kind, and a switch would jump through a table.
      if value < TokenStream.samePosition {
        if count >= Self.enoughNotes {
          add(count)
          count = 0
        }
        // SAFETY: each term has an entry, and there is room for one more note.
        let entry = unsafe entries[Int(value)]
        before = here
        here = entry & Self.wordMask
        start = count
        unsafe notes[count] = entry & ~Self.wordMask | before
        // 1 if neither is 0.
        let isWord = (before &+ Self.wordMask) &>> 8
        let hasBeginning = UInt32(truncatingIfNeeded: (UInt64(entry) &+ 0xFFFF_FF00) &>> 32)
        count &+= Int(truncatingIfNeeded: isWord & hasBeginning)
        return
      }
      switch value & ~TokenStream.valueMask {
      case TokenStream.samePosition:
        // SAFETY: as above.
        let entry = unsafe entries[Int(value & TokenStream.valueMask)]
        if entry != 0 { (here, count) = also(entry, after: before, here, start..<count) }
      case TokenStream.step:
        here = 0
      default:
        add(count)
        (count, start) = (0, 0)
        endDocument(document)
        document = value & TokenStream.valueMask
        here = 0
      }
    }
    add(count)
    endDocument(document)
  }

  /// Notes a further term at a position.
  ///
  /// - Parameters:
  ///   - before: The word at the position before.
  ///   - here: The word at the position.
  ///   - noted: The indices of the notes at the position.
  /// - Returns: The word at the position, and the number of notes.
  @inline(never)
  private func also(
    _ entry: UInt32, after before: UInt32, _ here: UInt32, _ noted: Range<Int>
  ) -> (here: UInt32, count: Int) {
    let word = entry & Self.wordMask
    if here != 0, word != 0, word != here {
      ambiguous.insert(set.words[Int(word) - 1])
    }
    let other = here == 0 ? word : here
    var (first, second) = (entry &>> 8 & Self.beginningMask, entry &>> 20)
    for index in noted {
      if notes[index] &>> 8 & Self.beginningMask == first { first = 0 }
      if notes[index] &>> 20 == second { second = 0 }
    }
    guard before != 0, first | second != 0 else { return (other, noted.upperBound) }
    notes[noted.upperBound] = second &<< 20 | first &<< 8 | before
    return (other, noted.upperBound + 1)
  }

  /// Counts the first `count` notes.
  private func add(_ count: Int) {
    let foundCount = findPairs(count)
    // SAFETY: pairs have a count each. Each pair is counted once as one of the document's, and one
    // more may be written.
    let (found, counts, counted) = unsafe (found.elements, counts.elements, counted.elements)
    var next = countedCount
    for index in 0..<foundCount {
      let pair = unsafe found[index]
      let old = unsafe counts[Int(pair)]
      unsafe counts[Int(pair)] = old &+ 1
      unsafe counted[next] = pair
      next &+= old == 0 ? 1 : 0
    }
    countedCount = next
  }

  /// Writes the pairs of the first `count` notes to ``found``, and returns their number.
  private func findPairs(_ count: Int) -> Int {
    // SAFETY: the notes are set; their numbers are those of beginnings and words. There is room for
    // two pairs of each note.
    let (notes, pairs, found) = unsafe (notes.elements, pairs.elements, found.elements)
    let width = set.words.count &+ 1
    var next = 0
    for index in 0..<count {
      let note = unsafe notes[index]
      let word = Int(note & Self.wordMask)
      let first = unsafe pairs[Int(note &>> 8 & Self.beginningMask) &* width &+ word]
      let second = unsafe pairs[Int(note &>> 20) &* width &+ word]
      unsafe found[next] = first
      next &+= first == 0 ? 0 : 1
      unsafe found[next] = second
      next &+= second == 0 ? 0 : 1
    }
    return next
  }

  /// Makes postings of what was counted.
  private func endDocument(_ document: DocumentID) {
    for index in 0..<countedCount {
      let pair = Int(counted[index])
      postings.append(pair - 1, document, counts[pair])
      counts[pair] = 0
    }
    countedCount = 0
  }
}
