/// The properties of a segment that a merge policy needs.
struct SegmentDescription: Sendable, Equatable {
  var id: SegmentID
  /// The size of the image in bytes.
  var byteCount: Int
  /// The number of documents, including deleted ones.
  var documentCount: Int
  /// The number of deleted documents.
  var deletedCount = 0

  /// The number of documents that are not deleted.
  var liveCount: Int { documentCount - deletedCount }

  /// The fraction of the documents that are deleted, from 0 to 1.
  var deletedShare: Double {
    documentCount == 0 ? 0 : Double(deletedCount) / Double(documentCount)
  }

  /// The approximate size of the image in bytes without its deleted documents.
  var liveByteCount: Int {
    deletedCount == 0 ? byteCount : Int(Double(byteCount) * (1 - deletedShare))
  }
}
