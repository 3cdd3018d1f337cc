/// What a merge policy knows of a segment.
struct SegmentDescription: Sendable, Equatable {
  var id: SegmentID
  /// Bytes of the image.
  var byteCount: Int
  /// All documents, with the deleted ones.
  var documentCount: Int
  /// The deleted ones among them.
  var deletedCount = 0
  /// Whether a merge is reading the segment, or has failed on it: then it is left alone.
  var isMerging = false

  /// The documents that are not deleted.
  var liveCount: Int { documentCount - deletedCount }

  /// The part of the documents that is deleted, from 0 to 1.
  var deletedShare: Double {
    documentCount == 0 ? 0 : Double(deletedCount) / Double(documentCount)
  }

  /// About how many bytes the image would have without its deleted documents.
  var liveByteCount: Int {
    deletedCount == 0 ? byteCount : Int(Double(byteCount) * (1 - deletedShare))
  }
}
