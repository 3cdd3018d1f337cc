/// Checks that no two segments have live documents with the same key.
///
/// A write deletes the documents that it replaces, so of several with one key at most one is live.
/// Searches would show all of them, and a merge would keep them.
struct LiveKeysChecker {
  private let segments: [LiveSegment]
  private let findings = Findings()

  /// - Parameter segments: The segments of one state, in document order, whose keys are sound.
  init(_ segments: [LiveSegment]) { self.segments = segments }

  /// Returns a finding for each pair of segments that share a key.
  ///
  /// - Complexity: a look-up for each live document in each segment after its own.
  func check() -> [SearchError] {
    for (index, segment) in segments.enumerated() {
      for later in segments[(index + 1)...] where later.liveCount > 0 {
        findings.attempt { () throws(SearchError) in try check(segment, later) }
      }
    }
    return findings.report
  }

  private func check(_ segment: LiveSegment, _ later: LiveSegment) throws(SearchError) {
    for index in 0..<segment.live.documentCount where segment.live.isLive(DocumentID(index)) {
      let key = try segment.reader.keys.view(of: DocumentID(index))
      guard let found = try later.reader.keys.document(of: key), later.live.isLive(found) else {
        continue
      }
      throw .corrupted(
        "document \(index) is live, although document \(found) of \(later.reader.image.file) has "
          + "replaced it", file: segment.reader.image.file)
    }
  }
}
