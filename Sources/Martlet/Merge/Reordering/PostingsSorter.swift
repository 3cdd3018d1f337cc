/// Sorts a term's postings, which come in any order, by document.
///
/// Used by one thread.
///
/// - Complexity: some 10 ns per posting and 1 ns per position. Memory is 16 bytes per posting of
///   the longest list and 4 bytes per position.
final class PostingsSorter: PositionSink {
  private let writer: PostingsWriter
  /// Documents in the upper halves, and in the lower halves the indices of the postings in
  /// ``frequencies``.
  private let keys = GrowingArray<UInt64>()
  private let frequencies = GrowingArray<UInt32>()
  /// The start of each posting's positions in ``positions``.
  private let starts = GrowingArray<UInt32>()
  private let positions = GrowingArray<UInt32>()
  private var positionCount: UInt32 = 0

  /// - Parameter writer: The writer of the sorted postings.
  init(into writer: PostingsWriter) { self.writer = writer }

  /// Adds the term's next posting. Its positions are the next ones that come.
  ///
  /// - Precondition: The term has at most 2^32 - 1 positions.
  @inline(__always)
  func append(_ document: DocumentID, _ frequency: UInt32) {
    keys.append(UInt64(document) &<< 32 | UInt64(frequencies.count))
    frequencies.append(frequency)
    starts.append(positionCount)
    positionCount &+= frequency
  }

  func requireRoom() {}

  func append(_ numbers: Span<UInt32>) { positions.append(numbers) }

  /// Passes the term's postings and positions to the writer.
  ///
  /// - Throws: `limitExceeded` when the term's positions take too many bytes.
  func endTerm() throws(SearchError) {
    precondition(
      writer.positions == nil || positions.count == Int(positionCount),
      "\(positions.count) positions received, \(positionCount) expected")
    KeySelection.sort(keys, 0..<keys.count)
    for slot in 0..<keys.count {
      let key = keys[slot]
      let index = Int(UInt32(truncatingIfNeeded: key))
      let frequency = frequencies[index]
      writer.append(document: DocumentID(truncatingIfNeeded: key &>> 32), frequency: frequency)
      guard let sink = writer.positions else { continue }
      try sink.requireRoom()
      let start = Int(starts[index])
      positions.withSpan { sink.append($0.extracting(start..<(start + Int(frequency)))) }
    }
    removeAll()
  }

  private func removeAll() {
    keys.removeAll()
    frequencies.removeAll()
    starts.removeAll()
    positions.removeAll()
    positionCount = 0
  }
}
