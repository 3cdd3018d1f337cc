import Synchronization

/// Writing.
extension IndexCore {
  /// Makes the changes of `batch`, all or none; they are searchable and in the log when this
  /// returns.
  ///
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `corrupted`, `limitExceeded`: then nothing
  ///   has changed. `durabilityUnknown`: reopen the index.
  func write(_ batch: WriteBatch) throws(SearchError) {
    try writing.withLock { (writer) throws(SearchError) in
      let files = try writableFiles(writer)
      guard !batch.operations.isEmpty else { return }
      let old = state
      let changes = try SegmentChanges(
        batch.outcome, old.parts, old.bookmarks, schema, options)
      _ = try files.append(batch.operations)
      skippedTokens.add(changes.skippedTokenCount, ordering: .relaxed)
      publish(changes.parts, changes.bookmarks)
      try keepMemorySmall(files)
    }
    scheduleMerge()
  }

  /// Merges small images on the heap, and writes them to files when they are too large.
  ///
  /// The batch before stands, whatever comes of this: it is in the log.
  private func keepMemorySmall(_ files: DurableIndex) throws(SearchError) {
    if state.memoryByteCount > options.memoryLimit { return try writeCheckpoint(files) }
    while let plan = MergePolicy.memory.nextMerge(among: state.memoryParts.map(\.description)) {
      let first = state.memoryParts.firstIndex { $0.id == plan.segments[0] }
      guard let first else { return }
      let places = first..<(first + plan.segments.count)
      var parts = state.parts
      parts.replaceSubrange(places, with: try mergedInMemory(parts[places]).map { [$0] } ?? [])
      publish(parts, state.bookmarks)
    }
  }

  /// One image of what is live in `parts`, on the heap; nil when nothing is.
  private func mergedInMemory(
    _ parts: ArraySlice<IndexState.Part>
  ) throws(SearchError) -> IndexState.Part? {
    let merger = try merger(of: Array(parts))
    guard merger.mapping.documentCount > 0 else { return nil }
    let image = try ImageReader(try merger.merge(), file: "memory", isTrusted: true)
    let reader = try SegmentReader(image, definitions: schema.definitions)
    let segment = LiveSegment(reader, fieldCount: schema.fields.count)
    return IndexState.Part(segment: segment, home: .memory)
  }

  /// Writes everything in memory to files and retires the log.
  ///
  /// - Throws: as ``write(_:)``.
  func checkpoint() throws(SearchError) {
    try writing.withLock { (writer) throws(SearchError) in
      try writeCheckpoint(try writableFiles(writer))
    }
    scheduleMerge()
  }

  /// Writes a checkpoint and lets another writer in. Searches go on; closing twice is harmless.
  ///
  /// - Throws: as ``write(_:)``; the index is closed all the same.
  func close() throws(SearchError) {
    try merging.withLock { (_) throws(SearchError) in
      try writing.withLock { (writer) throws(SearchError) in
        guard let files, !writer.isClosed else { return }
        writer.isClosed = true
        var failure: SearchError?
        do throws(SearchError) { try writeCheckpoint(files) } catch { failure = error }
        files.reclaim()
        do throws(SearchError) { try files.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
      }
    }
  }
}

/// Checkpoints. Everything here runs while `writing` is held.
extension IndexCore {
  /// Writes the images on the heap, and what was deleted, to files; names them in a manifest.
  private func writeCheckpoint(_ files: DurableIndex) throws(SearchError) {
    let old = state
    guard needsCheckpoint(old, files.manifest) else { return }
    let position = try files.startCheckpoint()
    var pending: [PendingFile] = []
    var parts: [IndexState.Part] = []
    for part in try gathered(old) where part.segment.liveCount > 0 {
      parts.append(try persist(part, files, &pending))
    }
    try files.publish { manifest throws(SearchError) in
      manifest.apply(upTo: position)
      manifest.segments = parts.compactMap(\.entry)
      manifest.fields = schema.definitions
      manifest.bookmarks = old.bookmarks
    }
    publish(parts, old.bookmarks)
    pending.forEach { $0.release() }
  }

  private func needsCheckpoint(_ state: IndexState, _ manifest: Manifest) -> Bool {
    !state.memoryParts.isEmpty || state.bookmarks != manifest.bookmarks
      || schema.definitions != manifest.fields
      || state.parts.compactMap(\.entry) != manifest.segments
      || state.parts.contains { !$0.isPersisted || $0.segment.liveCount == 0 }
  }

  /// The segments, with small images on the heap merged into one.
  private func gathered(_ state: IndexState) throws(SearchError) -> [IndexState.Part] {
    let small = state.memoryParts
    guard small.count > 1, small.contains(where: { $0.byteCount < options.memoryLimit / 8 }) else {
      return state.parts
    }
    let merged = try mergedInMemory(small)
    return Array(state.fileParts) + (merged.map { [$0] } ?? [])
  }

  /// Makes sure that files hold the image and the live documents of `part`.
  private func persist(
    _ part: IndexState.Part, _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Part {
    let reader = part.segment.reader
    guard let entry = part.entry else {
      let entry = ManifestSegment(
        id: reader.id, byteCount: part.byteCount, hash: reader.image.rootHash,
        documentCount: reader.documentCount)
      try writeFile(entry.fileName, reader.image.view, files, &pending)
      var opened = try Self.openSegment(entry, storage, schema, files.reclaimer)
      opened.segment = try opened.segment.deleting(Array(part.segment.live.deletedDocuments))
      return try persistLive(opened, entry, files, &pending)
    }
    return try persistLive(part, entry, files, &pending)
  }

  /// Makes sure that a file holds the live documents of `part`, which the manifest to come names.
  func persistLive(
    _ part: IndexState.Part, _ known: ManifestSegment, _ files: DurableIndex,
    _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Part {
    guard !part.isPersisted else { return part }
    let live = part.segment.live
    var entry = known
    entry.liveGeneration = files.manifest.generation + 1
    let bytes = LiveDocumentsFormat.encode(
      live, segmentID: entry.id, generation: entry.liveGeneration)
    entry.liveByteCount = bytes.count
    if let name = entry.liveFileName { try writeFile(name, bytes, files, &pending) }
    let hold = files.reclaimer.hold(entry.fileNames)
    return IndexState.Part(
      segment: part.segment, home: .file(entry, deletedCount: live.deletedCount, hold: hold))
  }

  private func writeFile(
    _ name: String, _ bytes: ByteView, _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) {
    let file = try files.makeFile(name)
    pending.append(file)
    try file.append(bytes)
    try file.finish()
  }
}
