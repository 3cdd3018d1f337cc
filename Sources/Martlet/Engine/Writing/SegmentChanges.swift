/// The segments after a batch: earlier documents marked as deleted, and new images.
///
/// Everything is computed before anything is logged or published, so that a batch is applied as a
/// whole or not at all. Images beyond the memory limit are written to files at once, so that the
/// images on the heap never exceed it by more than a quarter, whatever the size of the batch.
struct SegmentChanges {
  /// Writes an image to a file that a later manifest will name, and opens it from there.
  typealias Spill = (ByteView) throws(SearchError) -> IndexState.Member

  /// The segments after the batch.
  private(set) var members: [IndexState.Member]
  /// The bookmarks after the batch.
  private(set) var bookmarks: [String: [UInt8]]
  /// The number of tokens of the new documents that gave no term.
  private(set) var skippedTokenCount = 0
  /// The size of the images on the heap, in bytes.
  private var heapByteCount = 0
  /// The size of those of them that exceed the memory limit, in bytes.
  private var excessByteCount = 0
  private let schema: IndexSchema
  private let options: IndexOptions
  private let tuning: EngineTuning

  /// Computes the changes.
  ///
  /// - Parameter spill: Writes images beyond the memory limit to files.
  /// - Throws: `corrupted` if a key cannot be looked up in a segment; `limitExceeded` if there
  ///   would be too many documents, or positions of a term; the errors of `spill`.
  @inline(never)
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
    heapByteCount = self.members.reduce(0) { $0 + ($1.isOnHeap ? $1.byteCount : 0) }
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
      concurrency: options.indexingConcurrency, leastRangeByteCount: tuning.leastRangeByteCount,
      other: largestSegment)
    try inverter.invert(documents) { (image) throws(SearchError) in
      skippedTokenCount += image.skippedTokenCount
      members.append(
        keepsOnHeap(image.bytes.count)
          ? try IndexState.Member(onHeap: image.bytes, schema) : try spill(image.bytes))
    }
  }

  /// The largest segment, which tells best which words are frequent.
  private var largestSegment: SegmentReader? {
    members.map(\.segment.reader).max { $0.documentCount < $1.documentCount }
  }

  /// Returns true if an image of `byteCount` bytes is to stay on the heap, and counts it.
  ///
  /// Beyond the limit, only small images do, for the checkpoint that is then due: it writes them as
  /// one segment together with those before them.
  private mutating func keepsOnHeap(_ byteCount: Int) -> Bool {
    if heapByteCount + byteCount > options.memoryLimit {
      excessByteCount += byteCount
      guard byteCount < options.largeImageByteCount, excessByteCount <= options.memoryLimit / 4
      else { return false }
    }
    heapByteCount += byteCount
    return true
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
