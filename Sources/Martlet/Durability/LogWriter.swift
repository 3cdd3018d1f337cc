/// The log of one index that is open for writing. Appends batches, flushes them, and moves from
/// file to file.
///
/// A file is created when it is first needed, so opening an index and closing it again leaves the
/// log as it was. Each opening continues in a file of its own, with its own salt. What the last
/// writer left without knowing that it was flushed is repeated there first, because a sync that
/// failed may have dropped it from the disk but not from memory.
///
/// A failed sync, or a failure to append other than lack of room, closes the latch: every later
/// call throws `durabilityUnknown`. A batch for which there is no room fails alone; the log then
/// continues in another file as soon as there is room again.
///
/// Used by any number of threads. Batches are appended while a flush runs, and the next flush is
/// for all of them: however many threads wait for it, it costs one sync (group commit; DeWitt and
/// others, "Implementation Techniques for Main Memory Database Systems", SIGMOD 1984).
final class LogWriter: Sendable {
  private let storage: any Storage
  private let indexID: IndexID
  private let latch: DurabilityLatch
  private let random: @Sendable () -> UInt64
  private let leaveNote: @Sendable (ByteView) -> Void
  private let ifLocked: @Sendable (() -> Void) -> Void
  private let partByteLimit: Int
  private let reservedByteCount: Int
  /// Held during a flush, so that only one runs at a time. Locked before `state`, which is free
  /// meanwhile.
  private let flushing = Lock(())
  private let sync: TimedSync
  private let state: Lock<State>

  /// Creates a writer that continues after `recovered`, which the caller has applied to its memory.
  ///
  /// - Parameters:
  ///   - leaveNote: Stores a ``FlushNote`` for the next opening.
  ///   - ifLocked: Calls a closure if this process has the lock of the writer, which nothing
  ///     releases meanwhile.
  ///   - reservedByteCount: The bytes that a file reserves at a time; see
  ///     ``WritableFile/reserve(_:)``.
  init(
    _ storage: any Storage, after recovered: RecoveredLog, generation: Generation,
    latch: DurabilityLatch, random: @escaping @Sendable () -> UInt64,
    leaveNote: @escaping @Sendable (ByteView) -> Void = { _ in },
    ifLocked: @escaping @Sendable (() -> Void) -> Void = { $0() },
    partByteLimit: Int = LogFormat.payloadByteLimit, reservedByteCount: Int = 0
  ) {
    self.storage = storage
    self.latch = latch
    sync = TimedSync(latch)
    self.random = random
    self.leaveNote = leaveNote
    self.ifLocked = ifLocked
    self.partByteLimit = partByteLimit
    self.reservedByteCount = reservedByteCount
    indexID = recovered.indexID
    let isFlushed = recovered.durableLSN >= recovered.lastLSN
    state = Lock(
      State(
        file: nil, recovered: isFlushed ? nil : recovered, lastLSN: recovered.lastLSN,
        orderedLSN: recovered.durableLSN, durableLSN: recovered.durableLSN,
        durableSequence: recovered.nextSequence - 1, nextSequence: recovered.nextSequence,
        generation: generation, olderByteCount: recovered.byteCount,
        olderFileCount: recovered.fileCount, hasOlderBatches: !recovered.extents.isEmpty))
  }

  /// The number of the last batch in the log.
  var lastLSN: LogSequenceNumber { state.withLock { $0.lastLSN } }

  /// The number of the next file of the log.
  var nextSequence: UInt64 { state.withLock { $0.nextSequence } }

  /// True if this writer has begun a file.
  var hasFile: Bool { state.withLock { $0.file != nil } }

  /// The presence in the folder of the file that this writer has begun, if there is one.
  var filePresence: FilePresence { state.withLock { $0.filePresence } }

  /// The bytes that opening the index would read after the last manifest.
  var byteCount: Int {
    state.withLock { $0.olderByteCount + ($0.file?.byteCount ?? 0) }
  }

  /// The number of files before the current one that opening the index would read.
  var olderFileCount: Int { state.withLock { $0.olderFileCount } }

  /// True if files before the current one have batches, applied by the last manifest or not.
  var hasOlderBatches: Bool { state.withLock { $0.hasOlderBatches } }

  /// True if a file has a part of a batch for which there was no room. The next file without it is
  /// that of a checkpoint.
  var hasAbandonedFile: Bool { state.withLock { $0.abandonedSequence > 0 } }

  /// Returns true if the batch with this number, and all before it, survive a loss of power.
  func isDurable(_ lsn: LogSequenceNumber) -> Bool { state.withLock { $0.durableLSN >= lsn } }

  /// The file that has what a loss of power would lose; nil if there is none.
  var unflushedFile: (any WritableFile)? {
    state.withLock { $0.durableLSN < $0.lastLSN ? $0.file?.file : nil }
  }

  /// True if there are batches that were found at opening and are in no file of this writer's yet.
  var hasRecovered: Bool { state.withLock { $0.recovered != nil } }

  /// The bytes that a loss of power would lose.
  var unflushedByteCount: Int {
    state.withLock { $0.file?.unflushedByteCount ?? 0 }
  }

  /// Appends `operations` as one batch and returns its number. The batch survives the end of the
  /// process, and a loss of power once ``flush(upTo:_:)`` returns for its number.
  ///
  /// - Throws: `diskFull`, after which the batch is not in the log but the next may be;
  ///   `durabilityUnknown`; `closed`.
  func append(_ operations: [LogOperation]) throws(SearchError) -> LogSequenceNumber {
    try state.withLock { (state) throws(SearchError) in
      try check(state)
      guard !operations.isEmpty else { return state.lastLSN }
      try operations.requireRoom(in: storage)
      let file = try openFile(&state)
      do throws(SearchError) {
        try file.append(operations)
      } catch {
        throw abandon(&state, file, because: error)
      }
      state.lastLSN = file.lastLSN
      return state.lastLSN
    }
  }

  /// Makes all batches up to the number `lsn`, by default all batches, durable. Batches that are
  /// appended meanwhile do not wait for the flush.
  ///
  /// - Throws: `durabilityUnknown`, `closed`; `diskFull`, `io` if what was found has no room.
  func flush(
    upTo lsn: LogSequenceNumber = .max, _ flush: Flush = .durable
  ) throws(SearchError) {
    try flushing.withLock { (_) throws(SearchError) in try flushAlone(upTo: lsn, flush) }
  }

  /// Makes all batches up to the number `lsn` durable, unless another flush is running or the last
  /// sync took longer than `limit`.
  ///
  /// - Returns: False if nothing was done.
  /// - Throws: The errors of ``flush(upTo:_:)``.
  func flush(
    upTo lsn: LogSequenceNumber, ifWithin limit: Duration
  ) throws(SearchError) -> Bool {
    guard sync.lastDuration <= limit else { return false }
    let done: Void? = try flushing.withLockIfAvailable { (_) throws(SearchError) in
      try flushAlone(upTo: lsn, .durable)
    }
    return done != nil
  }

  /// Flushes while the caller holds `flushing`.
  private func flushAlone(
    upTo lsn: LogSequenceNumber, _ flush: Flush
  ) throws(SearchError) {
    let target = try state.withLock { (state) throws(SearchError) -> Target? in
      try check(state)
      if lsn > state.durableLSN { try repeatRecovered(&state) }
      guard let file = state.file, state.durableLSN < min(lsn, state.lastLSN) else { return nil }
      return Target(
        file: file.file, sequence: file.header.sequence, lsn: file.lastLSN,
        byteCount: file.byteCount)
    }
    guard let target else { return }
    try sync.run(target.file, flush)
    state.withLock { state in
      if let file = state.file, file.file === target.file {
        file.didFlush(upTo: target.lsn, byteCount: target.byteCount)
      }
      didFlush(&state, upTo: target.lsn, of: target.sequence, flush)
    }
  }

  /// Begins another file, so that the files before it are not needed once a manifest applies all
  /// batches so far. The first step of a checkpoint.
  ///
  /// - Parameter makingFile: True if the file must exist when this returns. Otherwise a file may be
  ///   left to be created later, with the number that is returned.
  /// - Throws: `diskFull`, after which the log goes on as before; `durabilityUnknown`; `closed`.
  func startFile(makingFile: Bool = true) throws(SearchError) -> LogPosition {
    try flushing.withLock { (_) throws(SearchError) in
      try state.withLock { (state) throws(SearchError) in
        try check(state)
        guard makingFile || state.file != nil else {
          return LogPosition(lsn: state.lastLSN, sequence: state.nextSequence, hasFile: false)
        }
        // The first file repeats what was found at opening, and has the texts of these documents.
        // The one after it has none.
        for _ in 0..<2
        where state.file?.header.base != state.lastLSN || state.filePresence != .present {
          try flushCurrent(&state, .ordered)
          try replaceFile(&state)
        }
        return LogPosition(lsn: state.lastLSN, sequence: state.nextSequence - 1, hasFile: true)
      }
    }
  }

  /// Creates the next file. The current one stays in use if that fails.
  private func replaceFile(_ state: inout State) throws(SearchError) {
    let old = state.file
    state.file = nil
    do throws(SearchError) {
      _ = try openFile(&state)
    } catch {
      state.file = old
      throw error
    }
    if let old { state.leave(old) }
    // The old file was flushed before, so closing has nothing left to report.
    try? old?.close()
  }

  /// Records that `manifest`, with what it applies, is in force.
  func didPublish(_ manifest: Manifest) {
    let lsn = manifest.appliedLSN
    state.withLock { state in
      state.generation = manifest.generation
      let current = state.file?.header.sequence ?? state.nextSequence
      if lsn >= state.file?.header.base ?? state.lastLSN, manifest.firstLogSequence >= current {
        (state.olderByteCount, state.olderFileCount, state.hasOlderBatches) = (0, 0, false)
      }
      if manifest.firstLogSequence > state.abandonedSequence { state.abandonedSequence = 0 }
      if let recovered = state.recovered, recovered.lastLSN <= lsn { state.recovered = nil }
      // The sync that made the manifest durable came after those of the log that it applies.
      let sequence = manifest.hasLog ? manifest.firstLogSequence : 0
      didFlush(&state, upTo: lsn, of: sequence, .durable)
    }
  }

  /// Makes all batches durable and ends the log, except that without the lock of the writer,
  /// batches that were found at opening are left to who has it. Closing twice is harmless.
  ///
  /// - Throws: `durabilityUnknown` if that fails.
  func close() throws(SearchError) {
    try flushing.withLock { (_) throws(SearchError) in
      try state.withLock { (state) throws(SearchError) in
        guard !state.isClosed else { return }
        state.isClosed = true
        defer { state.file = nil }
        try latch.check()
        try repeatRecovered(&state)
        try flushCurrent(&state, .durable)
        try? state.file?.close()
      }
    }
  }
}

extension LogWriter {
  private func check(_ state: State) throws(SearchError) {
    try latch.check()
    guard !state.isClosed else { throw SearchError(.closed, "the log was closed") }
  }

  /// Repeats the batches found at opening in a file of this writer's, if it has the lock. Without
  /// the lock they are in the files of others, and a file made beside these would say that what is
  /// written there from now on does not count.
  private func repeatRecovered(_ state: inout State) throws(SearchError) {
    guard state.recovered != nil else { return }
    var failure: SearchError?
    ifLocked {
      do throws(SearchError) { _ = try openFile(&state) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Returns the current file, which is created if there is none. The caller has the lock of the
  /// writer.
  private func openFile(_ state: inout State) throws(SearchError) -> LogFile {
    if let file = state.file { return file }
    let header = LogHeader(
      indexID: indexID, sequence: state.nextSequence, generation: state.generation,
      salt: PlantedBug.reusesSalt.isPlanted ? 0 : random(),
      base: state.recovered == nil ? state.lastLSN : state.orderedLSN,
      hasRoom: reservedByteCount > 0)
    do {
      let file = try LogFile.create(
        in: storage, header: header, copying: state.recovered, partByteLimit: partByteLimit,
        reservedByteCount: reservedByteCount)
      state.file = file
      state.recovered = nil
      state.nextSequence += 1
      state.lastLSN = file.lastLSN
      state.orderedLSN = file.lastLSN
      return file
    } catch {
      throw error.code == .durabilityUnknown ? latch.close(because: error) : error
    }
  }

  /// Syncs the current file.
  private func flushCurrent(_ state: inout State, _ flush: Flush) throws(SearchError) {
    guard let file = state.file else { return }
    let lsn = if case .durable = flush { state.durableLSN } else { state.orderedLSN }
    guard lsn < state.lastLSN else { return }
    do {
      try file.synchronize(flush)
    } catch {
      throw latch.close(because: error)
    }
    didFlush(&state, upTo: state.lastLSN, of: file.header.sequence, flush)
  }

  /// Records that all records up to `lsn` are flushed, the last of them in the file `sequence`.
  private func didFlush(
    _ state: inout State, upTo lsn: LogSequenceNumber, of sequence: UInt64, _ flush: Flush
  ) {
    state.orderedLSN = max(state.orderedLSN, lsn)
    guard case .durable = flush else { return }
    state.durableLSN = max(state.durableLSN, lsn)
    state.durableSequence = max(state.durableSequence, sequence)
    leaveNote(&state)
  }

  /// Leaves a note of what is durable, and not of what is only in order: a note that says more than
  /// the disk has would make an index unreadable. Without a note, damage of the last batch would
  /// look like a tail that was never flushed.
  private func leaveNote(_ state: inout State) {
    leaveNote(
      FlushNote(
        indexID: indexID, sequence: state.durableSequence, durableLSN: state.durableLSN,
        generation: state.generation
      ).encoded())
  }

  /// Closes a file that may end in half a record. The next file's base says where its valid part
  /// ends, which is only true once that much is durable.
  private func abandon(
    _ state: inout State, _ file: LogFile, because error: SearchError
  ) -> SearchError {
    guard error.code == .diskFull else { return latch.close(because: error) }
    // Without a sync, it is not known whether the file's name is durable either.
    if state.durableLSN < state.lastLSN {
      do {
        try file.file.synchronize(.durable)
      } catch {
        return latch.close(because: error)
      }
      didFlush(&state, upTo: state.lastLSN, of: file.header.sequence, .durable)
    }
    state.leave(file)
    state.abandonedSequence = file.header.sequence
    // A flush that has begun may still sync the file, which is closed with its last reference.
    state.file = nil
    return error
  }
}
