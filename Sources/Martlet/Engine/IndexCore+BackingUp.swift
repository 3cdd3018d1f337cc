/// Copying an index to another folder.
extension IndexCore {
  /// Writes the documents and bookmarks of `state` to `target` as a new index.
  ///
  /// Every page is verified before it is copied. The manifest is written last, and only once, so that
  /// a copy that was interrupted cannot be opened.
  ///
  /// - Parameter target: An empty storage.
  /// - Throws: `corrupted` if a part of the index is damaged; `io`, `diskFull` or
  ///   `durabilityUnknown` if the copy cannot be written.
  func backUp(_ state: IndexState, to target: any Storage) throws(SearchError) {
    if let reason = state.damage.segments.first?.reason ?? state.damage.losses.first {
      throw .corrupted(
        "a part of the index cannot be read, so that a copy would lack it (\(reason.message)); copy "
          + "what is readable with salvage(from:to:)", file: reason.file)
    }
    let lock = try target.acquireWriterLock()
    defer { lock.release() }
    var manifest = Manifest(
      indexID: .random(), fields: schema.definitions, schemaVersion: schema.version)
    manifest.bookmarks = state.bookmarks
    for member in state.members where member.segment.liveCount > 0 {
      manifest.segments.append(try Self.copy(member, to: target))
    }
    try ManifestStore.write(manifest, to: target, latch: DurabilityLatch())
  }

  /// Copies a segment with its live documents, and returns its entry in the manifest.
  private static func copy(
    _ member: IndexState.Member, to target: any Storage
  ) throws(SearchError) -> ManifestSegment {
    let image = member.segment.reader.image
    var entry = member.newEntry
    // The file comes first: with it in the folder, nobody takes that for an empty one.
    let file = try target.create(entry.fileName)
    try image.verifyAll()
    try write(image.view, to: file)
    if !member.isOnHeap { image.view.releasePages() }
    let live = member.segment.live
    guard live.deletedCount > 0 else { return entry }
    entry.liveGeneration = 1
    let bytes = LiveDocumentsFormat.encode(
      live, segmentID: entry.id, generation: entry.liveGeneration)
    entry.liveByteCount = bytes.count
    entry.liveHash = LiveDocumentsFormat.check(bytes)
    if let name = entry.liveFileName { try write(bytes, to: target.create(name)) }
    return entry
  }

  private static func write(
    _ bytes: ByteView, to file: any WritableFile
  ) throws(SearchError) {
    try file.append(bytes)
    try file.synchronize(.ordered)
    try file.close()
  }
}
