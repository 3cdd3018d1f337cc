/// Takes the positions that a ``PositionScan`` reads. A type of its own for each use, and no
/// closure, which would be retained for each term.
protocol PositionTaker {
  /// Takes some postings of a term, with their positions, which are lent.
  func take(_ postings: PostingPositions)
}

/// Reads the postings of many terms of a field, and the positions in those documents that are
/// wanted.
///
/// Most terms have few postings, and most of their documents are not wanted: a short list is
/// decoded without a cursor, and a term's positions are opened for the first document that asks for
/// them. The wanted postings are selected without a branch, and positions are lent as they are
/// decoded. Used by one thread.
///
/// - Complexity: about 1 ns per posting, 5 ns per wanted one, and 100 ns for a term that has any.
///   Blocks without a wanted document are passed over.
@safe
final class PositionScan {
  private let postings: Section
  private let positions: Section
  private let reader = PositionsReader()
  private let wanted: DocumentBitmap
  // SAFETY: two blocks for a list's postings and three for the wanted ones among them, freed with
  // this object.
  private let block: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - section: The positions of `field`.
  ///   - wanted: The documents whose positions are read; the set may be filled before the first
  ///     scan.
  init(_ field: SegmentReader.Field, _ section: Section, wanted: DocumentBitmap) {
    postings = field.postings
    positions = section
    self.wanted = wanted
    unsafe block = .allocate(capacity: 5 * Limits.blockSize)
    unsafe block.initialize(repeating: 0, count: 5 * Limits.blockSize)
  }

  deinit {
    unsafe block.deallocate()
  }

  /// Gives the wanted postings of a term and their positions to `taker`, up to a block at a time,
  /// in rising order.
  ///
  /// - Parameter willRead: Called with about the number of postings and positions before they are
  ///   read.
  /// - Throws: `corrupted` when the list or its positions are damaged; any error of `willRead`.
  func scan(
    _ info: TermInfo, into taker: some PositionTaker,
    willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    if info.isSingle {
      try willRead(1)
      guard wanted.contains(info.document) else { return }
      return scanSingle(info, into: taker)
    }
    var isOpen = false
    if info.documentFrequency < Limits.blockSize {
      try willRead(2 * info.documentFrequency)
      let count = try selectShort(info)
      return try scan(count, start: (0, 0), info, &isOpen, into: taker, willRead: willRead)
    }
    let cursor = try PostingsCursor(
      info, section: postings, documentCount: wanted.documentCount, hasPositions: true)
    while let count = try selectBlock(cursor, willRead: willRead) {
      if count > 0 {
        try scan(
          count, start: cursor.positionStart, info, &isOpen, into: taker, willRead: willRead)
      }
      cursor.nextBlock()
    }
  }

  private func scanSingle(_ info: TermInfo, into taker: some PositionTaker) {
    let selected = unsafe selected
    unsafe (selected.documents[0], selected.offsets[0], selected.counts[0]) = (info.document, 0, 1)
    // SAFETY: one number, lent for the call.
    unsafe withUnsafePointer(to: info.position) { unsafe lend(0..<1, from: 0, $0, to: taker) }
  }

  /// Selects the wanted postings of a short list, and returns their number.
  private func selectShort(_ info: TermInfo) throws(SearchError) -> Int {
    // SAFETY: room for a block of each; the documents are below the number of documents once they
    // are decoded.
    let frequencies = unsafe block + Limits.blockSize
    var hasAny = false
    _ = unsafe try ShortList.decode(
      info, postings, documentCount: wanted.documentCount, documents: block,
      frequencies: frequencies
    ) {
      hasAny = unsafe wanted.containsAny(block, count: info.documentFrequency)
      return hasAny
    }
    return unsafe hasAny ? try select(block, frequencies, info.documentFrequency) : 0
  }

  /// Moves `cursor` to the next block that may have a wanted document, and returns the number of
  /// those that it has; nil at the end of the list.
  private func selectBlock(
    _ cursor: PostingsCursor, willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) -> Int? {
    guard !cursor.isExhausted, let next = wanted.first(from: cursor.firstPossibleDocument)
    else { return nil }
    cursor.seek(next)
    guard !cursor.isExhausted else { return nil }
    try willRead(2 * cursor.count)
    try cursor.loadDocuments()
    // SAFETY: a block's documents are below the number of documents.
    guard unsafe wanted.containsAny(cursor.documents, count: cursor.count) else { return 0 }
    try cursor.loadFrequencies()
    return unsafe try select(cursor.documents, cursor.frequencies, cursor.count)
  }

  /// The wanted documents among the postings that were read last, each with the number of positions
  /// from the first of these postings to its own, and the number of its own.
  @unsafe @inline(__always)
  private var selected:
    (
      documents: UnsafeMutablePointer<UInt32>, offsets: UnsafeMutablePointer<UInt32>,
      counts: UnsafeMutablePointer<UInt32>
    )
  {
    let documents = unsafe block + 2 * Limits.blockSize
    return unsafe (documents, documents + Limits.blockSize, documents + 2 * Limits.blockSize)
  }

  /// Selects the wanted of `count` postings, and returns their number.
  ///
  /// There is no branch on what is wanted: each posting is written to the next free slot.
  @unsafe
  private func select(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, _ count: Int
  ) throws(SearchError) -> Int {
    let selected = unsafe selected
    let bits = unsafe wanted.bits
    var offset: UInt64 = 0
    var found = 0
    for slot in 0..<count {
      // SAFETY: the caller provides `count` postings, at most a block, with a bit for each
      // document; `found` is at most `slot`.
      let document = unsafe documents[slot]
      let frequency = unsafe frequencies[slot]
      unsafe selected.documents[found] = document
      unsafe selected.offsets[found] = UInt32(truncatingIfNeeded: offset)
      unsafe selected.counts[found] = frequency
      offset &+= UInt64(frequency)
      found &+= unsafe Int(
        truncatingIfNeeded: bits[Int(document &>> 6)] &>> UInt64(document & 63) & 1)
    }
    guard offset <= UInt32.max else {
      throw postings.corrupted("the frequencies of a block add up to \(offset)", at: 0)
    }
    return found
  }

  /// Reads the positions of the first `count` selected documents: of all together if they are many,
  /// of each by itself if they are few, and far apart.
  ///
  /// - Parameter start: The index of the first position in the term, and the offset of its block.
  private func scan(
    _ count: Int, start: (index: Int, offset: Int), _ info: TermInfo, _ isOpen: inout Bool,
    into taker: some PositionTaker, willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard count > 0 else { return }
    if !isOpen { try reader.open(info, section: positions) }
    isOpen = true
    let step = count >= Self.manySelected || info.documentFrequency < Limits.blockSize ? count : 1
    // SAFETY: `select` wrote `count` postings, in three blocks of memory.
    let (_, offsets, counts) = unsafe selected
    for first in stride(from: 0, to: count, by: step) {
      let last = first + step - 1
      let offset = unsafe offsets[first]
      let length = unsafe offsets[last] &- offset &+ counts[last]
      try willRead(Int(length))
      let numbers = unsafe try reader.readDifferences(
        start.index &+ Int(offset), count: Int(length), start: start)
      unsafe lend(first..<(first + step), from: offset, numbers, to: taker)
    }
  }

  /// The positions of this many documents of a block are read together.
  private static let manySelected = 8

  /// Lends the selected postings in `range` to `taker`.
  ///
  /// - Parameter numbers: The positions of all of them; the first is the number `offset` of the
  ///   block.
  @unsafe
  private func lend(
    _ range: Range<Int>, from offset: UInt32, _ numbers: UnsafePointer<UInt32>,
    to taker: some PositionTaker
  ) {
    let first = range.lowerBound
    // SAFETY: the caller selected these, so that there are a document, an offset and a count of
    // each.
    let (documents, offsets, counts) = unsafe selected
    unsafe taker.take(
      PostingPositions(
        count: range.count, documents: documents + first, offsets: offsets + first,
        counts: counts + first, numbers: numbers))
  }
}
