/// Where one word stands in one segment, a document after the other.
///
/// Used by one thread.
///
/// The positions of a unit of documents are read at once, as sums over the numbers that are stored; those of a
/// document are these less the sum before it.
///
/// - Complexity: about 10 ns per document and 1 ns per position. Holds the positions of a unit, if they are
///   not too many.
@safe
final class WordOccurrences {
  /// How many positions are read at once.
  private static let mostAtOnce = 1 << 16

  /// The document that it stands on; `.max` behind the last.
  private(set) var document: DocumentID = .max
  /// The bytes of the postings and positions.
  let byteCount: Int
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  /// The document's place in its unit, and the occurrences in the documents of the unit before it.
  private var place = 0
  private var before = 0
  // SAFETY: what the reader lends until it reads again; nil when the positions of the unit are too many.
  private var sums: UnsafePointer<UInt32>?

  /// Stands on the first document of the list that `info` describes, with positions in `positions`.
  ///
  /// - Throws: `corrupted`; `limitExceeded` when this platform cannot count the positions.
  init(
    _ info: TermInfo, postings: Section, positions: Section, documentCount: Int
  ) throws(SearchError) {
    byteCount = info.postings.count + info.positions.count
    cursor = try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: true)
    reader = try PositionsReader(info, section: positions)
    try load()
  }

  /// Lends the positions in the document, rising, each of them `base` too high, until the next call.
  ///
  /// - Precondition: it stands on a document.
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func positions() throws(SearchError) -> (UnsafeBufferPointer<UInt32>, base: UInt32) {
    // SAFETY: the unit is loaded, and `place` below its count; all its positions were read.
    let count = unsafe Int(clamping: cursor.frequencies[place])
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
  /// - Precondition: it stands on a document.
  /// - Throws: `corrupted`.
  @inline(__always)
  func advance() throws(SearchError) {
    // SAFETY: the unit is loaded; both places are below its count. Frequencies of a unit add up to less
    // than 2^39.
    before &+= unsafe Int(clamping: cursor.frequencies[place])
    place &+= 1
    guard place < cursor.count else {
      cursor.nextUnit()
      return try load()
    }
    document = unsafe cursor.documents[place]
  }

  /// Moves to the first document that is not before `target`; never back.
  ///
  /// - Throws: `corrupted`.
  func seek(_ target: DocumentID) throws(SearchError) {
    guard document < target else { return }
    let unit = cursor.unit
    cursor.seek(target)
    if cursor.unit != unit { try load() }
    while document < target { try advance() }
  }

  /// Moves to the first document of the cursor's unit.
  private func load() throws(SearchError) {
    (place, before) = (0, 0)
    document = .max
    guard !cursor.isExhausted else { return }
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    guard cursor.count > 0 else { return }
    // SAFETY: the unit is loaded and has a document.
    document = unsafe cursor.documents[0]
    try readPositions()
  }

  /// Reads the positions in all documents of the unit.
  private func readPositions() throws(SearchError) {
    unsafe sums = nil
    var count = 0
    for index in 0..<cursor.count { count &+= unsafe Int(clamping: cursor.frequencies[index]) }
    guard count <= Self.mostAtOnce else { return }
    let start = cursor.positionStart
    unsafe sums = try reader.read(start.index, count: count, start: start)
  }
}
