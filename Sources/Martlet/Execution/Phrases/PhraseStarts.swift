/// The positions in each document of a segment at which the last word of a phrase must occur.
///
/// A document has a bit for each position from the first to the last that is expected. Where these
/// would be many more bits than positions, it has the positions instead, which are searched. Those
/// that a thread finds are noted in its ``PhraseMarks``.
///
/// Used by one thread while documents are added, and by any number after that.
///
/// - Complexity: 12 bytes of memory per document, and at most 8 megabytes and 16 bytes per position
///   more.
struct PhraseStarts {
  /// The expected positions of a document.
  struct Entry: BitwiseCopyable {
    /// The lowest position.
    var low: UInt32 = 0
    /// One more than the distance from the lowest position to the highest; 0 without positions.
    var size: UInt32 = 0
    /// The index of the document's first word in `bits`; or its complement is the index of its
    /// first position in `far`, after their number.
    var start: Int32 = 0

    /// The words of the document in `bits`, if it has bits.
    var words: Range<Int> {
      Int(start)..<(Int(start) &+ IntegerMath.ceilingDivide(Int(size), by: 64))
    }
  }

  /// A document has bits if they are no more than this for each position.
  private static let bitsPerPosition = 128
  /// A document has bits if all documents so far have no more than this.
  private static let fewBits = 1 << 26

  let entries = GrowingArray<Entry>()
  /// A bit for each expected position.
  let bits = GrowingArray<UInt64>()
  /// The number of positions of each document without bits, then its positions in rising order.
  let far = GrowingArray<UInt32>()
  /// The documents that have positions.
  let documents: DocumentBitmap

  init(documentCount: Int) {
    for _ in 0..<documentCount { entries.append(Entry()) }
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
  }
}

/// Expects the last word of a phrase at a distance after each position of the word before.
struct ExpectedPositions: PositionTaker {
  let starts: PhraseStarts
  let offset: UInt32

  func take(_ postings: PostingPositions) { unsafe starts.append(postings, offset: offset) }
}
