/// Sums frequencies by document, and writes the sums as one list.
///
/// Sums saturate at the highest frequency that a list can hold, in whatever order they are added.
/// Used by one thread; empty again after ``drain(_:)`` or ``write(to:)``.
///
/// - Complexity: about 1 ns per posting; 4 bytes and a bit per document, of which only the bits are
///   cleared, and those of documents near a sum are scanned.
@safe
final class FrequencySums {
  /// The highest frequency of a list: minus 1, it fits the widest packed numbers.
  private static let highest = UInt64(UInt32.max &>> 1)

  private let documentCount: Int
  private let wordCount: Int
  // SAFETY: one number per document, freed with this object. A number is not valid until the
  // document's bit is set.
  private let sums: UnsafeMutablePointer<UInt32>
  // SAFETY: a bit per document, freed with this object.
  private let touched: UnsafeMutablePointer<UInt64>
  // SAFETY: a bit per number of ``touched``, freed with this object. A bit is set if any of the
  // number's bits is, so that few sums in a large segment are found without reading all numbers.
  private let groups: UnsafeMutablePointer<UInt64>
  private let groupCount: Int
  // SAFETY: a block of documents and one of frequencies, freed with this object.
  private let block: UnsafeMutablePointer<UInt32>

  /// Creates empty sums for documents below `documentCount`.
  init(documentCount: Int) {
    self.documentCount = documentCount
    wordCount = IntegerMath.ceilingDivide(documentCount, by: 64)
    unsafe sums = .allocate(capacity: max(1, documentCount))
    unsafe touched = .allocate(capacity: max(1, wordCount))
    unsafe touched.initialize(repeating: 0, count: wordCount)
    groupCount = IntegerMath.ceilingDivide(wordCount, by: 64)
    unsafe groups = .allocate(capacity: max(1, groupCount))
    unsafe groups.initialize(repeating: 0, count: groupCount)
    unsafe block = .allocate(capacity: 2 * Limits.blockSize)
  }

  deinit {
    unsafe sums.deallocate()
    unsafe touched.deallocate()
    unsafe groups.deallocate()
    unsafe block.deallocate()
  }

  /// Adds `frequency` to the sum of `document`.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) {
    precondition(
      Int(document) < documentCount, "document \(document) is outside a segment of \(documentCount)"
    )
    unsafe addUnchecked(document, frequency)
  }

  /// Adds `count` postings, each a document in the upper half of a number and a frequency in the
  /// lower.
  ///
  /// - Precondition: All documents are below the number of documents.
  @unsafe
  func add(_ postings: UnsafePointer<UInt64>, count: Int) {
    for index in 0..<count {
      // SAFETY: the caller provides `count` postings.
      let posting = unsafe postings[index]
      unsafe addUnchecked(
        DocumentID(truncatingIfNeeded: posting &>> 32), UInt32(truncatingIfNeeded: posting))
    }
  }

  /// Adds decoded postings.
  ///
  /// - Precondition: All documents are below the number of documents.
  @unsafe
  private func add(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, count: Int
  ) {
    for index in 0..<count {
      // SAFETY: the caller provides `count` numbers.
      unsafe addUnchecked(documents[index], frequencies[index])
    }
  }

  @unsafe @inline(__always)
  private func addUnchecked(_ document: DocumentID, _ frequency: UInt32) {
    let index = Int(document)
    let bit = UInt64(1) &<< UInt64(document & 63)
    checkInvariant(
      index < documentCount, "document \(document) is outside a segment of \(documentCount)")
    // SAFETY: below the number of documents, as the callers ensure.
    let bits = unsafe touched[index &>> 6]
    // All ones where the sum has been set, so that uninitialized memory is masked out.
    let mask = UInt32(truncatingIfNeeded: 0 &- (bits &>> UInt64(document & 63)) & 1)
    let sum = unsafe UInt64(sums[index] & mask) &+ UInt64(frequency)
    unsafe sums[index] = UInt32(truncatingIfNeeded: min(sum, Self.highest))
    unsafe touched[index &>> 6] = bits | bit
    unsafe groups[index &>> 12] |= 1 &<< UInt64(truncatingIfNeeded: index &>> 6 & 63)
  }

  /// Adds the list that `info` describes in `section`.
  ///
  /// Most terms have few postings, so a short list is decoded without a cursor.
  ///
  /// - Parameter willRead: Called with the number of postings before they are read; an error that
  ///   it throws stops the reading.
  /// - Throws: `corrupted` when the list is damaged; any error from `willRead`.
  func add(
    _ info: TermInfo, _ section: Section, hasPositions: Bool,
    willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard info.documentFrequency >= Limits.blockSize else {
      try willRead(info.documentFrequency)
      // SAFETY: room for a block of each.
      let frequencies = unsafe block + Limits.blockSize
      _ = unsafe try ShortList.decode(
        info, section, documentCount: documentCount, documents: block, frequencies: frequencies)
      return unsafe add(block, frequencies, count: info.documentFrequency)
    }
    let cursor = try PostingsCursor(
      info, section: section, documentCount: documentCount, hasPositions: hasPositions)
    while !cursor.isExhausted {
      try willRead(cursor.count)
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      // SAFETY: a block is loaded; its documents are below the number of documents.
      unsafe add(cursor.documents, cursor.frequencies, count: cursor.count)
      cursor.nextBlock()
    }
  }

  /// Calls `body` with the sums that are not 0, in the order of documents, and removes all sums.
  ///
  /// - Complexity: O(sums + documents / 262,144).
  @inline(__always)
  func drain(_ body: (DocumentID, UInt32) -> Void) {
    for group in 0..<groupCount {
      // SAFETY: below the number of groups.
      var words = unsafe groups[group]
      guard words != 0 else { continue }
      unsafe groups[group] = 0
      while words != 0 {
        drainWord(group &* 64 &+ words.trailingZeroBitCount, body)
        words &= words &- 1
      }
    }
  }

  @inline(__always)
  private func drainWord(_ word: Int, _ body: (DocumentID, UInt32) -> Void) {
    // SAFETY: its bit is set, so it is below the number of words.
    var bits = unsafe touched[word]
    unsafe touched[word] = 0
    while bits != 0 {
      let document = word &* 64 &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      // SAFETY: its bit is set, so it is below the number of documents and has a sum.
      let sum = unsafe sums[document]
      if sum > 0 { body(DocumentID(truncatingIfNeeded: document), sum) }
    }
  }

  /// Writes the sums to `writer` as the postings of a term, and removes them.
  ///
  /// - Returns: The number of postings.
  func write(to writer: PostingsWriter) -> Int {
    var count = 0
    drain { document, sum in
      writer.append(document: document, frequency: sum)
      count &+= 1
    }
    return count
  }
}
