import Dispatch
import Synchronization

/// Writing.
extension IndexCore {
  /// Makes the changes of `batch`, all or none; they are searchable, and survive as the options
  /// say, when this returns.
  ///
  /// - Throws: as ``apply(_:)``.
  func write(_ batch: WriteBatch) throws(SearchError) {
    try keep(try apply(batch))
  }

  /// Makes the changes of `batch`, all or none; they are searchable, and in the log, when this
  /// returns. They survive as the options say once ``keep(_:)`` returns for the result, which other
  /// writers need not wait for.
  ///
  /// What is due afterwards, a checkpoint or a merge in memory, fails by itself: see ``failure``.
  ///
  /// - Returns: The batch's number in the log.
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `corrupted`, `limitExceeded`: then nothing
  ///   has changed. `durabilityUnknown`: reopen the index to see what is in it.
  func apply(_ batch: WriteBatch) throws(SearchError) -> LogSequenceNumber {
    let lsn = try writing.withLock { (writer) throws(SearchError) in
      let files = try writableFiles(writer)
      try files.check()
      guard !batch.operations.isEmpty else { return files.log.lastLSN }
      try makeRoom(&writer, files)
      let outcome = batch.outcome
      try goingOn { () throws(SearchError) in
        try apply(outcome, files) { (changes) throws(SearchError) in
          if !outcome.bookmarks.isEmpty { try check(changes.bookmarks, files) }
          _ = try files.append(batch.operations)
        }
      }
      let lsn = files.log.lastLSN
      keepMemorySmall(&writer, files)
      return lsn
    }
    scheduleMerge(isLoading: batch.byteCountHint >= tuning.loadByteCount)
    return lsn
  }

  /// Computes what `outcome` changes, calls `commit`, and publishes it.
  func apply(
    _ outcome: WriteBatch.Outcome, _ files: DurableIndex,
    commit: (SegmentChanges) throws(SearchError) -> Void
  ) throws(SearchError) {
    let old = state
    var unnamed: [PendingFile] = []
    do throws(SearchError) {
      let changes = try SegmentChanges(outcome, old.parts, old.bookmarks, schema, options, tuning) {
        (image) throws(SearchError) in try spill(image, files, &unnamed)
      }
      try commit(changes)
      skippedTokens.add(changes.skippedTokenCount, ordering: .relaxed)
      publish(changes.parts, changes.bookmarks, isWhole: outcome.deletesAll)
    } catch {
      files.discard(unnamed)
      throw error
    }
  }

  /// Writes an image to a file that the next checkpoint names.
  func spill(
    _ image: ByteView, _ files: DurableIndex, _ unnamed: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Part {
    let part = try IndexState.Part(onHeap: image, schema)
    let entry = part.newEntry
    unnamed.append(try writeFile(entry.fileName, image, files))
    var opened = try Self.openSegment(entry, storage, schema, nil)
    opened.home = .unnamed(unnamed[unnamed.count - 1], entry)
    return opened
  }

  /// Makes sure that the manifest can hold `bookmarks`, so that checkpoints go on working.
  private func check(
    _ bookmarks: [String: [UInt8]], _ files: DurableIndex
  ) throws(SearchError) {
    let count = bookmarks.reduce(0) { $0 + $1.key.utf8.count + $1.value.count + 8 }
    guard count > BookmarkLimits.totalByteCount else { return }
    throw SearchError(
      .limitExceeded,
      "all bookmarks together have at most \(BookmarkLimits.totalByteCount) bytes with their names, "
        + "and these would have \(count): drop some, or keep less in each")
  }

  /// Takes no batch while memory, or the log, is full and nothing can be written to files.
  ///
  /// Where the alternative is to refuse, the writer tries again however short ago the last attempt
  /// failed: space or permission may be back.
  private func makeRoom(_ writer: inout Writer, _ files: DurableIndex) throws(SearchError) {
    guard writer.checkpoints.failure != nil,
      state.memoryByteCount / 2 > options.memoryLimit || state.hasUnnamedFiles || isLogFull(files)
    else { return }
    do throws(SearchError) { try writeCheckpoint(&writer, files) } catch {
      throw SearchError(
        error.code,
        "nothing was written: memory or the log is full, and writing a file failed: \(error.message)",
        file: error.file)
    }
  }

  /// Merges small images on the heap, and writes them to files when they, or the log that replaces
  /// them after a crash, are too large.
  ///
  /// The batch before stands, whatever comes of this: it is in the log.
  func keepMemorySmall(_ writer: inout Writer, _ files: DurableIndex) {
    if isCheckpointDue(files), writer.checkpoints.allowsAttempt(at: tuning.now()) {
      // The writer keeps the failure, for whoever asks.
      try? writeCheckpoint(&writer, files)
    }
    // What cannot be merged in memory, because a term has too many positions, goes to files as it
    // is.
    try? mergeHeap()
  }

  private func isCheckpointDue(_ files: DurableIndex) -> Bool {
    let state = self.state
    let large = state.heapParts.reduce(0) { $0 + (isSmall($1) ? 0 : $1.byteCount) }
    // Large images gain nothing from waiting.
    return state.memoryByteCount > options.memoryLimit || large > options.memoryLimit / 2
      || state.hasUnnamedFiles
      || state.damage.isEmpty && files.manifest.isDamaged || isLogFull(files)
  }

  /// Whether the log is much larger than the images that it stands for.
  private func isLogFull(_ files: DurableIndex) -> Bool {
    files.log.byteCount / 4 > state.memoryByteCount + tuning.logAllowance
      && !PlantedBug.keepsWholeLog.isPlanted
  }

  /// Merges small images on the heap as long as that pays.
  func mergeHeap() throws(SearchError) {
    while let plan = nextHeapMerge() {
      let first = state.heapParts.firstIndex { $0.id == plan.segments[0] }
      guard let first else { return }
      let places = first..<(first + plan.segments.count)
      var parts = state.parts
      parts.replaceSubrange(places, with: try mergedInMemory(parts[places]).map { [$0] } ?? [])
      publish(parts, state.bookmarks)
    }
  }

  private func nextHeapMerge() -> MergePlan? {
    let runs = state.heapParts.split { !isSmall($0) }
    for run in runs {
      if let plan = MergePolicy.memory.nextMerge(among: run.map(\.description)) { return plan }
    }
    return nil
  }

  /// One image of what is live in `parts`, on the heap; nil when nothing is.
  func mergedInMemory(
    _ parts: ArraySlice<IndexState.Part>
  ) throws(SearchError) -> IndexState.Part? {
    var merger = try merger(of: parts.map(\.segment))
    // What is soon merged again needs no lists that only make searches faster; those for pairs of words take
    // the longest to make, so what will be in a file waits for the merge of files.
    let isSmall = parts.reduce(0) { $0 + $1.byteCount } < options.largeImageByteCount
    if isSmall { merger.leastPrefixCost = nil }
    if isSmall || files != nil { merger.bigramBudget = nil }
    guard merger.mapping.documentCount > 0 else { return nil }
    return try IndexState.Part(onHeap: merger.merge(), schema)
  }

  /// Writes a checkpoint and lets another writer in. Searches go on; closing twice is harmless.
  ///
  /// - Throws: as ``write(_:)``; the index is closed all the same.
  func close() throws(SearchError) {
    isClosing.store(true, ordering: .relaxed)
    // A merge gives up at once and can publish nothing after this. Removing the gigabytes that it
    // wrote may take longer than anybody should wait.
    _ = merges.wait(timeout: .now() + .milliseconds(50))
    try writing.withLock { (writer) throws(SearchError) in
      guard let files, !writer.isClosed else { return }
      writer.isClosed = true
      var failure: SearchError?
      do throws(SearchError) { try writeCheckpoint(&writer, files) } catch { failure = error }
      files.reclaim()
      do throws(SearchError) { try files.close() } catch { failure = failure ?? error }
      if let failure { throw failure }
    }
  }
}
