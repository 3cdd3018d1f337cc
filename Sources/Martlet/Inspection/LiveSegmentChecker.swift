/// Checks a snapshot's bitmap and statistics of a segment's live documents.
///
/// - Complexity: linear in the documents times the fields.
struct LiveSegmentChecker {
  private let segment: LiveSegment
  private let findings: Findings

  init(_ segment: LiveSegment, _ findings: Findings) {
    self.segment = segment
    self.findings = findings
  }

  /// Checks the bitmap, the number of deleted documents, and the statistics of each field.
  func check() {
    let live = segment.live
    let problem = Self.problem(
      words: live.words, documentCount: live.documentCount, deletedCount: live.deletedCount)
    if let problem { add(problem) }
    guard live.documentCount == segment.reader.documentCount else {
      return add(
        "live documents of \(live.documentCount) documents, of a segment of "
          + "\(segment.reader.documentCount)")
    }
    for index in segment.statistics.indices {
      findings.attempt { () throws(SearchError) in try checkStatistics(index) }
    }
  }

  private func add(_ message: String) {
    findings.add(.corrupted(message, file: segment.reader.image.file))
  }

  /// Returns a problem with a bitmap, or nil if there is none; see ``LiveDocuments``.
  static func problem(words: ByteView?, documentCount: Int, deletedCount: Int) -> String? {
    guard let words else {
      return deletedCount == 0 ? nil : "\(deletedCount) deleted documents, but no bitmap"
    }
    let byteCount = LiveDocuments.wordCount(of: documentCount) * 8
    let padded = IntegerMath.roundUp(byteCount, toMultipleOf: LiveDocuments.windowSize / 8)
    guard words.count == padded else {
      return "expected a bitmap of \(padded) bytes, found \(words.count)"
    }
    let all = stride(from: 0, to: padded, by: 8).reduce(0) {
      $0 + words.uint64(at: $1).nonzeroBitCount
    }
    let live = (0..<documentCount).count { document in
      words.uint64(at: document / 64 * 8) >> UInt64(document % 64) & 1 == 1
    }
    guard all == live, live == documentCount - deletedCount else {
      return "expected \(documentCount - deletedCount) live documents, found \(live), and "
        + "\(all - live) bits behind the last document"
    }
    return nil
  }

  /// Compares the statistics of a field with the lengths of its live documents.
  private func checkStatistics(_ index: Int) throws(SearchError) {
    let id = FieldID(UInt16(truncatingIfNeeded: index))
    var expected = FieldStatistics()
    if let norms = segment.reader.field(id)?.norms {
      for index in 0..<segment.live.documentCount {
        let document = DocumentID(index)
        guard segment.live.isLive(document) else { continue }
        let length = try norms.length(of: document)
        expected.tokenCount += Int64(length)
        if length > 0 { expected.documentCount += 1 }
      }
    }
    guard segment.statistics[index] == expected else {
      return add(
        "field \(index): expected \(expected) over the live documents, found "
          + "\(segment.statistics[index])")
    }
  }
}
