/// Pairs of neighbouring words, counted in a stream of tokens.
///
/// A pair of words is noted at each position that has the first one and is followed by the second,
/// which takes no branch, and the notes are counted some thousand at a time. Used by one thread.
///
/// - Complexity: about 2 ns per token, and 2 per pair.
@safe
final class StreamedBigrams {
  /// The number of notes at which they are counted.
  private static let enoughNotes = 4_096

  /// The postings of the pairs; the number of a pair is that of the first word times the number of
  /// words, and that of the second.
  let postings: PairPostings

  private let wordCount: Int
  /// For each term the number of the word that it is, plus 1; 0 for none.
  private let entries: GrowingArray<UInt8>
  /// Pairs of words, the first one in the upper half, each as in an entry.
  private let notes = GrowingArray<UInt16>(capacity: enoughNotes + 1)
  /// The number of positions of each pair in the current document, by its note.
  private let counts = GrowingArray<UInt32>(zeros: 1 << 16)
  /// The notes of the pairs in the current document.
  private let counted = GrowingArray<UInt16>(zeros: 1 << 16 + 1)
  private var countedCount = 0
  /// Further words at the last position, and at the one before.
  private var alsoHere: [UInt8] = []
  private var alsoBefore: [UInt8] = []

  /// - Parameter words: Terms of the table, at most 255.
  init(_ words: [[UInt8]], of terms: TermTable) {
    precondition(
      words.count <= BigramsFormat.mostWords,
      "\(words.count) words, expected at most \(BigramsFormat.mostWords)")
    wordCount = words.count
    postings = PairPostings(pairCount: words.count * words.count)
    entries = GrowingArray(zeros: terms.count)
    notes.setCountOfUninitialized(Self.enoughNotes + 1)
    for (index, word) in words.enumerated() {
      let number = word.withBytes { terms.number(of: $0) }
      entries[Int(number)] = UInt8(truncatingIfNeeded: index + 1)
    }
  }

  /// Counts the pairs in a stream.
  ///
  /// - Parameter part: 1 to read all of it, n to read one n-th of its values, from several places.
  func read(_ stream: TokenStream, oneOf part: Int = 1) {
    let (entries, notes) = unsafe (entries.elements, notes.elements)
    // The entries at the last position, and at the one before; 0 for none.
    var (here, before): (UInt8, UInt8) = (0, 0)
    var count = 0
    var hasOthers = false
    var document: DocumentID = 0
    unsafe stream.forEachValue(oneOf: part) { value in
      // Nearly all values are of this kind, and a switch would jump through a table.
      if value < TokenStream.samePosition {
        if count >= Self.enoughNotes { count = add(count) }
        // SAFETY: each term has an entry, and there is room for one more note.
        let entry = unsafe entries[Int(value)]
        before = here
        here = entry
        unsafe notes[count] = UInt16(before) &<< 8 | UInt16(here)
        // 1 if neither is 0.
        count &+= (Int(before) &+ 255) &>> 8 & (Int(here) &+ 255) &>> 8
        if hasOthers { (count, hasOthers) = moveOn(to: here, count) }
        return
      }
      switch value & ~TokenStream.valueMask {
      case TokenStream.samePosition:
        // SAFETY: as above.
        let entry = unsafe entries[Int(value & TokenStream.valueMask)]
        if entry != 0, entry != here {
          (here, count) = also(entry, after: before, here, count)
          hasOthers = true
        }
      case TokenStream.step:
        here = 0
        alsoHere.removeAll()
      default:
        count = add(count)
        endDocument(document)
        document = value & TokenStream.valueMask
        here = 0
        alsoHere.removeAll()
      }
    }
    _ = add(count)
    endDocument(document)
  }

  /// Notes what further words at the position before add.
  ///
  /// - Returns: The number of notes, and true if there are such words.
  @inline(never)
  private func moveOn(to here: UInt8, _ count: Int) -> (count: Int, hasOthers: Bool) {
    swap(&alsoHere, &alsoBefore)
    alsoHere.removeAll()
    var count = count
    for word in alsoBefore { count = note(word, here, count) }
    return (count, !alsoBefore.isEmpty)
  }

  /// Notes a further word at a position.
  ///
  /// - Parameters:
  ///   - before: The entry at the position before, and `here` that at the position.
  /// - Returns: The entry at the position, and the number of notes.
  @inline(never)
  private func also(
    _ entry: UInt8, after before: UInt8, _ here: UInt8, _ count: Int
  ) -> (here: UInt8, count: Int) {
    if alsoHere.contains(entry) { return (here, count) }
    var count = note(before, entry, count)
    for word in alsoBefore { count = note(word, entry, count) }
    if here == 0 { return (entry, count) }
    alsoHere.append(entry)
    return (here, count)
  }

  /// Appends a note, unless one of the entries is 0, and returns the number of notes.
  private func note(_ first: UInt8, _ second: UInt8, _ count: Int) -> Int {
    guard first != 0, second != 0 else { return count }
    let index = count < Self.enoughNotes ? count : add(count)
    notes[index] = UInt16(first) << 8 | UInt16(second)
    return index + 1
  }

  /// Counts the first `count` notes, and returns 0, the number of notes that are left.
  @inline(never)
  private func add(_ count: Int) -> Int {
    // SAFETY: each note has a count. Each is counted once as one of the document's, and one more
    // may be written.
    let (notes, counts, counted) = unsafe (notes.elements, counts.elements, counted.elements)
    var next = countedCount
    for index in 0..<count {
      let note = unsafe notes[index]
      let old = unsafe counts[Int(note)]
      unsafe counts[Int(note)] = old &+ 1
      unsafe counted[next] = note
      next &+= old == 0 ? 1 : 0
    }
    countedCount = next
    return 0
  }

  /// Makes postings of what was counted.
  @inline(never)
  private func endDocument(_ document: DocumentID) {
    for index in 0..<countedCount {
      let note = Int(counted[index])
      let pair = (note &>> 8 &- 1) &* wordCount &+ note & 0xFF &- 1
      postings.append(pair, document, counts[note])
      counts[note] = 0
    }
    countedCount = 0
  }
}
