/// The positions in each document of a segment at which the last word of a phrase must occur.
///
/// A document has a bit for each position from the first to the last that is expected. Where these
/// would be many more bits than positions, it has the positions instead, which are searched. Those
/// that a thread finds are noted in its ``PhraseMarks``.
///
/// Used by one thread while documents are added, in rising order, and by any number after
/// ``finish()``.
///
/// - Complexity: 8 bytes of memory per document and 16 per document with positions, and at most 8
///   megabytes and 16 bytes per position more.
struct PhraseStarts {
  /// A document has bits if they are no more than this for each position.
  private static let bitsPerPosition = 128
  /// A document has bits if all documents so far have no more than this.
  private static let fewBits = 1 << 26

  /// An entry for each document, and one more.
  let entries: GrowingArray<ExpectedBits>
  /// A bit for each expected position, after a word that no document has.
  let bits: GrowingArray<UInt64>
  /// The documents that have positions, in rising order.
  let found: GrowingArray<ExpectedDocument>
  /// The positions of each document without bits, in rising order.
  let far: GrowingArray<UInt32>
  /// The documents in ``found``.
  let documents: DocumentBitmap
  private let memory: PhraseMemory

  init(documentCount: Int) {
    memory = .take()
    // SAFETY: the memory is this phrase's until it is given back.
    unsafe (entries, bits, found, far) = (memory.entries, memory.bits, memory.found, memory.far)
    bits.append(0)
    documents = DocumentBitmap(documentCount: documentCount)
  }

  /// Ends the use of these positions, and of all marks of them.
  func giveBack() { memory.giveBack() }

  /// True if no document has a position.
  var isEmpty: Bool { found.count == 0 }

  /// Adds the entries of the documents after the last one that was added.
  func finish() { addEntries(to: documents.documentCount + 1) }

  /// Adds entries without bits until there are `count`.
  @inline(__always)
  private func addEntries(to count: Int) {
    let entry = ExpectedBits(start: UInt32(truncatingIfNeeded: bits.count &* 64))
    while entries.count < count { entries.append(entry) }
  }

  /// Expects the last word at `offset` after each of the positions. Documents come in rising order.
  func append(_ postings: PostingPositions, offset: UInt32) {
    for slot in 0..<(unsafe postings.count) {
      unsafe append(postings.documents[slot], postings.differences(at: slot), offset: offset)
    }
  }

  /// Expects the last word at `offset` after each of some positions of `document`. Documents come
  /// in rising order.
  ///
  /// - Parameter differences: The first position, then the difference from each to the next.
  @unsafe
  func append(
    _ document: DocumentID, _ differences: UnsafeBufferPointer<UInt32>, offset: UInt32
  ) {
    guard !differences.isEmpty, entries.count <= Int(document) else { return }
    var (width, count) = (UInt32(0), UInt32(1))
    for index in 1..<differences.count {
      unsafe width &+= differences[index]
      // A word may be at a position several times, if others stand for it.
      count &+= unsafe differences[index] == 0 ? 0 : 1
    }
    let most = max(Self.fewBits - bits.count * 64, differences.count * Self.bitsPerPosition)
    let hasBits = Int(width) < most && bits.count &+ Int(width &>> 6) < Self.mostWords
    addEntries(to: Int(document))
    documents.insert(document)
    found.append(
      ExpectedDocument(
        document: document, count: count,
        far: hasBits ? nil : UInt32(truncatingIfNeeded: far.count)))
    if hasBits {
      let start = UInt32(truncatingIfNeeded: bits.count &* 64)
      unsafe entries.append(ExpectedBits(start: start, low: differences[0] &+ offset))
      unsafe appendBits(differences, width)
    } else {
      unsafe appendFar(differences, offset)
    }
  }

  /// The most words of bits, so that a bit's number has 32 bits.
  private static let mostWords = 1 << 26 - 1

  /// Sets the bits of rising positions.
  ///
  /// A word is written for each of them, and not read: it would be what was written just before,
  /// which the processor takes several times as long to find in memory as in a register.
  @unsafe @inline(__always)
  private func appendBits(_ differences: UnsafeBufferPointer<UInt32>, _ width: UInt32) {
    let first = bits.count
    for _ in 0...(width &>> 6) { bits.append(0) }
    // SAFETY: not used after this call.
    let words = unsafe bits.elements + first
    var distance = unsafe 0 &- differences[0]
    var (word, last) = (UInt64(0), UInt32(0))
    for index in 0..<differences.count {
      unsafe distance &+= differences[index]
      // The positions of a damaged segment may not rise.
      guard distance <= width else { return }
      let isOther = UInt64(distance &>> 6 ^ last)
      // All ones if it is the same word.
      word &= 0 &- ((isOther &- 1) &>> 63)
      word |= 1 &<< UInt64(distance & 63)
      last = distance &>> 6
      // SAFETY: there is a bit for each number up to `width`.
      unsafe words[Int(last)] = word
    }
  }

  @unsafe @inline(never)
  private func appendFar(_ differences: UnsafeBufferPointer<UInt32>, _ offset: UInt32) {
    var position = offset
    for index in 0..<differences.count {
      unsafe position &+= differences[index]
      if unsafe index == 0 || differences[index] != 0 { far.append(position) }
    }
  }
}

/// Expects the last word of a phrase at a distance after each position of the word before.
struct ExpectedPositions: PositionTaker {
  let starts: PhraseStarts
  let offset: UInt32

  func take(_ postings: PostingPositions) { unsafe starts.append(postings, offset: offset) }
}
