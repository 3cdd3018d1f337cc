import Synchronization

/// The files of one index that is open for writing: lock, manifest, log, and files to remove.
///
/// Knows nothing of the content of segments. The layers above open an index and the segments of its
/// manifest, call ``keepLeftovers()`` if some are damaged, replay
/// ``RecoveredIndex/replay(from:_:)`` into memory, and then
///
/// - call ``removeLeftovers()``, or ``abandon()`` if a file is damaged: until then, opening an
///   existing index changes nothing on the disk;
/// - pass each batch to ``append(_:)`` before it becomes searchable;
/// - for a checkpoint: call ``startCheckpoint()`` while no batch is being appended; write the
///   segment of everything up to that position with ``makeFile(_:)``; ``publish(_:)`` a manifest
///   that names it and has ``Manifest/apply(upTo:)`` the position;
/// - for a merge: write the segment, then ``publish(_:)`` a manifest with it in place of its
///   inputs;
/// - pin the files of each snapshot that may open them later, with ``reclaimer``.
///
/// Used by any number of threads.
package final class DurableIndex: Sendable {
  let storage: any Storage
  /// The state of the index at opening.
  let recovered: RecoveredIndex
  let manifests: ManifestStore
  let log: LogWriter
  let reclaimer: FileReclaimer
  /// The durability of a batch that does not ask for more.
  let durability: Durability
  /// The lock of the writer.
  let lock: HeldLock
  let latch: DurabilityLatch
  private let lastLiveNumber: Atomic<Generation>
  /// The pin on files that no manifest names but that may have what is missing.
  private let keptLeftovers = Lock<FilePin?>(nil)
  /// The end of the log when the lock was last taken without a file of this writer's own, and the
  /// manifest of that time.
  let seenTail = Lock<(tail: LogTail, generation: Generation)?>(nil)

  private init(
    _ storage: any Storage, _ recovered: RecoveredIndex, durability: Durability,
    logReservation: Int, lock: HeldLock, latch: DurabilityLatch, reclaimer: FileReclaimer,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.storage = storage
    self.reclaimer = reclaimer
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
      random: random, leaveNote: { lock.leaveNote($0) }, ifLocked: { lock.ifHeld($0) },
      reservedByteCount: durability == .full ? logReservation : 0)
  }

  /// Opens the index in `storage` as its only writer.
  ///
  /// - Parameters:
  ///   - policy: The treatment of damage; see ``RecoveredIndex/read(from:forWriting:policy:)``.
  ///   - logReservation: The bytes that the log reserves at a time if each batch is synced.
  ///   - lock: The lock of the writer if the caller has it, which is released if this throws.
  ///   - reclaimer: The reclaimer of the same index when it was open before, which knows the files
  ///     that are in use.
  ///   - first: The first manifest of an index that does not exist yet; nil to refuse to create
  ///     one.
  ///   - random: The source of the salts of log files.
  /// - Throws: `writerBusy` if there is another writer; `notFound` if there is no index and none is
  ///   to be created; `corrupted`; `formatTooNew`; `readOnly`, `diskFull`, `io`,
  ///   `durabilityUnknown`.
  static func open(
    _ storage: any Storage, durability: Durability, policy: CorruptionPolicy = .fail,
    logReservation: Int = 0, lock held: (any WriterLock)? = nil,
    reclaimer: FileReclaimer = FileReclaimer(), first: (() -> Manifest)?,
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) }
  ) throws(SearchError) -> DurableIndex {
    if first == nil, held == nil, try ManifestStore.newestGeneration(in: storage) == nil {
      throw SearchError(.notFound, "there is no index in \(storage.displayName)")
    }
    let lock: HeldLock
    if let held { lock = HeldLock(held) } else { lock = HeldLock(try storage.acquireWriterLock()) }
    do throws(SearchError) {
      let latch = DurabilityLatch()
      try IndexRemoval.finish(in: storage)
      var recovered = try RecoveredIndex.read(from: storage, forWriting: true, policy: policy)
      // The last writer may have ended between renaming and syncing its last manifest. The disk
      // must have the name before it has anything that is built on it.
      if recovered != nil { try storage.synchronizeDirectory(.durable) }
      if recovered == nil, let manifest = first?() {
        try Self.refuseForeignFiles(in: storage)
        try ManifestStore.write(manifest, to: storage, latch: latch)
        recovered = try RecoveredIndex.read(from: storage, forWriting: true)
      }
      guard let recovered else {
        throw SearchError(.notFound, "there is no index in \(storage.displayName)")
      }
      return DurableIndex(
        storage, recovered, durability: durability, logReservation: logReservation, lock: lock,
        latch: latch, reclaimer: reclaimer, random: random)
    } catch {
      lock.release()
      throw error
    }
  }

  /// Makes sure that a new index does not come among other files, where a person would remove it
  /// with them, or an application mistake its files for its own. Hidden files are allowed: systems
  /// leave them in folders.
  ///
  /// - Throws: `io` if there are other files; if the folder cannot be listed.
  package static func refuseForeignFiles(in storage: any Storage) throws(SearchError) {
    let foreign = try storage.list().filter { FileName($0) == nil && !$0.hasPrefix(".") }.ordered(
      by: <)
    guard let first = foreign.first else { return }
    let others = foreign.count > 1 ? " and \(foreign.count - 1) more files or folders" : ""
    throw SearchError(
      .io,
      "an index needs a folder of its own, and \(storage.displayName) has \(first)\(others) in it; "
        + "name a new folder")
  }

  /// The manifest in force.
  var manifest: Manifest { manifests.current }

  /// True if the log or the manifest shows that something is missing.
  var isDamaged: Bool { recovered.log.damage != nil || manifest.isDamaged }

  /// Pins what earlier writers left until ``releaseLeftovers()``, because files that no manifest
  /// names may have what is missing. Must be called before the first publication.
  ///
  /// - Throws: `io` if the files cannot be listed.
  func keepLeftovers() throws(SearchError) {
    let damaged = recovered.log.damagedSequences.map { FileName.log(sequence: $0).text }
    let unknown = reclaimer.removable(try storage.list(), newest: manifest)
    keptLeftovers.withLock { $0 = reclaimer.pin(Set(unknown + damaged)) }
  }

  /// Removes what ``keepLeftovers()`` pins, because the index has no damage any more.
  func releaseLeftovers() {
    if keptLeftovers.withLock({ $0.take() }) != nil { reclaim() }
  }

  /// Throws if the state of the disk is unknown.
  ///
  /// - Throws: `durabilityUnknown` if an earlier failure left the state of the disk unknown.
  func check() throws(SearchError) { try latch.check() }

  /// Returns a number for a file of live documents that no such file had before.
  func nextLiveNumber() -> Generation {
    if PlantedBug.reusesLiveNames.isPlanted { return manifest.generation + 1 }
    return lastLiveNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Appends `operations` to the log as one batch, and returns its number. Without a log (level
  /// `none`) that does nothing.
  ///
  /// - Throws: `diskFull`, after which only this batch has failed; `durabilityUnknown`; `closed`.
  func append(_ operations: [LogOperation]) throws(SearchError) -> LogSequenceNumber {
    guard durability > .none else { return log.lastLSN }
    return try withLockFile { () throws(SearchError) in try log.append(operations) }
  }

  /// Makes all batches up to the number `lsn`, by default all batches, durable; without the lock,
  /// only those that were appended since it was opened. Does nothing once the index is closed,
  /// because closing has done it.
  ///
  /// - Throws: `durabilityUnknown` if that fails; `diskFull` or `io` if there is no room for what
  ///   was found at opening.
  func flush(upTo lsn: LogSequenceNumber = .max) throws(SearchError) {
    do throws(SearchError) {
      try withLockFile { () throws(SearchError) in try log.flush(upTo: lsn) }
    } catch {
      try passIfClosed(error)
    }
  }

  /// Does the same as ``flush(upTo:)``, unless that may take longer than `limit`.
  ///
  /// - Returns: False if nothing was done.
  /// - Throws: `durabilityUnknown` if the flush fails.
  func flush(
    upTo lsn: LogSequenceNumber, ifWithin limit: Duration
  ) throws(SearchError) -> Bool {
    do throws(SearchError) {
      return try withLockFile { () throws(SearchError) in
        try log.flush(upTo: lsn, ifWithin: limit)
      }
    } catch {
      try passIfClosed(error)
      return true
    }
  }

  private func passIfClosed(_ error: SearchError) throws(SearchError) {
    guard error.code == .closed else { throw error }
    try latch.check()
  }

  /// Begins a checkpoint and returns the position in the log up to which the next manifest's
  /// segments have everything.
  ///
  /// - Throws: `diskFull`, after which everything goes on as before; `durabilityUnknown`; `closed`.
  func startCheckpoint() throws(SearchError) -> LogPosition {
    try withLockFile { () throws(SearchError) in
      try log.startFile(makingFile: durability > .none)
    }
  }

  /// Creates a file for a later manifest. It is pinned until ``PendingFile/release()``.
  ///
  /// - Throws: `diskFull`, `io`.
  func makeFile(_ name: String) throws(SearchError) -> PendingFile {
    try requireLockFile()
    let pin = reclaimer.pin([name])
    // An earlier attempt that failed may have left a file that could not be removed then.
    if !PlantedBug.reusesLiveNames.isPlanted { try storage.remove(name) }
    do throws(SearchError) {
      return PendingFile(try storage.create(name), name: name, pin: pin)
    } catch {
      // The call may have created the file although it failed.
      if !latch.isClosed, !lock.isLost { try? storage.remove(name) }
      throw error
    }
  }

  /// Removes files that no manifest will name. Keeps them if a publication had an unknown outcome,
  /// because the manifest on disk may name them.
  func discard(_ files: [PendingFile]) {
    for file in files {
      try? file.close()
      file.release()
      guard !latch.isClosed, !lock.isLost, !PlantedBug.reusesLiveNames.isPlanted else { continue }
      try? storage.remove(file.name)
    }
  }

  /// Publishes the result of `edit` as the next manifest, and removes the files that are not needed
  /// any more. The files that the manifest names must be finished.
  ///
  /// - Throws: The errors of ``ManifestStore/publish(_:)``.
  @discardableResult
  func publish(
    _ edit: (inout Manifest) throws(SearchError) -> Void
  ) throws(SearchError) -> Manifest {
    guard isLocked else {
      throw SearchError(
        .suspended, "\(storage.displayName) was suspended; call resume() first")
    }
    let manifest = try withLockFile { () throws(SearchError) in try manifests.publish(edit) }
    log.didPublish(manifest)
    reclaim()
    return manifest
  }

  /// Removes files that are not needed and not pinned. A file that cannot be removed is tried again
  /// with the next manifest.
  ///
  /// - Precondition: No manifest is being published.
  func reclaim() { reclaimer.remove(unneededFiles().removable, from: storage) }

  /// Returns the files that are not needed any more, and if there are others that stay only because
  /// they are in use at this moment; what ``keepLeftovers()`` pins does not count.
  ///
  /// Names are given only once, so these files may be removed whatever happens meanwhile; without
  /// the lock none, because another writer may have made files that the manifest known here does
  /// not name.
  ///
  /// - Precondition: No manifest is being published.
  func unneededFiles() -> (removable: [String], areOthersInUse: Bool) {
    // After a publication of unknown outcome, either of two manifests may be the newest one.
    guard isLocked, !latch.isClosed || PlantedBug.ignoresLatch.isPlanted else { return ([], false) }
    keepTornLog()
    let names = try? storage.list()
    // After the list: what was there while no other writer could be is of this one.
    guard ownsFolder else { return ([], false) }
    let (removable, pinned) = reclaimer.unneeded(names ?? [], newest: manifest)
    return (removable, !pinned.isEmpty && keptLeftovers.withLock { $0 == nil })
  }

  /// Removes what merges of other writers left in the folder, unless one may be at work.
  func removeAbandonedSections() {
    if isLocked { reclaimer.removeAbandonedSections(from: storage) { ownsFolder } }
  }

  /// Removes what earlier writers left, except what ``keepLeftovers()`` pins. Must be called only
  /// after everything that the manifest names was examined.
  ///
  /// - Throws: `io` if the files cannot be listed; `durabilityUnknown` after a publication of
  ///   unknown outcome, when another manifest may be the newest one; as ``requireLockFile()``.
  func removeLeftovers() throws(SearchError) {
    try check()
    try reclaimer.removeLeftovers(from: storage, newest: manifest) {
      () throws(SearchError) in try requireLockFile()
    }
  }

  /// Releases the lock and changes nothing. Called when opening fails.
  func abandon() {
    lock.release()
  }

  /// Makes all batches durable, ends writing, and releases the lock.
  ///
  /// - Parameter keepsLock: True to keep the lock for ``handOver()``.
  /// - Throws: `durabilityUnknown`. The lock is released then in any case.
  func close(keepsLock: Bool = false) throws(SearchError) {
    do throws(SearchError) {
      try withLockFile { () throws(SearchError) in try log.close() }
      try latch.check()
    } catch {
      lock.release()
      throw error
    }
    if !keepsLock { lock.release() }
  }
}
