/// The content of an index's files: the newest manifest, and the part of the log that it has not
/// applied.
///
/// Reading it writes nothing, so it works on read-only media and while another process writes.
struct RecoveredIndex: Sendable {
  let manifest: Manifest
  let log: RecoveredLog
  /// The treatment of damage in the files that the manifest names.
  let policy: CorruptionPolicy
  /// The damage of a newer manifest that this one replaces; nil if there is none.
  let manifestDamage: SearchError?

  /// The number of the last batch that ``replay(from:_:)`` passes on.
  var lastLSN: LogSequenceNumber { log.lastLSN }

  /// Passes all batches that the manifest has not applied to `body`, in order.
  ///
  /// - Complexity: Linear in the log; memory for the largest batch.
  func replay(
    from storage: any Storage, _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    try log.forEachBatch(after: manifest.appliedLSN, in: storage, body)
  }

  /// Reads the manifest and examines the log; nil if there is no index.
  ///
  /// - Parameter policy: With `salvage`, the log ends at the first damage, and a reader uses the
  ///   newest readable manifest.
  /// - Throws: `corrupted`; `formatTooNew`; `notFound` if another process removed a file meanwhile.
  static func read(
    from storage: any Storage, forWriting: Bool, policy: CorruptionPolicy = .fail
  ) throws(SearchError) -> RecoveredIndex? {
    // The note comes first: a writer may go on meanwhile, and the log must not have less than the
    // note says.
    let note = try storage.writerNote()
    guard let found = try manifest(in: storage, forWriting: forWriting, policy) else {
      try requireNothing(in: storage)
      return nil
    }
    let manifest = found.0
    let ownNote = note.flatMap { FlushNote.decode($0, indexID: manifest.indexID) }
    let damage = found.damage ?? ownNote?.lostManifest(after: manifest)
    if let damage, policy == .fail || forWriting { throw damage }
    let log =
      policy == .salvage
      ? try LogRecovery.readUpToDamage(from: storage, manifest: manifest, note: ownNote)
      : try LogRecovery.read(from: storage, manifest: manifest, note: ownNote)
    return RecoveredIndex(manifest: manifest, log: log, policy: policy, manifestDamage: damage)
  }

  private static func manifest(
    in storage: any Storage, forWriting: Bool, _ policy: CorruptionPolicy
  ) throws(SearchError) -> (Manifest, damage: SearchError?)? {
    if policy == .salvage, !forWriting {
      return try ManifestStore.readNewestReadable(from: storage)
    }
    do throws(SearchError) {
      return try ManifestStore.readNewest(from: storage, forWriting: forWriting).map { ($0, nil) }
    } catch {
      guard policy == .salvage, error.code == .corrupted else { throw error }
      throw .corrupted(
        "\(error.finding); a writer would remove the files that only this manifest names",
        advice: "copy what is readable with salvage(from:to:), or open for reading",
        file: error.file, offset: error.offset)
    }
  }

  /// Throws if the folder has files of an index but no manifest: creating an index there would
  /// remove them.
  private static func requireNothing(in storage: any Storage) throws(SearchError) {
    for name in try storage.indexFiles() {
      switch FileName(name) {
      case nil, .lock, .removal, .temporary: continue
      case .log, .tornLog, .segment, .liveDocuments, .manifest:
        throw .corrupted(
          "\(storage.displayName) has files of an index but no manifest",
          advice:
            "restore it, copy what is readable with salvage(from:to:), or empty the folder to "
            + "begin again", file: name)
      }
    }
  }

  /// Opens an index for reading. Passes the content of its files to `body`, which opens the files
  /// that the manifest names and replays the log.
  ///
  /// Meanwhile a writer may append and remove files. So if a file is missing or not as expected,
  /// everything is read again, once, and as long as newer manifests appear. Damage is left out only
  /// once it is certain that no writer explains it.
  ///
  /// - Parameter policy: The treatment of damage.
  /// - Throws: `notFound` if there is no index; the errors of `body`; `corrupted` if a file is
  ///   missing that the newest manifest names; `io` if there was a newer manifest `attempts` times.
  static func open<Result>(
    _ storage: any Storage, policy: CorruptionPolicy = .fail, attempts: Int = 50,
    _ body: (RecoveredIndex) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    var attempt = 1
    var seen: Generation?
    while true {
      guard let newest = try newestGeneration(in: storage) else {
        throw SearchError(.notFound, "there is no index in \(storage.displayName)")
      }
      let leavesOut = policy == .salvage && newest == seen
      do throws(SearchError) {
        let now: CorruptionPolicy = leavesOut ? .salvage : .fail
        if let index = try read(from: storage, forWriting: false, policy: now) {
          let result = try body(index)
          guard leavesOut, try ManifestStore.newestGeneration(in: storage) != newest else {
            return result
          }
        }
      } catch {
        let isMissing = error.code == .notFound
        guard isMissing || error.code == .corrupted else { throw error }
        if newest == seen { throw isMissing ? missing(error) : error }
        guard attempt < attempts else {
          throw SearchError(
            .io, "the index changed \(attempts) times while it was opened; try again")
        }
      }
      seen = newest
      attempt += 1
    }
  }

  /// Returns the generation of the newest manifest; nil if there is no index.
  ///
  /// - Throws: `corrupted` if there are files of an index but still no manifest. A writer may have
  ///   created one meanwhile.
  private static func newestGeneration(
    in storage: any Storage
  ) throws(SearchError) -> Generation? {
    if let newest = try ManifestStore.newestGeneration(in: storage) { return newest }
    do throws(SearchError) {
      try requireNothing(in: storage)
      return nil
    } catch {
      guard let newest = try ManifestStore.newestGeneration(in: storage) else { throw error }
      return newest
    }
  }

  private static func missing(_ error: SearchError) -> SearchError {
    .corrupted(
      "the newest manifest names a file that does not exist",
      advice: "restore it, or copy what is readable with salvage(from:to:)", file: error.file)
  }
}
