/// Reads the postings of many terms of a field, and the positions in those documents that are wanted.
///
/// Most terms have few postings, and most of their documents are not wanted: a short list is decoded
/// without a cursor, and a term's positions are opened for the first document that asks for them.
/// Used by one thread.
///
/// - Complexity: about 2 ns per posting, and 100 ns for a term that has a wanted document.
@safe
final class PositionScan {
  private let field: SegmentReader.Field
  private let reader: PositionsReader
  private let wanted: DocumentBitmap
  // SAFETY: a block of documents and one of frequencies, freed with this object.
  private let block: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - section: The positions of `field`.
  ///   - wanted: The documents whose positions are read; the set may be filled before the first scan.
  init(_ field: SegmentReader.Field, _ section: Section, wanted: DocumentBitmap) {
    self.field = field
    reader = PositionsReader(section)
    self.wanted = wanted
    unsafe block = .allocate(capacity: 2 * Limits.blockSize)
    unsafe block.initialize(repeating: 0, count: 2 * Limits.blockSize)
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
      // SAFETY: room for a block of each.
      let frequencies = unsafe block + Limits.blockSize
      _ = unsafe try ShortList.decode(
        info, field.postings, documentCount: wanted.documentCount, documents: block,
        frequencies: frequencies)
      var isOpen = false
      unsafe try scan(
        block, frequencies, count: info.documentFrequency, start: (0, 0), info, &isOpen, body)
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
    while !cursor.isExhausted {
      try stop.spend(2 * cursor.count)
      try cursor.loadDocuments()
      if hasWanted(cursor) {
        try cursor.loadFrequencies()
        unsafe try scan(
          cursor.documents, cursor.frequencies, count: cursor.count, start: cursor.positionStart,
          info, &isOpen, body)
      }
      cursor.nextBlock()
    }
  }

  /// Returns true if a document of the block is wanted.
  private func hasWanted(_ cursor: PostingsCursor) -> Bool {
    for slot in 0..<cursor.count where wanted.contains(cursor.document(at: slot)) { return true }
    return false
  }

  /// Reads the positions of the wanted ones of `count` documents.
  ///
  /// - Parameter start: The index of the first position in the term, and the offset of its block.
  @unsafe @inline(__always)
  private func scan(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, count: Int,
    start: (index: Int, offset: Int), _ info: TermInfo, _ isOpen: inout Bool,
    _ body: (Int, Span<UInt32>) -> Void
  ) throws(SearchError) {
    var index = start.index
    for slot in 0..<count {
      // SAFETY: the caller provides `count` numbers of each.
      let (document, frequency) = unsafe (documents[slot], Int(clamping: frequencies[slot]))
      if wanted.contains(document) {
        if !isOpen { try reader.open(info) }
        isOpen = true
        // A damaged list may add up to anything: the reader then rejects the number as too large.
        let numbers = unsafe try reader.read(index, count: frequency, start: start)
        unsafe body(Int(document), UnsafeBufferPointer(start: numbers, count: frequency).span)
      }
      index &+= frequency
    }
  }
}
