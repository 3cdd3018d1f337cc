/// The occurrences of one word in one segment, document by document.
///
/// Used by one thread.
///
/// The positions of a block of postings are read at once, as running sums over the stored numbers.
/// A document's positions are these sums minus the sum before its first number.
///
/// - Complexity: about 10 ns per document and 1 ns per position. Holds the positions of a block, if
///   there are not too many.
@safe
final class WordOccurrences {
  /// The largest number of positions that are read at once.
  private static let mostAtOnce = 1 << 16

  /// The current document; `.max` after the last.
  private(set) var document: DocumentID = .max
  /// The byte count of the postings and positions.
  let byteCount: Int
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  /// The document's index in its block, and the number of occurrences before it in the block.
  private var postingIndex = 0
  private var before = 0
  // SAFETY: lent by the reader until it reads again; nil when the block has too many positions.
  private var sums: UnsafePointer<UInt32>?

  /// Starts at the first document of the list that `info` describes, with positions in `positions`.
  ///
  /// - Throws: `limitExceeded` when this platform cannot count the positions; `corrupted` when the
  ///   list or its positions are damaged.
  init(
    _ info: TermInfo, postings: Section, positions: Section, documentCount: Int
  ) throws(SearchError) {
    byteCount = info.postings.count + info.positions.count
    cursor = try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: true)
    reader = try PositionsReader(info, section: positions)
    try load()
  }

  /// Returns the positions in the current document, rising, each `base` too high.
  ///
  /// They are lent until the next call.
  ///
  /// - Precondition: There is a current document.
  @unsafe @inline(__always)
  func positions() throws(SearchError) -> (UnsafeBufferPointer<UInt32>, base: UInt32) {
    // SAFETY: the block is loaded, and `postingIndex` is below its count; all its positions were
    // read.
    let count = unsafe Int(clamping: cursor.frequencies[postingIndex])
    guard let sums = unsafe sums else {
      let start = cursor.positionStart
      let numbers = unsafe try reader.read(start.index &+ before, count: count, start: start)
      return unsafe (UnsafeBufferPointer(start: numbers, count: count), 0)
    }
    return unsafe (
      UnsafeBufferPointer(start: sums + before, count: count),
      before == 0 ? 0 : sums[before &- 1]
    )
  }

  /// Moves to the next document.
  ///
  /// - Precondition: There is a current document.
  @inline(__always)
  func advance() throws(SearchError) {
    // SAFETY: the block is loaded, and both indices are below its count. The frequencies of a block
    // add up to less than 2^39.
    before &+= unsafe Int(clamping: cursor.frequencies[postingIndex])
    postingIndex &+= 1
    guard postingIndex < cursor.count else {
      cursor.nextBlock()
      return try load()
    }
    document = unsafe cursor.documents[postingIndex]
  }

  /// Moves to the first document that is not before `target`; never back.
  func seek(_ target: DocumentID) throws(SearchError) {
    guard document < target else { return }
    let block = cursor.block
    cursor.seek(target)
    if cursor.block != block { try load() }
    while document < target { try advance() }
  }

  /// Moves to the first document of the cursor's block.
  private func load() throws(SearchError) {
    (postingIndex, before) = (0, 0)
    document = .max
    guard !cursor.isExhausted else { return }
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    guard cursor.count > 0 else { return }
    // SAFETY: the block is loaded and has a document.
    document = unsafe cursor.documents[0]
    try readPositions()
  }

  /// Reads the positions in all documents of the block.
  private func readPositions() throws(SearchError) {
    unsafe sums = nil
    var count = 0
    for index in 0..<cursor.count { count &+= unsafe Int(clamping: cursor.frequencies[index]) }
    guard count <= Self.mostAtOnce else { return }
    let start = cursor.positionStart
    unsafe sums = try reader.read(start.index, count: count, start: start)
  }
}
