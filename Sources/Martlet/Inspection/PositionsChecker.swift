/// Decodes one term's positions, in step with a cursor that moves over all blocks of its postings.
///
/// - Complexity: linear in the positions.
struct PositionsChecker {
  private let reader: PositionsReader
  private let total: Int
  private let byteCount: Int
  /// The number of full blocks of positions before the current block of postings, and their bytes.
  private var block = 0
  private var blockOffset: Int

  /// Opens the positions in `section` of the term that `info` describes.
  init(_ info: TermInfo, _ section: Section) throws(SearchError) {
    reader = try PositionsReader(info, section: section)
    total = reader.total
    byteCount = info.positions.count
    blockOffset = 0
  }

  /// Returns a problem with the positions of the current block, or nil if there is none.
  ///
  /// - Parameter first: The number of positions before the block, all of which have been read, so
  ///   that `Int` holds it.
  /// - Throws: `corrupted` when the positions cannot be read.
  mutating func problem(
    _ cursor: PostingsCursor, from first: Int64
  ) throws(SearchError) -> String? {
    let count = Int(clamping: first)
    let start = cursor.positionStart
    if !cursor.isShort {
      guard start.index == count else {
        return "expected the first position to be number \(count), found \(start.index)"
      }
      passBlocks(upTo: count / PositionsFormat.blockSize)
      guard start.offset == blockOffset else {
        return "expected the first position's block at \(blockOffset), found \(start.offset)"
      }
    }
    var number = count
    for index in 0..<cursor.count {
      // SAFETY: the block's frequencies are loaded, and `index` is below its count.
      let frequency = unsafe Int(clamping: cursor.frequencies[index])
      var last = UInt64(0)
      // A piece at a time: millions of positions may take a few bytes.
      for first in stride(from: 0, to: frequency, by: Self.pieceCount) {
        let count = min(Self.pieceCount, frequency - first)
        let differences = unsafe try reader.readDifferences(
          number &+ first, count: count, start: start)
        // SAFETY: `count` numbers are lent, fewer than would overflow the sum.
        for offset in 0..<count { last &+= unsafe UInt64(differences[offset]) }
      }
      if last > Limits.tokensPerField {
        return "posting \(index) has position \(last), expected at most \(Limits.tokensPerField)"
      }
      number &+= frequency
    }
    return nil
  }

  /// The most positions that are decoded at a time.
  private static let pieceCount = 4_096

  /// Returns a problem with the end of the stream, or nil if there is none.
  ///
  /// A term that occurs once has no stream.
  mutating func endProblem() -> String? {
    let full = total / PositionsFormat.blockSize
    guard total == 1 || total % PositionsFormat.blockSize == 0 else {
      // Reading the rest after the full blocks has shown that it ends with the stream.
      return nil
    }
    passBlocks(upTo: full)
    let end = full * PositionsFormat.headerByteCount + blockOffset
    guard end == byteCount else {
      return "the positions take \(end) bytes, expected \(byteCount)"
    }
    return nil
  }

  private mutating func passBlocks(upTo end: Int) {
    while block < min(end, total / PositionsFormat.blockSize) {
      blockOffset += reader.byteCount(ofBlock: block)
      block += 1
    }
  }
}
