/// Checks a snapshot's statistics of a segment's live documents, and that no two of these have the
/// same key.
///
/// The bitmap needs no check: ``LiveDocumentsFormat`` refuses a file with another number of
/// documents or of deletions, and a value cannot be made from anything else.
///
/// - Complexity: linear in the documents times the fields, and a look-up per key.
struct LiveSegmentChecker {
  private let segment: LiveSegment
  private let findings: Findings

  init(_ segment: LiveSegment, _ findings: Findings) {
    self.segment = segment
    self.findings = findings
  }

  /// Checks the statistics of each field, and the keys if those of the segment are sound.
  func check(keys areKeysSound: Bool) {
    if areKeysSound { findings.attempt { () throws(SearchError) in try checkKeys() } }
    for index in segment.statistics.indices {
      findings.attempt { () throws(SearchError) in try checkStatistics(index) }
    }
  }

  /// Checks that each live document is the one that its key finds: those before it were replaced.
  private func checkKeys() throws(SearchError) {
    let keys = segment.reader.keys
    for index in 0..<segment.live.documentCount where segment.live.isLive(DocumentID(index)) {
      let document = DocumentID(index)
      let found = try keys.document(of: keys.view(of: document))
      guard let found, found != document else { continue }
      throw .corrupted(
        "document \(document) is live, although document \(found) has replaced it",
        file: segment.reader.image.file)
    }
  }

  /// Compares the statistics of a field with the lengths of its live documents.
  ///
  /// They follow from those of the segment, so damage of these is found here as well. Found here
  /// alone, they were counted wrongly while documents were deleted, which nothing else would show.
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
      throw .corrupted(
        "field \(index): expected \(expected) over the live documents, found "
          + "\(segment.statistics[index])", file: segment.reader.image.file)
    }
  }
}
