import Synchronization

/// The log of one index that is open for writing: appends batches, flushes them, and moves from file
/// to file.
///
/// A file is made when it is first needed, so opening an index and closing it again leaves the log
/// as it was. Each opening continues in a file of its own, with a salt of its own; what the last
/// one left without knowing that it was flushed is repeated there first, because a sync that failed
/// may have dropped it from the disk but not from memory.
///
/// A failed sync, or a failure to append that is not for lack of room, closes the latch: every
/// later call throws `durabilityUnknown`. A batch for which there is no room fails alone; the log
/// then goes on in another file as soon as there is room again.
///
/// Used by any number of threads. Batches are appended while a flush runs, and the next flush is
/// for all of them: however many threads wait for it, it costs one sync (group commit; DeWitt and
/// others, "Implementation Techniques for Main Memory Database Systems", SIGMOD 1984).
package final class LogWriter: Sendable {
  private struct State {
    var file: LogFile?
    /// Batches found at opening that are not known to be flushed, until a file repeats them or a
    /// manifest applies them.
    var recovered: RecoveredLog?
    var lastLSN: LogSequenceNumber
    /// All records up to here were synced, in files that later bases may vouch for; at least so that
    /// nothing that is written later is on the disk without them.
    var orderedLSN: LogSequenceNumber
    /// All records up to here are on the medium.
    var durableLSN: LogSequenceNumber
    /// The last file whose name is on the medium.
    var durableSequence: UInt64
    var nextSequence: UInt64
    var generation: Generation
    /// Bytes of the files before the current one that are not retired.
    var olderByteCount: Int
    var isClosed = false
  }

  /// The end of the log that a flush makes durable.
  private struct Target: Sendable {
    var file: any WritableFile
    var sequence: UInt64
    var lsn: LogSequenceNumber
    var byteCount: Int
  }

  private let storage: any Storage
  private let indexID: IndexID
  private let latch: DurabilityLatch
  private let random: @Sendable () -> UInt64
  private let leaveNote: @Sendable (ByteView) -> Void
  private let partByteLimit: Int
  private let reservedByteCount: Int
  /// One flush at a time. Taken before `state`, which is free meanwhile.
  private let flushing = Lock(())
  /// The nanoseconds of the last sync.
  private let lastSync = Atomic(Int64.max)
  private let state: Lock<State>

  /// Continues after `recovered`, which the caller has applied to its memory.
  ///
  /// - Parameters:
  ///   - leaveNote: Keeps a ``FlushNote`` for the next opening.
  ///   - reservedByteCount: Bytes for which a file makes room at a time, see
  ///     ``WritableFile/reserve(_:)``.
  init(
    _ storage: any Storage, after recovered: RecoveredLog, generation: Generation,
    latch: DurabilityLatch, random: @escaping @Sendable () -> UInt64,
    leaveNote: @escaping @Sendable (ByteView) -> Void = { _ in },
    partByteLimit: Int = LogFormat.payloadByteLimit, reservedByteCount: Int = 0
  ) {
    self.storage = storage
    self.latch = latch
    self.random = random
    self.leaveNote = leaveNote
    self.partByteLimit = partByteLimit
    self.reservedByteCount = reservedByteCount
    indexID = recovered.indexID
    let isFlushed = recovered.durableLSN >= recovered.lastLSN
    state = Lock(
      State(
        file: nil, recovered: isFlushed ? nil : recovered, lastLSN: recovered.lastLSN,
        orderedLSN: recovered.durableLSN, durableLSN: recovered.durableLSN,
        durableSequence: recovered.nextSequence - 1, nextSequence: recovered.nextSequence,
        generation: generation, olderByteCount: recovered.byteCount))
  }

  /// The number of the last batch: everything up to here is in the log.
  package var lastLSN: LogSequenceNumber { state.withLock { $0.lastLSN } }

  /// Bytes that opening the index would read after the last manifest.
  package var byteCount: Int {
    state.withLock { $0.olderByteCount + ($0.file?.byteCount ?? 0) }
  }

  /// Bytes that a loss of power would take away.
  package var unflushedByteCount: Int {
    state.withLock { $0.file?.unflushedByteCount ?? 0 }
  }

  /// Appends `operations` as one batch and returns its number. The batch survives the end of the
  /// process, and the loss of power once ``flush(upTo:_:)`` returns for its number.
  ///
  /// - Throws: `diskFull`, and then the batch is not in the log but the next may be;
  ///   `durabilityUnknown`; `closed`.
  package func append(_ operations: [LogOperation]) throws(SearchError) -> LogSequenceNumber {
    try state.withLock { (state) throws(SearchError) in
      try check(state)
      guard !operations.isEmpty else { return state.lastLSN }
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

  /// Makes all batches up to the number `lsn` durable, or all there are; those that come meanwhile
  /// need not wait.
  ///
  /// - Throws: `durabilityUnknown`; `closed`.
  package func flush(
    upTo lsn: LogSequenceNumber = .max, _ flush: Flush = .durable
  ) throws(SearchError) {
    try flushing.withLock { (_) throws(SearchError) in try flushAlone(upTo: lsn, flush) }
  }

  /// Makes all batches up to the number `lsn` durable, unless another flush is running, or the last one
  /// took longer than `limit`.
  ///
  /// - Returns: False, with nothing done, in these cases.
  /// - Throws: As ``flush(upTo:_:)``.
  package func flush(
    upTo lsn: LogSequenceNumber, ifWithin limit: Duration
  ) throws(SearchError) -> Bool {
    guard Duration.nanoseconds(lastSync.load(ordering: .relaxed)) <= limit else { return false }
    let done: Void? = try flushing.withLockIfAvailable { (_) throws(SearchError) in
      try flushAlone(upTo: lsn, .durable)
    }
    return done != nil
  }

  /// Flushes while `flushing` is held.
  private func flushAlone(
    upTo lsn: LogSequenceNumber, _ flush: Flush
  ) throws(SearchError) {
    let target = try state.withLock { (state) throws(SearchError) -> Target? in
      try check(state)
      if state.recovered != nil, lsn > state.durableLSN { _ = try openFile(&state) }
      guard let file = state.file, state.durableLSN < min(lsn, state.lastLSN) else { return nil }
      return Target(
        file: file.file, sequence: file.header.sequence, lsn: file.lastLSN,
        byteCount: file.byteCount)
    }
    guard let target else { return }
    try synchronize(target.file, flush)
    state.withLock { state in
      if let file = state.file, file.file === target.file {
        file.didFlush(upTo: target.lsn, byteCount: target.byteCount)
      }
      didFlush(&state, upTo: target.lsn, of: target.sequence, flush)
    }
  }

  private func synchronize(_ file: any WritableFile, _ flush: Flush) throws(SearchError) {
    let start = ContinuousClock.now
    do throws(SearchError) {
      try file.synchronize(flush)
    } catch {
      guard PlantedBug.retriesFailedSync.isPlanted else { throw latch.close(because: error) }
      try? file.synchronize(flush)
    }
    let time = start.duration(to: .now).components
    lastSync.store(
      time.seconds == 0 ? time.attoseconds / 1_000_000_000 : .max, ordering: .relaxed)
  }

  /// Begins another file, so that the files before it are of no use once a manifest applies all
  /// batches so far. The first step of a checkpoint.
  ///
  /// - Parameter makingFile: Whether the file is to exist when this returns. Without, its number is
  ///   only set aside.
  /// - Throws: `diskFull`, and then the log goes on as before; `durabilityUnknown`; `closed`.
  package func startFile(makingFile: Bool = true) throws(SearchError) -> LogPosition {
    try flushing.withLock { (_) throws(SearchError) in
      try state.withLock { (state) throws(SearchError) in
        try check(state)
        try flushCurrent(&state, .ordered)
        guard makingFile || state.file != nil else {
          return LogPosition(lsn: state.lastLSN, sequence: state.nextSequence, hasFile: false)
        }
        if state.file?.header.base != state.lastLSN { try replaceFile(&state) }
        return LogPosition(lsn: state.lastLSN, sequence: state.nextSequence - 1, hasFile: true)
      }
    }
  }

  /// Makes the next file; the current one stays in use when that fails.
  private func replaceFile(_ state: inout State) throws(SearchError) {
    let old = state.file
    state.file = nil
    do throws(SearchError) {
      _ = try openFile(&state)
    } catch {
      state.file = old
      throw error
    }
    state.olderByteCount += old?.byteCount ?? 0
    // Flushed before: closing has nothing left to report.
    try? old?.close()
  }

  /// Learns that `manifest`, with what it applies, is in force.
  func didPublish(_ manifest: Manifest) {
    let lsn = manifest.appliedLSN
    state.withLock { state in
      state.generation = manifest.generation
      if lsn >= (state.file?.header.base ?? state.lastLSN) { state.olderByteCount = 0 }
      if let recovered = state.recovered, recovered.lastLSN <= lsn { state.recovered = nil }
      // The sync that made the manifest durable came after those of the log that it applies.
      let sequence = manifest.hasLog ? manifest.firstLogSequence : 0
      didFlush(&state, upTo: lsn, of: sequence, .durable)
    }
  }

  /// Makes all batches durable and ends the log. Closing twice is harmless.
  ///
  /// - Throws: `durabilityUnknown`.
  package func close() throws(SearchError) {
    try flushing.withLock { (_) throws(SearchError) in
      try state.withLock { (state) throws(SearchError) in
        guard !state.isClosed else { return }
        state.isClosed = true
        defer { state.file = nil }
        try latch.check()
        if state.recovered != nil { _ = try openFile(&state) }
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

  /// The current file, made if there is none.
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

  /// Notes that all records up to `lsn` are flushed, the last of them in the file `sequence`.
  private func didFlush(
    _ state: inout State, upTo lsn: LogSequenceNumber, of sequence: UInt64, _ flush: Flush
  ) {
    state.orderedLSN = max(state.orderedLSN, lsn)
    guard case .durable = flush else { return }
    state.durableLSN = max(state.durableLSN, lsn)
    state.durableSequence = max(state.durableSequence, sequence)
    leaveNote(&state)
  }

  /// Leaves proof of what is durable, and not only in order: a note that says more than the disk has
  /// would make an index unreadable. Without it, damage of the last batch would look like a tail that
  /// was never flushed.
  private func leaveNote(_ state: inout State) {
    leaveNote(
      FlushNote(
        indexID: indexID, sequence: state.durableSequence, durableLSN: state.durableLSN,
        generation: state.generation
      ).encoded())
  }

  /// Gives up a file that may end in half a record. The next file's base says where it counted to,
  /// which is only true once that much is durable.
  private func abandon(
    _ state: inout State, _ file: LogFile, because error: SearchError
  ) -> SearchError {
    guard error.code == .diskFull else { return latch.close(because: error) }
    // Without a sync, nothing is known of the file's name either.
    if state.durableLSN < state.lastLSN {
      do {
        try file.file.synchronize(.durable)
      } catch {
        return latch.close(because: error)
      }
      didFlush(&state, upTo: state.lastLSN, of: file.header.sequence, .durable)
    }
    state.olderByteCount += file.byteCount
    state.file = nil
    try? file.close()
    return error
  }
}

/// A place between two batches of the log.
package struct LogPosition: Sendable, Equatable {
  /// The last record before it.
  package var lsn: LogSequenceNumber
  /// The file that holds what comes after it.
  package var sequence: UInt64
  /// True when that file exists.
  package var hasFile: Bool
}
