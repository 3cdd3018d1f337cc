/// Sorts the postings of pairs of words, which come document by document, by pair.
///
/// Postings wait in memory; when there are enough of them, they are sorted and packed as a *run*. A
/// pair's list is the concatenation of its parts in all runs; if the merge reorders documents, the
/// list is then sorted. Used by one thread.
///
/// - Complexity: about 15 ns per posting. 18 bytes of memory per waiting posting; about two bytes
///   per posting of the runs, which go to a file if they are large.
@safe
final class BigramRuns {
  /// The postings of some documents, packed one pair after another.
  private struct Run {
    /// The offset of the run in the bytes of all runs.
    let start: Int
    /// The end of each pair's postings, relative to ``start``.
    let ends: GrowingArray<UInt32>
  }

  private let mostWaiting: Int
  private let packed: SectionBuffer
  private var runs: [Run] = []
  private let waiting: PairPostings

  /// - Parameters:
  ///   - pairCount: The number of pairs, at most 2^16.
  ///   - mostWaiting: The number of waiting postings at which they are packed.
  ///   - packed: The buffer for the runs.
  init(pairCount: Int, mostWaiting: Int, packed: SectionBuffer) {
    waiting = PairPostings(pairCount: pairCount)
    self.mostWaiting = mostWaiting
    self.packed = packed
  }

  /// Adds a posting of `pair`. Each document comes once per pair.
  ///
  /// - Throws: The error of a failed write to a file.
  @inline(__always)
  func append(_ pair: Int, _ document: DocumentID, _ frequency: UInt32) throws(SearchError) {
    waiting.append(pair, document, frequency)
    if waiting.count >= mostWaiting { try endRun() }
  }

  /// Passes the postings of all `parts` to `body`, pair by pair, with rising documents. `end` is
  /// called after the postings of each pair that has any.
  ///
  /// - Parameter others: Appends other postings of a pair, of other documents.
  /// - Precondition: The parts are of the same pairs and of different documents, and have ended.
  /// - Throws: The error of a failed write to a file or a failed read from it, or of a closure.
  static func finish(
    _ parts: [BigramRuns], _ body: (DocumentID, UInt32) -> Void,
    others: (_ pair: Int, _ list: GrowingArray<UInt64>) throws(SearchError) -> Void = { _, _ in },
    end: (_ pair: Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    var bytes: [ByteView] = []
    for part in parts { bytes.append(try part.packed.finish()) }
    let list = GrowingArray<UInt64>()
    for pair in 0..<(parts.first?.waiting.pairCount ?? 0) {
      try others(pair, list)
      for (part, bytes) in zip(parts, bytes) {
        for run in part.runs {
          let first = pair == 0 ? 0 : Int(run.ends[pair - 1])
          let range = (run.start + first)..<(run.start + Int(run.ends[pair]))
          guard !range.isEmpty else { continue }
          try unpack(bytes, range, to: list)
        }
      }
      guard list.count > 0 else { continue }
      sortByDocument(list, 0..<list.count)
      for index in 0..<list.count {
        body(DocumentID(list[index] &>> 32), UInt32(truncatingIfNeeded: list[index]))
      }
      list.removeAll()
      try end(pair)
    }
  }

  /// Ends the last run.
  ///
  /// - Throws: The error of a failed write to a file.
  func end() throws(SearchError) { try endRun() }

  /// Sorts and packs the waiting postings.
  private func endRun() throws(SearchError) {
    guard waiting.count > 0 else { return }
    let ends = waiting.sort()
    let start = packed.byteCount
    var next = 0
    for pair in 0..<ends.count {
      let end = Int(ends[pair])
      pack(next..<end)
      next = end
      ends[pair] = UInt32(packed.byteCount - start)
    }
    try packed.spillIfFull()
    runs.append(Run(start: start, ends: ends))
    waiting.removeAll()
  }

  /// Appends sorted postings of one pair to the run: gaps between documents, and frequencies.
  private func pack(_ range: Range<Int>) {
    let (sorted, pending) = (waiting.sorted, packed.pending)
    Self.sortByDocument(sorted, range)
    var last: UInt64 = 0
    for index in range {
      let document = sorted[index] &>> 32
      pending.appendVarint(document &- last)
      pending.appendVarint(UInt64(UInt32(truncatingIfNeeded: sorted[index])))
      last = document
    }
  }

  /// Sorts the postings of one pair in `range` of `postings`, unless they are sorted.
  private static func sortByDocument(_ postings: GrowingArray<UInt64>, _ range: Range<Int>) {
    var last: UInt64 = 0
    var isRising = true
    for index in range {
      isRising = isRising && last < postings[index]
      last = postings[index]
    }
    if isRising { return }
    // SAFETY: the range is within the array, and the keys are distinct because the documents are.
    KeySelection.sort(postings, range)
  }

  /// Appends the postings in `range` of the runs' bytes to `list`.
  private static func unpack(
    _ bytes: ByteView, _ range: Range<Int>, to list: GrowingArray<UInt64>
  ) throws(SearchError) {
    let isSound = unsafe bytes.slice(range).withUnsafeBytes { buffer in
      guard var next = buffer.baseAddress else { return false }
      let end = unsafe next + buffer.count
      var document: UInt64 = 0
      while unsafe next < end {
        // SAFETY: decoding stops at the end of the buffer.
        guard let gap = unsafe VariableByte.decode(&next, end: end),
          let frequency = unsafe VariableByte.decode(&next, end: end)
        else { return false }
        document &+= gap
        list.append(document &<< 32 | frequency)
      }
      return true
    }
    guard isSound else { throw .corrupted("a run of word pairs is truncated", file: nil) }
  }
}
