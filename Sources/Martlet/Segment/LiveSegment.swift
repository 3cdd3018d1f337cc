/// A segment as one snapshot sees it: its contents and its live documents.
///
/// Never changes; deleting returns another one. A class, because a search hands it on many times.
final class LiveSegment: Sendable {
  /// The immutable contents.
  let reader: SegmentReader
  /// The documents that are not deleted.
  let live: LiveDocuments
  /// The statistics of each field over the live documents, indexed by field number.
  let statistics: [FieldStatistics]

  /// Opens the segment in `image`, whose documents are all live.
  ///
  /// - Throws: `corrupted` if the image is not one of a segment with these fields, or with the
  ///   first of them; `formatTooNew`.
  convenience init(_ image: ImageReader, definitions: [FieldDefinition]) throws(SearchError) {
    self.init(
      try SegmentReader(image, definitions: definitions), fieldCount: definitions.count)
  }

  /// Creates a segment whose documents are all live.
  init(_ reader: SegmentReader, fieldCount: Int) {
    self.reader = reader
    live = LiveDocuments(documentCount: reader.documentCount)
    statistics = (0..<fieldCount).map { index in
      reader.field(FieldID(UInt16(truncatingIfNeeded: index)))?.statistics ?? FieldStatistics()
    }
  }

  private init(_ reader: SegmentReader, _ live: LiveDocuments, _ statistics: [FieldStatistics]) {
    self.reader = reader
    self.live = live
    self.statistics = statistics
  }

  /// Returns the same segment without `documents`. Documents that are already deleted have no
  /// effect.
  ///
  /// - Throws: `corrupted` when the documents' lengths cannot be read.
  /// - Complexity: O(documents to delete · fields), plus one bit per document of the segment.
  func deleting(_ documents: [DocumentID]) throws(SearchError) -> LiveSegment {
    let fresh = Set(documents).filter { live.isLive($0) }
    guard !fresh.isEmpty else { return self }
    var statistics = statistics
    for index in statistics.indices {
      let field = reader.field(FieldID(UInt16(truncatingIfNeeded: index)))
      guard let norms = field?.norms else { continue }
      for document in fresh {
        let length = try norms.length(of: document)
        guard length > 0 else { continue }
        statistics[index].documentCount -= 1
        statistics[index].tokenCount -= Int64(length)
      }
    }
    return LiveSegment(reader, live.deleting(fresh), statistics)
  }

  /// All documents, including deleted ones.
  var documents: Range<DocumentID> { 0..<DocumentID(truncatingIfNeeded: live.documentCount) }

  /// The number of live documents.
  var liveCount: Int { live.liveCount }
}
