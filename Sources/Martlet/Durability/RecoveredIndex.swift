/// What an index's files say: the newest manifest, and the part of the log that it has not applied.
///
/// Reading it writes nothing, so it works on read-only media and while another process writes.
package struct RecoveredIndex: Sendable {
  package let manifest: Manifest
  let log: RecoveredLog

  /// The number of the last batch that ``replay(from:_:)`` gives.
  package var lastLSN: LogSequenceNumber { log.lastLSN }

  /// Hands all batches that the manifest has not applied to `body`, in order.
  ///
  /// - Complexity: linear in the log; memory for the largest batch.
  package func replay(
    from storage: any Storage, _ body: (LogBatch) throws(SearchError) -> Void
  ) throws(SearchError) {
    try log.forEachBatch(after: manifest.appliedLSN, in: storage, body)
  }

  /// Reads the manifest and looks through the log; nil when there is no index.
  ///
  /// - Throws: `corrupted`; `formatTooNew`; `notFound` when another process removed something
  ///   meanwhile.
  static func read(
    from storage: any Storage, forWriting: Bool
  ) throws(SearchError) -> RecoveredIndex? {
    // First: a writer may go on meanwhile, and its log must not have less than its note says.
    let note = try storage.writerNote()
    guard let manifest = try ManifestStore.readNewest(from: storage, forWriting: forWriting) else {
      try requireNothing(in: storage)
      return nil
    }
    let log = try LogRecovery.read(
      from: storage, manifest: manifest,
      note: note.flatMap { FlushNote.decode($0, indexID: manifest.indexID) })
    return RecoveredIndex(manifest: manifest, log: log)
  }

  /// A folder with files of an index but no manifest is not an empty folder: making an index there
  /// would remove them.
  private static func requireNothing(in storage: any Storage) throws(SearchError) {
    for name in try storage.list() {
      switch FileName(name) {
      case nil, .lock, .temporary: continue
      case .log, .tornLog, .segment, .liveDocuments, .manifest:
        throw .corrupted(
          "\(storage.displayName) has files of an index but no manifest; restore it, or empty the "
            + "folder to begin again", file: name)
      }
    }
  }

  /// Opens an index for reading: hands what its files say to `body`, which opens the files that the
  /// manifest names and replays the log.
  ///
  /// A writer may append, and remove files, meanwhile. So when a file is missing or not as
  /// expected, everything is read again, once, and as long as newer manifests appear.
  ///
  /// - Throws: `notFound` when there is no index; what `body` throws; `corrupted` when a file is
  ///   missing that the newest manifest names; `io` when there was a newer manifest `attempts` times.
  package static func open<Result>(
    _ storage: any Storage, attempts: Int = 50,
    _ body: (RecoveredIndex) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    var attempt = 1
    var seen: Generation?
    while true {
      guard let newest = try ManifestStore.newestGeneration(in: storage) else {
        try requireNothing(in: storage)
        throw SearchError(.notFound, "there is no index in \(storage.displayName)")
      }
      do throws(SearchError) {
        if let index = try read(from: storage, forWriting: false) { return try body(index) }
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

  private static func missing(_ error: SearchError) -> SearchError {
    .corrupted("the newest manifest needs a file that is not there", file: error.file)
  }
}
