import Dispatch
import Synchronization

/// Writing to an index.
extension IndexCore {
  /// Applies the changes of `batch`, all or none. When this returns, they are searchable and
  /// survive failures as the options promise.
  ///
  /// - Throws: The errors of ``apply(_:in:)``, and `durabilityUnknown`.
  func write(_ batch: WriteBatch) throws(SearchError) {
    let lsn = try whileLocked { (session) throws(SearchError) in try apply(batch, in: session) }
    try keep(lsn)
  }

  /// Applies the changes of `batch`, all or none. When this returns, they are searchable and in the
  /// log.
  ///
  /// They survive failures as the options promise once ``keep(_:)`` returns for the result. Other
  /// writers need not wait for that. If a checkpoint or a merge in memory that is due afterwards
  /// fails, the batch stands; see ``failure``.
  ///
  /// - Parameter session: The session in which the batch was made, which still goes on.
  /// - Returns: The number of the batch in the log.
  /// - Throws: `readOnly`, `closed`, `suspended`, `writerBusy`, `diskFull`, `io`, `corrupted` or
  ///   `limitExceeded`, after which nothing has changed; `durabilityUnknown`, after which the index
  ///   must be opened again to see its state.
  func apply(_ batch: WriteBatch, in session: Int) throws(SearchError) -> LogSequenceNumber {
    let lsn = try withWriter(of: session) { (writer, files) throws(SearchError) in
      try files.check()
      guard !batch.operations.isEmpty else { return files.log.lastLSN }
      try makeRoom(&writer, files)
      let start = tuning.now()
      let outcome = batch.outcome
      try goingOn { () throws(SearchError) in
        try apply(outcome, files) { (changes) throws(SearchError) in
          if !outcome.bookmarks.isEmpty { try check(changes.bookmarks, files) }
          _ = try files.append(batch.operations)
        }
      }
      try replaceLostLog(&writer, files)
      let lsn = files.log.lastLSN
      writer.unsavedWork += start.duration(to: tuning.now())
      keepMemorySmall(&writer, files)
      if writer.unsavedWork > tuning.idleReplay { checkpointWhenIdle() }
      return lsn
    }
    scheduleMerge(isLoading: batch.byteCountHint >= tuning.loadByteCount)
    return lsn
  }

  /// Computes the changes of `outcome`, calls `commit` with them, and publishes them.
  func apply(
    _ outcome: WriteBatch.Outcome, _ files: DurableIndex,
    commit: (SegmentChanges) throws(SearchError) -> Void
  ) throws(SearchError) {
    let old = state
    var unnamed: [PendingFile] = []
    do throws(SearchError) {
      let changes = try SegmentChanges(outcome, old.members, old.bookmarks, schema, options, tuning)
      {
        (image) throws(SearchError) in try spill(image, files, &unnamed)
      }
      try commit(changes)
      skippedTokens.add(changes.skippedTokenCount, ordering: .relaxed)
      publish(changes.members, changes.bookmarks, isWhole: outcome.deletesAll)
      self.changes.send(ChangeSet(outcome, from: old, to: state), state.version)
    } catch {
      files.discard(unnamed)
      throw error
    }
  }

  /// Writes an image to a file that the next checkpoint names.
  func spill(
    _ image: ByteView, _ files: DurableIndex, _ unnamed: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Member {
    let member = try IndexState.Member(onHeap: image, schema)
    let entry = member.newEntry
    unnamed.append(try writeFile(entry.fileName, image, files))
    var opened = try Self.openSegment(entry, storage, schema, nil)
    opened.home = .unnamed(unnamed[unnamed.count - 1], entry)
    return opened
  }

  /// Makes sure that the manifest has room for `bookmarks`, so that checkpoints cannot fail because
  /// of them.
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

  /// Refuses a batch while memory or the log is full and files cannot be written.
  ///
  /// Instead of refusing at once, this tries to write a checkpoint, however recently the last
  /// attempt failed: space or permission may be back.
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

  /// Merges small images on the heap, and writes images to files if they, or the log that would
  /// restore them after a crash, are too large.
  ///
  /// Failures do not affect the last batch, which is in the log.
  func keepMemorySmall(_ writer: inout Writer, _ files: DurableIndex) {
    if isCheckpointDue(files), writer.checkpoints.allowsAttempt(at: tuning.now()) {
      // The writer records the failure; see `failure`.
      try? writeCheckpoint(&writer, files)
    }
    // Images that cannot be merged in memory, because a term has too many positions, are written to
    // files as they are.
    try? mergeHeap()
  }

  private func isCheckpointDue(_ files: DurableIndex) -> Bool {
    let state = self.state
    let large = state.heapMembers.reduce(0) { $0 + (isSmall($1) ? 0 : $1.byteCount) }
    // Large images gain nothing from waiting.
    return state.memoryByteCount > options.memoryLimit || large > options.memoryLimit / 2
      || state.hasUnnamedFiles
      || state.damage.isEmpty && files.manifest.isDamaged || isLogFull(files)
      || files.log.byteCount > tuning.logLimit || files.log.olderFileCount > tuning.logFileLimit
  }

  /// Returns true if the log is much larger than the images in memory that it would restore.
  private func isLogFull(_ files: DurableIndex) -> Bool {
    files.log.byteCount / 4 > state.memoryByteCount + tuning.logAllowance
      && !PlantedBug.keepsWholeLog.isPlanted
  }

  /// Merges small images on the heap as long as that pays.
  func mergeHeap() throws(SearchError) {
    while let plan = nextHeapMerge() {
      // Read once: a search that finds damage may leave out a segment at any moment.
      let state = self.state
      let first = state.heapMembers.firstIndex { $0.id == plan.segments[0] }
      guard let first else { return }
      let range = first..<(first + plan.segments.count)
      var members = state.members
      members.replaceSubrange(range, with: try mergedInMemory(members[range]).map { [$0] } ?? [])
      publish(members, state.bookmarks)
    }
  }

  private func nextHeapMerge() -> MergePlan? {
    let runs = state.heapMembers.split { !isSmall($0) }
    for run in runs {
      if let plan = MergePolicy.memory.nextMerge(among: run.map(\.description)) { return plan }
    }
    return nil
  }

  /// Returns one image on the heap with the live documents of `members`, or nil if there are none.
  func mergedInMemory(
    _ members: ArraySlice<IndexState.Member>
  ) throws(SearchError) -> IndexState.Member? {
    var merger = try heapMerger(of: members)
    // Images that are soon merged again need no lists that only make searches faster.
    if members.reduce(0, { $0 + $1.byteCount }) < options.largeImageByteCount {
      merger.leastPrefixCost = nil
      merger.bigramBudget = nil
    }
    guard merger.mapping.documentCount > 0 else { return nil }
    return try IndexState.Member(onHeap: merger.merge(), schema)
  }

  /// Returns a merger of images on the heap, whose result is merged again with others of its size.
  func heapMerger(
    of members: ArraySlice<IndexState.Member>
  ) throws(SearchError) -> SegmentMerger {
    var merger = try merger(of: members.map(\.segment))
    merger.bigramBudget = .ofNewSegments(documentCount: merger.mapping.documentCount)
    // All writers wait for it.
    merger.threads = .concurrent(options.indexingConcurrency)
    merger.leastPartByteCount = tuning.leastRangeByteCount
    return merger
  }

  /// Writes a checkpoint and lets another writer in. Searches go on. Closing twice has no effect.
  ///
  /// - Parameter discardingUnsaved: True to close even if there is no log, and the checkpoint
  ///   fails.
  /// - Throws: The errors of ``write(_:)``. The index is closed even so, unless a checkpoint for
  ///   which there is no log failed with `diskFull` or `io`: then everything goes on as before.
  func close(discardingUnsaved: Bool = false) throws(SearchError) {
    try close(handingOver: nil, discardingUnsaved: discardingUnsaved)
  }

  /// Closes the index without saving what is in memory, whose files are then removed.
  func abandon() { try? close(handingOver: nil, savesNothing: true) }

  /// Closes the index for another one that takes its place, and returns the lock of the writer.
  ///
  /// - Parameter session: The session in which the other index was made of this one.
  /// - Throws: `closed` or `suspended` if the index was closed or suspended since; nothing has
  ///   changed then. Otherwise the errors of ``close(discardingUnsaved:)``, which says when it is
  ///   still open.
  func handOver(after session: Int) throws(SearchError) -> any WriterLock {
    try close(handingOver: session)
    guard let files else { preconditionFailure("a writer has files") }
    return files.handOver()
  }

  private func close(
    handingOver origin: Int?, discardingUnsaved: Bool = false, savesNothing: Bool = false
  ) throws(SearchError) {
    // If another process writes, the log has everything that it needs to find.
    let session = try? beginWriting()
    defer { if let session { endWriting(session) } }
    isClosing.store(true, ordering: .relaxed)
    // Merges stop at once and can publish nothing after this. Removing the gigabytes that one has
    // written may take too long to wait for.
    _ = merges.wait(timeout: .now() + .milliseconds(50))
    var isOver = true
    defer { if isOver { stopFollowing() } }
    try writing.withLock { (writer) throws(SearchError) in
      defer { isOver = isClosing.load(ordering: .relaxed) }
      // Another thread's attempt may have failed since, and gone on.
      isClosing.store(true, ordering: .relaxed)
      if let origin { try requireSame(origin, writer) }
      guard let files, !writer.isClosed else { return }
      writer.isClosed = true
      var failure: SearchError?
      do throws(SearchError) {
        if writer.isSuspended { try saveUnsaved(&writer, files) }
        if session != nil, !writer.isSuspended, !savesNothing {
          try writeCheckpoint(&writer, files)
        }
      } catch {
        // Only memory has the changes.
        let isUnsaved = options.durability == .none && [.diskFull, .io].contains(error.code)
        if isUnsaved, !discardingUnsaved {
          writer.isClosed = false
          goOn()
          throw error
        }
        failure = isUnsaved ? nil : error
      }
      if files.isLocked { files.reclaim() }
      writer.lockUsers = 0
      do throws(SearchError) {
        try files.close(keepsLock: origin != nil && failure == nil)
      } catch {
        failure = failure ?? error
      }
      if let failure { throw failure }
    }
  }

  /// Goes on as before unless the session has lasted: meanwhile others may have written.
  private func requireSame(_ session: Int, _ writer: Writer) throws(SearchError) {
    do throws(SearchError) {
      _ = try writableFiles(writer)
      guard writer.session == session else {
        throw SearchError(
          .suspended,
          "\(storage.displayName) was suspended while another index was made of it; make that again"
        )
      }
    } catch {
      if !writer.isClosed { goOn() }
      throw error
    }
  }

  /// Lets merges go on after all when the index was not closed.
  private func goOn() {
    isClosing.store(false, ordering: .relaxed)
    scheduleMerge()
  }
}
