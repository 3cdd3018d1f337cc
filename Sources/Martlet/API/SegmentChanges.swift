/// What a batch makes of the segments: documents from before marked as deleted, and new images.
///
/// Computed completely before anything is logged or published, so that a batch happens as a whole
/// or not at all.
struct SegmentChanges {
  /// The segments afterwards.
  private(set) var parts: [IndexState.Part]
  /// The bookmarks afterwards.
  private(set) var bookmarks: [String: [UInt8]]
  /// Tokens of the new documents that gave no term.
  private(set) var skippedTokenCount = 0

  /// - Throws: `corrupted`, when a segment cannot be asked for its keys; `limitExceeded`.
  init(
    _ outcome: WriteBatch.Outcome, _ parts: [IndexState.Part], _ bookmarks: [String: [UInt8]],
    _ schema: IndexSchema, _ options: IndexCore.Options
  ) throws(SearchError) {
    self.parts = outcome.deletesAll ? [] : parts
    self.bookmarks = bookmarks
    for (name, bytes) in outcome.bookmarks { self.bookmarks[name] = bytes }
    try delete(outcome.keys)
    try add(outcome.documents, schema, options)
    self.parts.removeAll { $0.isInMemory && $0.segment.liveCount == 0 }
  }

  /// Marks the documents with these keys as deleted.
  private mutating func delete(_ keys: [[UInt8]]) throws(SearchError) {
    guard !keys.isEmpty else { return }
    for index in parts.indices {
      let segment = parts[index].segment
      var documents: [DocumentID] = []
      for key in keys {
        if let document = try segment.reader.keys.document(of: key) { documents.append(document) }
      }
      if !documents.isEmpty { parts[index].segment = try segment.deleting(documents) }
    }
  }

  /// Makes images of the documents: one, or several when one would exceed the memory limit.
  private mutating func add(
    _ documents: [InputDocument], _ schema: IndexSchema, _ options: IndexCore.Options
  ) throws(SearchError) {
    var builder: ImageBuilder?
    for document in documents {
      let current =
        builder
        ?? ImageBuilder(
          schema: schema, segmentID: .random(), parameters: options.parameters)
      builder = current
      try current.add(document)
      let isDue = current.documentCount % 64 == 0 && current.memory > 2 * options.memoryLimit
      if isDue || current.documentCount == Limits.documentsPerSegment {
        try finish(current, schema)
        builder = nil
      }
    }
    if let builder { try finish(builder, schema) }
  }

  private mutating func finish(
    _ builder: ImageBuilder, _ schema: IndexSchema
  ) throws(SearchError) {
    skippedTokenCount += builder.skippedTokenCount
    let image = try ImageReader(try builder.finish(), file: "memory", isTrusted: true)
    let reader = try SegmentReader(image, definitions: schema.definitions)
    let segment = LiveSegment(reader, fieldCount: schema.fields.count)
    parts.append(IndexState.Part(segment: segment, home: .memory))
  }
}
