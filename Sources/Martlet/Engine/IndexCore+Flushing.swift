import Dispatch
import Synchronization

/// Flushing the log.
extension IndexCore {
  /// The longest time of a flush that blocks a thread on which other tasks or writers wait.
  static let quickFlush = Duration.milliseconds(1)

  /// Makes the batch with this number survive failures as the options promise: waits for a flush at
  /// level `full`, and schedules one at level `normal`.
  ///
  /// - Throws: `durabilityUnknown` if the log cannot be flushed.
  func keep(_ lsn: LogSequenceNumber) throws(SearchError) {
    guard let files else { return }
    switch options.durability {
    case .full:
      do throws(SearchError) {
        try files.flush(upTo: lsn)
        leaveOwedNote()
        // Another writer may have had its turn meanwhile, so that these files were opened again and
        // have found the batch, which only who has the lock can flush.
        if !files.log.isDurable(lsn) { try flushWithLock(upTo: lsn) }
      } catch {
        // Nothing else may be said of changes that are in the index.
        guard error.code != .durabilityUnknown else { throw error }
        throw SearchError(
          .durabilityUnknown,
          "the changes are in the index, and it is not known whether they would survive a loss of "
            + "power: \(error.message)", file: error.file)
      }
    case .normal: scheduleFlush(files)
    case .none: return
    }
  }

  /// Makes the batch with this number survive failures as the options promise, unless that could
  /// block the thread for longer than a task should.
  ///
  /// - Returns: False if the caller must call ``keep(_:)`` on another thread.
  /// - Throws: `durabilityUnknown` if the log cannot be flushed.
  func keepQuickly(_ lsn: LogSequenceNumber) throws(SearchError) -> Bool {
    if let files, options.durability == .full {
      guard !files.log.isDurable(lsn) else { return true }
      // Leaving the note takes the lock once more.
      guard options.writerLock == .whileOpen else { return false }
      return try files.flush(upTo: lsn, ifWithin: Self.quickFlush) && files.log.isDurable(lsn)
    }
    try keep(lsn)
    return true
  }

  /// Makes all batches durable. Without a log, this writes a checkpoint.
  ///
  /// - Throws: The errors of ``write(_:)``.
  func synchronize() throws(SearchError) {
    guard options.durability > .none else { return try checkpoint() }
    try flushWithLock()
  }

  /// Flushes also what was found in the log when the index was opened.
  private func flushWithLock(upTo lsn: LogSequenceNumber = .max) throws(SearchError) {
    try whileLocked { (session) throws(SearchError) in
      let files = try withWriter(of: session) { (writer, files) throws(SearchError) in
        try replaceLostLog(&writer, files)
        return files
      }
      try files.flush(upTo: lsn)
    }
  }

  /// Schedules a flush: after a delay, or at once if there is much to flush.
  private func scheduleFlush(_ files: DurableIndex) {
    guard let delay = tuning.flushDelay else { return }
    let isLarge = files.log.unflushedByteCount >= tuning.flushByteCount
    if !isFlushScheduled.exchange(true, ordering: .acquiringAndReleasing) {
      flushes.asyncAfter(deadline: .now() + (isLarge ? .nanoseconds(0) : delay)) { [weak self] in
        self?.flushInBackground()
      }
    } else if isLarge {
      flushes.async { [weak self] in self?.flushInBackground() }
    }
  }

  /// Flushes the log. A failure closes the latch, so that the next write reports it.
  private func flushInBackground() {
    isFlushScheduled.store(false, ordering: .releasing)
    let owesFlush = owesFlush.exchange(false, ordering: .acquiringAndReleasing)
    if owesFlush, files?.log.hasRecovered == true {
      flushOwed()
    } else {
      try? files?.flush()
    }
    leaveOwedNote()
  }

  /// Flushes batches of this process that were found in the log when its files were opened again,
  /// or tries again later while another process writes, or the disk is full.
  private func flushOwed() {
    do throws(SearchError) {
      try flushWithLock()
    } catch {
      guard [.writerBusy, .diskFull, .io].contains(error.code), let files else { return }
      owesFlush.store(true, ordering: .releasing)
      scheduleFlush(files)
    }
  }

  /// Leaves the note of a flush that was done without the lock.
  private func leaveOwedNote() {
    guard files?.lock.owesNote == true else { return }
    writing.withLock { writer in
      if let files = try? writableFiles(writer) { leaveOwedNote(files) }
    }
  }

  /// Leaves the note of a flush that was done without the lock, unless another writer has come
  /// since: that one flushes again what it finds in the log, and leaves a note of its own.
  ///
  /// Runs while `writing` is locked.
  func leaveOwedNote(_ files: DurableIndex) {
    guard files.lock.owesNote, !files.isLocked else { return }
    do throws(SearchError) {
      // Who takes the lock leaves the note.
      if let changed = try files.relock() { changed.release() } else { files.unlock() }
    } catch {
      // Another process is writing. If that changes nothing, the note is left with the next write.
    }
  }
}
