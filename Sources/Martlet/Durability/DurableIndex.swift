import Synchronization

/// The files of one index that is open for writing: lock, manifest, log, and what may be removed.
///
/// Knows nothing of what is in a segment. The layers above open an index and the segments of its
/// manifest, call ``keepLeftovers()`` if some are not as they should be, replay
/// ``RecoveredIndex/replay(from:_:)`` into memory, and then
///
/// - call ``removeLeftovers()``, or ``abandon()`` when a file is not as it should be: until then,
///   opening an index that exists changes nothing on the disk;
/// - give each batch to ``append(_:durability:)`` before it becomes searchable;
/// - for a checkpoint: call ``startCheckpoint()`` while no batch is being appended; write the
///   segment of everything up to that position with ``makeFile(_:)``; ``publish(_:)`` a manifest
///   that names it and has ``Manifest/apply(upTo:)`` the position;
/// - for a merge: write the segment, then ``publish(_:)`` a manifest with it in place of its
///   inputs;
/// - keep a hold of ``reclaimer`` for each snapshot that may open its files later.
///
/// Used by any number of threads.
package final class DurableIndex: Sendable {
  package let storage: any Storage
  /// The state of the index at opening.
  package let recovered: RecoveredIndex
  package let manifests: ManifestStore
  package let log: LogWriter
  package let reclaimer = FileReclaimer()
  /// The durability of a batch that does not ask for more.
  package let durability: Durability
  private let lock: any WriterLock
  private let latch: DurabilityLatch
  private let lastLiveNumber: Atomic<Generation>
  /// Keeps files that nothing names, but that may have what is missing.
  private let keptLeftovers = Lock<FileHold?>(nil)

  private init(
    _ storage: any Storage, _ recovered: RecoveredIndex, durability: Durability,
    logReservation: Int, lock: any WriterLock, latch: DurabilityLatch,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.storage = storage
    self.recovered = recovered
    self.durability = durability
    self.lock = lock
    self.latch = latch
    lastLiveNumber = Atomic(
      recovered.manifest.segments.reduce(recovered.manifest.generation) {
        max($0, $1.liveGeneration)
      })
    manifests = ManifestStore(
      storage, recovered.manifest, latch: latch)
    log = LogWriter(
      storage, after: recovered.log, generation: recovered.manifest.generation, latch: latch,
      random: random, leaveNote: { lock.leaveNote($0) },
      reservedByteCount: durability == .full ? logReservation : 0)
  }

  /// Opens the index in `storage` as its only writer.
  ///
  /// - Parameters:
  ///   - policy: What to do about damage; see ``RecoveredIndex/read(from:forWriting:policy:)``.
  ///   - logReservation: Bytes for which the log makes room at a time where each batch is synced.
  ///   - first: The first manifest of an index that does not exist yet; nil to refuse to make one.
  ///   - random: Where the salts of log files come from.
  /// - Throws: `writerBusy`; `notFound` when there is no index and none is to be made; `corrupted`;
  ///   `formatTooNew`; `readOnly`, `diskFull`, `io`, `durabilityUnknown`.
  package static func open(
    _ storage: any Storage, durability: Durability, policy: CorruptionPolicy = .fail,
    logReservation: Int = 0, first: (() -> Manifest)?,
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) }
  ) throws(SearchError) -> DurableIndex {
    if first == nil, try ManifestStore.newestGeneration(in: storage) == nil {
      throw SearchError(.notFound, "there is no index in \(storage.displayName)")
    }
    let lock = try storage.acquireWriterLock()
    do throws(SearchError) {
      let latch = DurabilityLatch()
      var recovered = try RecoveredIndex.read(from: storage, forWriting: true, policy: policy)
      // The writer before may have ended between renaming and syncing its last manifest: the disk
      // must have it before it has anything that is built on it.
      if recovered != nil { try storage.synchronizeDirectory(.durable) }
      if recovered == nil, let manifest = first?() {
        try ManifestStore.write(manifest, to: storage, latch: latch)
        recovered = try RecoveredIndex.read(from: storage, forWriting: true)
      }
      guard let recovered else {
        throw SearchError(.notFound, "there is no index in \(storage.displayName)")
      }
      return DurableIndex(
        storage, recovered, durability: durability, logReservation: logReservation, lock: lock,
        latch: latch, random: random)
    } catch {
      lock.release()
      throw error
    }
  }

  /// The manifest in force.
  package var manifest: Manifest { manifests.current }

  /// True when the files themselves show that something is missing.
  package var isDamaged: Bool { recovered.log.damage != nil || manifest.isDamaged }

  /// Keeps for good what earlier writers left, because files that nobody names may have what is
  /// missing. To be called before the first publication.
  ///
  /// - Throws: `io`.
  package func keepLeftovers() throws(SearchError) {
    let damaged = recovered.log.damagedSequences.map { FileName.log(sequence: $0).text }
    let unknown = reclaimer.removable(try storage.list(), newest: manifest)
    keptLeftovers.withLock { $0 = reclaimer.hold(Set(unknown + damaged)) }
  }

  /// Passes unless nobody can say what is on disk.
  ///
  /// - Throws: `durabilityUnknown`.
  package func check() throws(SearchError) { try latch.check() }

  /// A number for a file of live documents that no such file had before.
  package func nextLiveNumber() -> Generation {
    if PlantedBug.reusesLiveNames.isPlanted { return manifest.generation + 1 }
    return lastLiveNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Puts `operations` into the log as one batch, and returns its number. Without a log (level
  /// `none`) that does nothing.
  ///
  /// - Throws: `diskFull`, and then only this batch failed; `durabilityUnknown`; `closed`.
  package func append(_ operations: [LogOperation]) throws(SearchError) -> LogSequenceNumber {
    durability > .none ? try log.append(operations) : log.lastLSN
  }

  /// Makes all batches up to the number `lsn` durable, or all there are.
  ///
  /// - Throws: `durabilityUnknown`. Once the index is closed, that has happened.
  package func flush(upTo lsn: LogSequenceNumber = .max) throws(SearchError) {
    do throws(SearchError) {
      try log.flush(upTo: lsn)
    } catch {
      try passIfClosed(error)
    }
  }

  /// As ``flush(upTo:)``, unless that may take longer than `limit`.
  ///
  /// - Returns: False when nothing was done.
  /// - Throws: `durabilityUnknown`.
  package func flush(
    upTo lsn: LogSequenceNumber, ifWithin limit: Duration
  ) throws(SearchError) -> Bool {
    do throws(SearchError) {
      return try log.flush(upTo: lsn, ifWithin: limit)
    } catch {
      try passIfClosed(error)
      return true
    }
  }

  private func passIfClosed(_ error: SearchError) throws(SearchError) {
    guard error.code == .closed else { throw error }
    try latch.check()
  }

  /// Draws the line between what the next manifest will hold in segments and what stays in the log.
  ///
  /// - Throws: `diskFull`, and then everything goes on as before; `durabilityUnknown`; `closed`.
  package func startCheckpoint() throws(SearchError) -> LogPosition {
    try log.startFile(makingFile: durability > .none)
  }

  /// A new file for a manifest to come, which nobody removes before ``PendingFile/release()``.
  ///
  /// - Throws: `diskFull`, `io`.
  package func makeFile(_ name: String) throws(SearchError) -> PendingFile {
    let hold = reclaimer.hold([name])
    // An attempt that failed before may have left a file that could not be removed then.
    if !PlantedBug.reusesLiveNames.isPlanted { try storage.remove(name) }
    do throws(SearchError) {
      return PendingFile(try storage.create(name), name: name, hold: hold)
    } catch {
      // The call may have made the file and failed all the same.
      if !latch.isClosed { try? storage.remove(name) }
      throw error
    }
  }

  /// Removes files that no manifest will name, unless a manifest that may be on disk does.
  package func discard(_ files: [PendingFile]) {
    for file in files {
      try? file.close()
      file.release()
      guard !latch.isClosed, !PlantedBug.reusesLiveNames.isPlanted else { continue }
      try? storage.remove(file.name)
    }
  }

  /// Puts the result of `edit` in force, and removes what no longer is of use. The files that the
  /// manifest names are finished.
  ///
  /// - Throws: As ``ManifestStore/publish(_:)``.
  @discardableResult
  package func publish(
    _ edit: (inout Manifest) throws(SearchError) -> Void
  ) throws(SearchError) -> Manifest {
    guard lock.isIntact else {
      throw latch.close(
        because: SearchError(
          .writerBusy,
          "the file \(FileName.lock.text) of \(storage.displayName) was removed or replaced, so another "
            + "writer may be at work"))
    }
    let manifest = try manifests.publish(edit)
    log.didPublish(manifest)
    reclaim()
    return manifest
  }

  /// Removes files that are held no more. What cannot be removed takes space, and is tried again
  /// with the next manifest.
  ///
  /// - Precondition: No manifest is being published.
  package func reclaim() { reclaimer.remove(removableFiles(), from: storage) }

  /// The files that nobody needs any more, and that nobody will need: names are given once. So they may
  /// be removed whatever happens meanwhile.
  ///
  /// - Precondition: No manifest is being published.
  package func removableFiles() -> [String] {
    // After a publication of unknown outcome, either of two manifests may be the newest one.
    guard !latch.isClosed || PlantedBug.ignoresLatch.isPlanted else { return [] }
    keepTornLog()
    let names = try? storage.list()
    return reclaimer.removable(names ?? [], newest: manifest)
  }

  /// Sets log files aside whose end was dropped at opening, once they are of no use. The one that was
  /// set aside before is removed, unless acknowledged changes may be in it.
  private func keepTornLog() {
    let log = recovered.log
    let torn = log.tornTail.map { [$0.sequence] } ?? log.damagedSequences
    let retired = torn.filter { $0 < manifest.firstLogSequence }
    guard !retired.isEmpty, let names = try? storage.list() else { return }
    let present = retired.filter { names.contains(FileName.log(sequence: $0).text) }
    guard !present.isEmpty else { return }
    for other in names where manifest.lostChanges == nil {
      if case .tornLog = FileName(other) { try? storage.remove(other) }
    }
    for sequence in present {
      try? storage.rename(
        FileName.log(sequence: sequence).text, to: FileName.tornLog(sequence: sequence).text)
    }
  }

  /// Removes what earlier writers left and ``keepLeftovers()`` does not keep. Only once everything
  /// that the manifest names was looked at.
  ///
  /// - Throws: `io`.
  package func removeLeftovers() throws(SearchError) {
    try reclaimer.removeLeftovers(from: storage, newest: manifest)
  }

  /// Lets another writer in and changes nothing: the way out of an opening that fails.
  package func abandon() {
    lock.release()
  }

  /// Makes all batches durable, ends writing, and lets another writer in.
  ///
  /// - Throws: `durabilityUnknown`; the lock is released all the same.
  package func close() throws(SearchError) {
    defer { lock.release() }
    try log.close()
    try latch.check()
  }
}

/// A file that is being written for a manifest to come.
///
/// Nobody removes it before it is published and released; when it is let go without having been
/// published, the next reclaiming removes it. Used by one thread at a time.
package final class PendingFile: WritableFile {
  /// The file's name.
  package let name: String
  private let file: any WritableFile
  private let hold: FileHold

  init(_ file: any WritableFile, name: String, hold: FileHold) {
    self.file = file
    self.name = name
    self.hold = hold
  }

  package var byteCount: Int { file.byteCount }

  package func append(_ bytes: ByteView) throws(SearchError) { try file.append(bytes) }

  /// Makes all bytes appended so far durable.
  ///
  /// - Throws: `io` when that failed: then the file is of no use, but nothing else is affected.
  package func synchronize(_ flush: Flush) throws(SearchError) {
    do throws(SearchError) {
      try file.synchronize(flush)
    } catch {
      guard error.code == .durabilityUnknown else { throw error }
      throw SearchError(.io, "\(error.message); the index stays as it was before", file: name)
    }
  }

  package func close() throws(SearchError) { try file.close() }

  /// Ends writing, so that the bytes are durable before any manifest that names the file.
  ///
  /// - Throws: `io`: then the file is of no use, but nothing else is affected.
  package func finish() throws(SearchError) {
    try synchronize(.ordered)
    try close()
  }

  /// Leaves the file to the manifest that names it, or to reclaiming.
  package func release() { hold.release() }
}
