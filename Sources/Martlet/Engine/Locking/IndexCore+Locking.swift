import Dispatch
import Synchronization

/// The lock of the writer: held from opening to closing, or only while something is written.
///
/// Whoever changes files does so between ``beginWriting(waitingUntil:isCancelled:)`` and
/// ``endWriting(_:)``. Taking the lock again finds out whether another process has written
/// meanwhile, and then reads the files again before anything else happens.
extension IndexCore {
  /// The longest time to wait for the writer of another process.
  private static let patience = Duration.seconds(2)

  /// Returns the end of the longest wait that begins now.
  static func endOfPatience() -> ContinuousClock.Instant { .now + patience }

  /// The longest pause between two attempts, in milliseconds. Who has just written may write again
  /// at once, so that one who asks rarely has little chance.
  private static let longestPause = 2

  /// True if a write may have to wait for something other than its turn: for another process, or
  /// for a checkpoint that is being written.
  var mayBlockWriters: Bool {
    options.writerLock == .perWrite || writing.withLockIfAvailable { _ in } == nil
  }

  /// Makes sure that no other process writes until ``endWriting(_:)``, and that the published state
  /// has what others have written.
  ///
  /// - Parameters:
  ///   - end: The end of the wait for another process. The lock is tried once even after it.
  ///   - isCancelled: Tells that the wait can end at once, as if the time were over.
  /// - Returns: The session, for ``endWriting(_:)`` and ``withWriter(of:_:)``.
  /// - Throws: `writerBusy` if another process keeps writing; `readOnly`, `closed`, `suspended`;
  ///   the errors of opening the index again.
  func beginWriting(
    waitingUntil end: ContinuousClock.Instant = IndexCore.endOfPatience(),
    isCancelled: () -> Bool = { false }
  ) throws(SearchError) -> Int {
    guard options.writerLock == .perWrite else {
      return try writing.withLock { (writer) throws(SearchError) in
        _ = try writableFiles(writer)
        return writer.session
      }
    }
    return try Self.waiting(until: end, isCancelled) { () throws(SearchError) in
      try writing.withLock { (writer) throws(SearchError) in
        let files = try writableFiles(writer)
        if writer.lockUsers == 0 { try relock(files, &writer) }
        writer.lockUsers += 1
        return writer.session
      }
    }
  }

  /// Ends what ``beginWriting(waitingUntil:isCancelled:)`` has begun.
  func endWriting(_ session: Int) {
    guard options.writerLock == .perWrite else { return }
    writing.withLock { writer in
      // Suspending and closing have released the lock for all of its users.
      guard writer.lockUsers > 0, writer.session == session else { return }
      writer.lockUsers -= 1
      if writer.lockUsers == 0 { unlock(&writer) }
    }
  }

  /// Returns the result of `body`, which gets the session, and during which no other process
  /// writes.
  func whileLocked<Result>(
    _ body: (_ session: Int) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let session = try beginWriting()
    defer { endWriting(session) }
    return try body(session)
  }

  /// Returns the result of `body`, which gets the files, unless the session is over.
  ///
  /// - Throws: `suspended` if the index was suspended since the session began, even if it goes on
  ///   by now: others may have written meanwhile; the errors of ``writableFiles(_:)`` and of
  ///   `body`.
  func withWriter<Result>(
    of session: Int,
    _ body: (inout sending Writer, DurableIndex) throws(SearchError) -> sending Result
  ) throws(SearchError) -> sending Result {
    try writing.withLock { (writer) throws(SearchError) in
      let files = try writableFiles(writer)
      guard writer.session == session else {
        throw SearchError(
          .suspended,
          "\(storage.displayName) was suspended in the middle of this, and nothing has changed; do it "
            + "again")
      }
      return try body(&writer, files)
    }
  }

  /// Releases the lock with which the index was opened, if it is taken for each write.
  func releaseLockAfterOpening() {
    guard options.writerLock == .perWrite else { return }
    writing.withLock { unlock(&$0) }
  }

  /// Returns the lock of an index that is being opened.
  static func lock(
    of storage: any Storage, _ options: IndexOptions
  ) throws(SearchError) -> any WriterLock {
    guard options.writerLock == .perWrite else { return try storage.acquireWriterLock() }
    return try waiting(until: endOfPatience(), { false }) { () throws(SearchError) in
      try storage.acquireWriterLock()
    }
  }

  /// Releases the lock, or tries to do so later if memory has something that another writer would
  /// not find in the files, and that cannot be written.
  private func unlock(_ writer: inout Writer) {
    guard let files else { return }
    if options.durability == .none || state.hasUnnamedFiles, needsCheckpoint(state, files) {
      do throws(SearchError) {
        try writeCheckpoint(&writer, files)
      } catch {
        return unlockLater(&writer)
      }
    }
    if options.durability == .full {
      // A flush without the lock would take the lock once more, for its note. A failure is reported
      // to the writer, who finds the batch not flushed.
      _ = try? files.flush(upTo: .max, ifWithin: Self.quickFlush)
    }
    files.unlock()
    writer.session += 1
  }

  private func unlockLater(_ writer: inout Writer) {
    guard !writer.isUnlockAwaited else { return }
    writer.isUnlockAwaited = true
    background.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      writing.withLock { writer in
        writer.isUnlockAwaited = false
        // Whoever uses the lock releases it; closing and suspending have done so.
        guard writer.lockUsers == 0, !writer.isClosed, !writer.isSuspended, files?.isLocked == true
        else { return }
        unlock(&writer)
      }
    }
  }

  /// Takes the lock again, and reads the files again if another process has changed them.
  private func relock(_ files: DurableIndex, _ writer: inout Writer) throws(SearchError) {
    guard !files.isLocked else { return }
    let changed = try files.relock()
    if changed == nil {
      guard state.hasUnnamedFiles else { return }
      // Another process may have removed files that no manifest names.
      if options.durability == .none {
        do throws(SearchError) { return try keepUnnamedFiles() } catch {
          // The next attempt looks at the folder again.
          files.unlock()
          throw error
        }
      }
    }
    let current = state
    let opened = try DurableIndex.open(
      storage, durability: options.durability, policy: options.onCorruption,
      logReservation: tuning.logReservation, lock: changed ?? files.handOver(),
      reclaimer: files.reclaimer,
      first: nil)
    guard opened.manifest.indexID == files.manifest.indexID else {
      opened.abandon()
      throw SearchError(
        .notFound,
        "another index has replaced the one that was opened in \(storage.displayName); open it again"
      )
    }
    let other = try Self.open(
      opened, storage, schema, options, tuning, known: current.members)
    let fresh = other.state
    if files.log.unflushedByteCount > 0 { owesFlush.store(true, ordering: .releasing) }
    replaceFiles(opened)
    writer.unsavedWork = other.writing.withLock { $0.unsavedWork }
    writer.checkpoints = BackOff()
    if writer.isUnsaved { writer.checkpoints.fail(Self.overtaken, at: tuning.now()) }
    tellFailure(of: writer.checkpoints)
    exchange { current in
      IndexState(
        fresh.members, fieldCount: schema.fields.count, bookmarks: fresh.bookmarks,
        version: current.version + 1, damage: fresh.damage)
    }
    changes.send(.unknown, state.version)
  }

  /// Keeps in memory those segments whose files were removed because no manifest names them.
  /// Without a log, nothing else has their documents.
  private func keepUnnamedFiles() throws(SearchError) {
    let names = Set(try storage.list())
    exchange { current in
      let members = current.members.map { member in
        guard case .unnamed(_, let entry) = member.home, !names.contains(entry.fileName) else {
          return member
        }
        return IndexState.Member(segment: member.segment, home: .heap)
      }
      return IndexState(
        members, fieldCount: schema.fields.count, bookmarks: current.bookmarks,
        version: current.version, damage: current.damage)
    }
  }

  /// Repeats `body` while another writer is at work, for some time.
  private static func waiting<Result>(
    until end: ContinuousClock.Instant, _ isCancelled: () -> Bool,
    _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    var pause = 1
    while true {
      do throws(SearchError) {
        return try body()
      } catch {
        guard error.code == .writerBusy else { throw error }
        guard ContinuousClock.now < end, !isCancelled() else {
          throw SearchError(
            .writerBusy,
            "another writer kept the lock for two seconds; try again, unless it keeps it for good: "
              + error.message, file: error.file)
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(pause))
        pause = min(pause * 2, longestPause)
      }
    }
  }
}

/// Suspending.
extension IndexCore {
  /// Writes a checkpoint and releases the lock. Until ``resume()``, nothing can be written.
  ///
  /// Merges stop at once, as in ``close(discardingUnsaved:)``. Suspending again only tries again to
  /// write what could not be written before.
  ///
  /// - Throws: The errors of ``write(_:)``. The lock is released even so.
  func suspend() throws(SearchError) {
    isSuspending.store(true, ordering: .relaxed)
    _ = merges.wait(timeout: .now() + .milliseconds(50))
    try writing.withLock { (writer) throws(SearchError) in
      guard let files, !writer.isClosed else { return }
      // Another thread may have resumed the index since.
      isSuspending.store(true, ordering: .relaxed)
      guard !writer.isSuspended else { return try saveUnsaved(&writer, files) }
      var failure: SearchError?
      // Without the lock, nothing is only in memory.
      if files.isLocked {
        do throws(SearchError) { try writeCheckpoint(&writer, files) } catch { failure = error }
        writer.isUnsaved = failure != nil && options.durability == .none
        files.reclaim()
      }
      do throws(SearchError) { try files.flush() } catch { failure = failure ?? error }
      leaveOwedNote(files)
      files.unlock()
      writer.isSuspended = true
      writer.lockUsers = 0
      writer.session += 1
      if let failure { throw failure }
    }
  }

  /// Writes what only memory has because it could not be written when the index was suspended.
  ///
  /// - Throws: `suspended` if another writer has changed the index since; the errors of a
  ///   checkpoint.
  func saveUnsaved(_ writer: inout Writer, _ files: DurableIndex) throws(SearchError) {
    guard writer.isUnsaved else { return }
    if let changed = try files.relock() {
      changed.release()
      throw Self.overtaken
    }
    defer { files.unlock() }
    try keepUnnamedFiles()
    try writeCheckpoint(&writer, files)
    writer.isUnsaved = false
  }

  private static let overtaken = SearchError(
    .suspended,
    "what was written without a log could not be saved when the index was suspended, and another "
      + "writer has changed the index since: these changes are lost; make them again")

  /// Takes the lock again and goes on with what the files have by now.
  ///
  /// - Throws: `writerBusy` if another process writes; the errors of opening the index. The index
  ///   then stays suspended.
  func resume() throws(SearchError) {
    guard options.writerLock == .perWrite else {
      try resumeAtOnce()
      return
    }
    // Another process may just be writing.
    try Self.waiting(until: Self.endOfPatience(), { false }) { () throws(SearchError) in
      try resumeAtOnce()
    }
  }

  private func resumeAtOnce() throws(SearchError) {
    try writing.withLock { (writer) throws(SearchError) in
      guard let files, writer.isSuspended else { return }
      guard !writer.isClosed else {
        throw SearchError(.closed, "the index in \(storage.displayName) was closed; open it again")
      }
      try relock(files, &writer)
      writer.isUnsaved = false
      writer.isSuspended = false
      if options.writerLock == .perWrite { unlock(&writer) }
      isSuspending.store(false, ordering: .relaxed)
    }
    scheduleMerge()
    reclaimLater(after: 100)
  }
}
