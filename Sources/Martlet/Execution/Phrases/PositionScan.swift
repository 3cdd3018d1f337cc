/// Reads the postings of many terms of a field, and the positions in those documents that are wanted.
///
/// Most terms have few postings, and most of their documents are not wanted: a short list is decoded
/// without a cursor, and a term's positions are opened for the first document that asks for them.
/// Used by one thread.
///
/// - Complexity: about 1 ns per posting, and 100 ns for a term that has a wanted document. Blocks
///   without a wanted document are passed over.
@safe
final class PositionScan {
  private let field: SegmentReader.Field
  private let reader: PositionsReader
  private let wanted: DocumentBitmap
  // SAFETY: a block of documents, one of frequencies and one of indices, freed with this object.
  private let block: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - section: The positions of `field`.
  ///   - wanted: The documents whose positions are read; the set may be filled before the first scan.
  init(_ field: SegmentReader.Field, _ section: Section, wanted: DocumentBitmap) {
    self.field = field
    reader = PositionsReader(section)
    self.wanted = wanted
    unsafe block = .allocate(capacity: 3 * Limits.blockSize)
    unsafe block.initialize(repeating: 0, count: 3 * Limits.blockSize)
  }

  deinit {
    unsafe block.deallocate()
  }

  /// Calls `body` with each wanted document of a term, in rising order, and with its positions there,
  /// which are lent.
  ///
  /// - Throws: `corrupted` when the list or its positions are damaged; any error of `stop`.
  @inline(__always)
  func scan(
    _ info: TermInfo, _ stop: SearchStop, _ body: (Int, Span<UInt32>) -> Void
  ) throws(SearchError) {
    if info.isSingle {
      try stop.spend(1)
      guard wanted.contains(info.document) else { return }
      // SAFETY: one number, lent for the call.
      unsafe withUnsafePointer(to: info.position) {
        unsafe body(Int(info.document), UnsafeBufferPointer(start: $0, count: 1).span)
      }
    } else if info.documentFrequency < Limits.blockSize {
      try stop.spend(2 * info.documentFrequency)
      // SAFETY: room for a block of each; the documents are below the number of documents once they
      // are decoded.
      let frequencies = unsafe block + Limits.blockSize
      var count = 0
      _ = unsafe try ShortList.decode(
        info, field.postings, documentCount: wanted.documentCount, documents: block,
        frequencies: frequencies
      ) {
        count = unsafe wanted.select(block, count: info.documentFrequency, to: slots)
        return count > 0
      }
      var isOpen = false
      unsafe try scan(block, frequencies, count, start: (0, 0), info, &isOpen, body)
    } else {
      try scanBlocks(info, stop, body)
    }
  }

  @inline(__always)
  private func scanBlocks(
    _ info: TermInfo, _ stop: SearchStop, _ body: (Int, Span<UInt32>) -> Void
  ) throws(SearchError) {
    let cursor = try PostingsCursor(
      info, section: field.postings, documentCount: wanted.documentCount, hasPositions: true)
    var isOpen = false
    while !cursor.isExhausted, let next = wanted.first(from: cursor.firstPossibleDocument) {
      cursor.seek(next)
      guard !cursor.isExhausted else { return }
      try stop.spend(2 * cursor.count)
      try cursor.loadDocuments()
      // SAFETY: a block's documents are below the number of documents.
      let count = unsafe wanted.select(cursor.documents, count: cursor.count, to: slots)
      if count > 0 {
        try cursor.loadFrequencies()
        unsafe try scan(
          cursor.documents, cursor.frequencies, count, start: cursor.positionStart, info, &isOpen,
          body)
      }
      cursor.nextBlock()
    }
  }

  /// The indices of the wanted documents in their block.
  @unsafe
  private var slots: UnsafeMutablePointer<UInt32> { unsafe block + 2 * Limits.blockSize }

  /// Reads the positions of the wanted documents, whose indices are the first `count` slots.
  ///
  /// - Parameter start: The index of the first position in the term, and the offset of its block.
  @unsafe @inline(__always)
  private func scan(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, _ count: Int,
    start: (index: Int, offset: Int), _ info: TermInfo, _ isOpen: inout Bool,
    _ body: (Int, Span<UInt32>) -> Void
  ) throws(SearchError) {
    guard count > 0 else { return }
    if !isOpen { try reader.open(info) }
    isOpen = true
    // A damaged list may add up to anything: the reader then rejects the number as too large.
    var (index, next) = (start.index, 0)
    for number in 0..<count {
      // SAFETY: `select` wrote `count` indices of documents that the caller provides.
      let slot = unsafe Int(slots[number])
      while next < slot {
        index &+= unsafe Int(clamping: frequencies[next])
        next &+= 1
      }
      let frequency = unsafe Int(clamping: frequencies[slot])
      let numbers = unsafe try reader.read(index, count: frequency, start: start)
      unsafe body(
        Int(documents[slot]), UnsafeBufferPointer(start: numbers, count: frequency).span)
    }
  }
}
