import Synchronization

/// The values of one field by document, for filtering, sorting, grouping and counting; see
/// ``ColumnFormat``.
///
/// A value is the ordinal of a term in the field's dictionary. Immutable; any thread may use it.
///
/// - Complexity: opening reads the header; the first use verifies the pages, and the order of the
///   starts.
struct Column: Sendable {
  /// A note for all copies of the column that its starts rise.
  private final class StartsCheck: Sendable {
    let isDone = Atomic(false)
  }

  /// The number of documents.
  let documentCount: Int
  /// The number of terms.
  let termCount: Int
  let section: Section
  private let width: Int
  private let numberWidth: Int
  private let base: Double
  /// The offset of the starts; nil if no document has several values.
  private let starts: Int?
  private let startsCheck = StartsCheck()
  private let ordinals: Int
  private let entryCount: Int
  /// The offset of the ranks; nil if the ranks are the ordinals.
  private let ranks: Int?
  private let numbers: Int

  /// Opens the column in `section`.
  ///
  /// - Throws: `corrupted` if the section does not have the size that its header says.
  init(_ section: Section, documentCount: Int, termCount: Int) throws(SearchError) {
    let header = ColumnFormat.headerByteCount
    try section.verify(0..<header)
    let bytes = section.bytes
    let flags = bytes[0]
    let entryCount = Int(clamping: bytes.uint32(at: 4))
    let (width, numberWidth) = (Int(bytes[1]), Int(bytes[2]))
    let hasNumbers = flags & ColumnFormat.numbersFlag != 0
    let isMulti = flags & ColumnFormat.startsFlag != 0
    guard termCount > 0, [1, 2, 4].contains(width), flags < 8, bytes[3] == 0,
      hasNumbers ? [1, 2, 4, 8].contains(numberWidth) : numberWidth == 0,
      isMulti || entryCount == documentCount
    else { throw section.corrupted("the header of the column is malformed", at: 0) }
    let startByteCount = isMulti ? 4 * (documentCount + 1) : 0
    let rankByteCount = flags & ColumnFormat.ranksFlag != 0 ? width * termCount : 0
    let end = header + startByteCount + width * entryCount + rankByteCount
    guard section.count == end + numberWidth * termCount else {
      throw section.corrupted(
        "expected a column of \(end + numberWidth * termCount) bytes, found \(section.count)", at: 0
      )
    }
    self.section = section
    self.documentCount = documentCount
    self.termCount = termCount
    self.width = width
    self.numberWidth = numberWidth
    self.entryCount = entryCount
    base = Double(bitPattern: bytes.uint64(at: 8))
    starts = isMulti ? header : nil
    ordinals = header + startByteCount
    ranks = rankByteCount > 0 ? end - rankByteCount : nil
    numbers = end
  }

  /// Verifies the bytes, after which all other methods may be called.
  ///
  /// - Throws: `corrupted` if the bytes changed, or if documents share values: then going through
  ///   all documents could take as long as the square of their number.
  func verify() throws(SearchError) {
    try section.verify(0..<section.count)
    guard let starts, !startsCheck.isDone.load(ordering: .relaxed) else { return }
    var last: UInt32 = 0
    for document in 0...documentCount {
      let start = section.bytes.uint32(at: starts &+ 4 &* document)
      guard start >= last, start <= entryCount else {
        throw section.corrupted(
          "the values of document \(document) begin at \(start), expected from \(last) to "
            + "\(entryCount)",
          at: starts &+ 4 &* document)
      }
      last = start
    }
    startsCheck.isDone.store(true, ordering: .relaxed)
  }

  /// True if a document may have several values.
  var isMulti: Bool { starts != nil }

  /// Returns the ordinals of the terms of `document`, rising; none if it has no value.
  @inline(__always)
  func forEachOrdinal(of document: DocumentID, _ body: (Int) -> Void) {
    guard let starts else {
      let ordinal = self.ordinal(of: document)
      if ordinal >= 0 { body(ordinal) }
      return
    }
    let offset = starts &+ 4 &* Int(document)
    var index = Int(clamping: section.bytes.uint32(at: offset))
    let end = min(Int(clamping: section.bytes.uint32(at: offset &+ 4)), entryCount)
    while index < end {
      body(min(Int(number(at: ordinals, index, width)), termCount &- 1))
      index &+= 1
    }
  }

  /// Returns the ordinal of the term of `document` in a column of single values; -1 if it has none.
  @inline(__always)
  func ordinal(of document: DocumentID) -> Int {
    min(Int(number(at: ordinals, Int(document), width)) &- 1, termCount &- 1)
  }

  /// Returns the rank of the term `ordinal` in sorting order.
  @inline(__always)
  func rank(of ordinal: Int) -> Int {
    guard let ranks else { return ordinal }
    return Int(number(at: ranks, ordinal, width))
  }

  /// Returns the number of the term `ordinal`; 0 in a field of keywords.
  @inline(__always)
  func number(of ordinal: Int) -> Double {
    guard numberWidth > 0 else { return 0 }
    let value = number(at: numbers, ordinal, numberWidth)
    return numberWidth == 8 ? Double(bitPattern: value) : base + Double(value)
  }

  @inline(__always)
  private func number(at offset: Int, _ index: Int, _ width: Int) -> UInt64 {
    switch width {
    case 1: UInt64(section.bytes[offset &+ index])
    case 2: UInt64(section.bytes.uint16(at: offset &+ 2 &* index))
    case 4: UInt64(section.bytes.uint32(at: offset &+ 4 &* index))
    default: section.bytes.uint64(at: offset &+ 8 &* index)
    }
  }
}
