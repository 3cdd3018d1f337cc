/// Copying an index to another folder.
extension IndexCore {
  /// The number of bytes between two looks at whether the copy is still wanted.
  private static let pieceByteCount = 4 << 20

  /// Writes the documents and bookmarks of `state` to `target` as a new index.
  ///
  /// Every page is verified before it is copied. The manifest is written last, and only once, so
  /// that a copy that was interrupted cannot be opened.
  ///
  /// - Parameters:
  ///   - target: An empty storage.
  ///   - lock: The lock of the storage, which the caller has if others can see it.
  ///   - cancellation: The flag that ends the copy before it is whole.
  /// - Returns: False if it was cancelled, and something of it may be in the storage.
  /// - Throws: `corrupted` if a part of the index is damaged; `io`, `diskFull` or
  ///   `durabilityUnknown` if the copy cannot be written; `writerBusy` if the storage lost its
  ///   lock.
  @discardableResult
  func backUp(
    _ state: IndexState, to target: any Storage, _ lock: (any WriterLock)? = nil,
    _ cancellation: SearchCancellation = SearchCancellation()
  ) throws(SearchError) -> Bool {
    if let reason = state.damage.firstReason {
      throw .corrupted(
        "a part of the index cannot be read, so that a copy would lack it (\(reason.finding))",
        advice: "copy what is readable with salvage(from:to:)", file: reason.file)
    }
    var manifest = Manifest(
      indexID: .random(), fields: schema.definitions, schemaVersion: schema.version)
    manifest.bookmarks = state.bookmarks
    for member in state.members where member.segment.liveCount > 0 {
      guard let entry = try Self.copy(member, to: target, cancellation) else { return false }
      manifest.segments.append(entry)
    }
    guard !cancellation.isRequested else { return false }
    try lock?.require(in: target, "name another folder")
    try ManifestStore.write(manifest, to: target, latch: DurabilityLatch())
    return true
  }

  /// Copies a segment with its live documents, and returns its entry in the manifest; nil if the
  /// copy was cancelled.
  private static func copy(
    _ member: IndexState.Member, to target: any Storage, _ cancellation: SearchCancellation
  ) throws(SearchError) -> ManifestSegment? {
    let image = member.segment.reader.image
    var entry = member.newEntry
    // The file comes first: with it in the folder, nobody takes that for an empty one.
    let file = try target.create(entry.fileName)
    for start in stride(from: 0, to: image.view.count, by: pieceByteCount) {
      guard !cancellation.isRequested else { return nil }
      let end = min(image.view.count, start + pieceByteCount)
      try image.verifyPages(start..<end)
      try file.append(image.view.slice(start..<end))
    }
    try image.verifyAll()
    try finish(file)
    if !member.isOnHeap { image.view.releasePages() }
    let live = member.segment.live
    guard live.deletedCount > 0 else { return entry }
    entry.liveGeneration = 1
    let bytes = LiveDocumentsFormat.encode(
      live, segmentID: entry.id, generation: entry.liveGeneration)
    entry.liveByteCount = bytes.count
    entry.liveHash = LiveDocumentsFormat.check(bytes)
    if let name = entry.liveFileName {
      let file = try target.create(name)
      try file.append(bytes)
      try finish(file)
    }
    return entry
  }

  private static func finish(_ file: any WritableFile) throws(SearchError) {
    try file.synchronize(.ordered)
    try file.close()
  }
}
