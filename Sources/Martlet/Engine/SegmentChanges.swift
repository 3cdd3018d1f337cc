/// The segments after a batch: earlier documents marked as deleted, and new images.
///
/// Everything is computed before anything is logged or published, so that a batch is applied as a
/// whole or not at all. Images beyond the memory limit are written to files at once, so that a
/// batch of any size takes no more memory than its own documents and the limit.
struct SegmentChanges {
  /// Writes an image to a file that a later manifest will name, and opens it from there.
  typealias Spill = (ByteView) throws(SearchError) -> IndexState.Member

  /// The segments after the batch.
  private(set) var members: [IndexState.Member]
  /// The bookmarks after the batch.
  private(set) var bookmarks: [String: [UInt8]]
  /// The number of tokens of the new documents that gave no term.
  private(set) var skippedTokenCount = 0
  /// The size of the images made so far, in bytes.
  private var heapByteCount = 0
  private let schema: IndexSchema
  private let options: IndexOptions
  private let tuning: EngineTuning

  /// Computes the changes.
  ///
  /// - Parameter spill: Writes images beyond the memory limit to files.
  /// - Throws: `corrupted` if a key cannot be looked up in a segment; `limitExceeded` if there
  ///   would be too many documents, or positions of a term; the errors of `spill`.
  init(
    _ outcome: WriteBatch.Outcome, _ members: [IndexState.Member], _ bookmarks: [String: [UInt8]],
    _ schema: IndexSchema, _ options: IndexOptions, _ tuning: EngineTuning, spill: Spill
  ) throws(SearchError) {
    self.schema = schema
    self.options = options
    self.tuning = tuning
    self.members = outcome.deletesAll ? [] : members
    self.bookmarks = bookmarks
    for (name, bytes) in outcome.bookmarks { self.bookmarks[name] = bytes }
    try delete(outcome.keys)
    try add(outcome.documents, spill)
    self.members.removeAll { $0.isInMemory && $0.segment.liveCount == 0 }
    try IndexState.checkDocumentCount(of: self.members)
  }

  /// Marks the documents with these keys as deleted.
  private mutating func delete(_ keys: [[UInt8]]) throws(SearchError) {
    guard !keys.isEmpty else { return }
    for index in members.indices {
      let segment = members[index].segment
      let documents = try segment.reader.keys.documents(of: keys)
      if !documents.isEmpty { members[index].segment = try segment.deleting(documents) }
    }
  }

  /// Makes images of the documents, in their order: one, or several if one would exceed the memory
  /// limit or if several threads share the work.
  private mutating func add(
    _ documents: [InputDocument], _ spill: Spill
  ) throws(SearchError) {
    let inverter = BatchInverter(
      schema: schema, parameters: options.ranking, memoryLimit: options.memoryLimit,
      concurrency: options.indexingConcurrency, leastRangeByteCount: tuning.leastRangeByteCount)
    try inverter.invert(documents) { (image) throws(SearchError) in
      skippedTokenCount += image.skippedTokenCount
      heapByteCount += image.bytes.count
      if heapByteCount > options.memoryLimit {
        members.append(try spill(image.bytes))
      } else {
        members.append(try IndexState.Member(onHeap: image.bytes, schema))
      }
    }
  }
}

extension IndexState.Member {
  /// Creates a segment on the heap from an image that this process made.
  ///
  /// - Throws: `corrupted`, but never for an image that this library made.
  init(onHeap image: ByteView, _ schema: IndexSchema) throws(SearchError) {
    let image = try ImageReader(image, file: "memory", isTrusted: true)
    self.init(segment: try LiveSegment(image, definitions: schema.definitions), home: .heap)
  }
}

extension IndexState {
  /// Makes sure that all documents can be numbered in one sequence.
  ///
  /// - Throws: `limitExceeded` if there are too many.
  static func checkDocumentCount(of members: [Member]) throws(SearchError) {
    let count = members.reduce(UInt64(0)) { $0 + UInt64($1.segment.reader.documentCount) }
    guard count < UInt64(UInt32.max) else {
      throw SearchError(
        .limitExceeded,
        "an index has at most \(UInt32.max - 1) documents, including deleted ones that are not yet "
          + "merged away; this would be \(count): compact it, or use several indexes")
    }
  }
}
