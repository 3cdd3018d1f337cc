import Synchronization

/// Following another process that writes to the index.
extension IndexCore {
  /// The most attempts while the writer replaces files faster than they are read.
  private static let attempts = 50

  /// Publishes the newest state that the files have, if the index was opened for reading, or if it
  /// takes the lock for each write.
  ///
  /// Reads only what is new: segments that stay are not opened again, and the log is read on from
  /// where it was left. If anything fails, the published state stays.
  ///
  /// - Returns: True if documents or bookmarks may have changed.
  /// - Throws: `notFound` if the index is not there any more; `schemaMismatch` if a newer program
  ///   has added fields; `corrupted` if it is damaged; `closed`, `formatTooNew`, `io`.
  func refresh() throws(SearchError) -> Bool {
    guard files == nil else {
      guard !isClosing.load(ordering: .relaxed) else { throw closed() }
      guard options.writerLock == .perWrite else { return false }
      let version = state.version
      try whileLocked { (_) throws(SearchError) in }
      return state.version != version
    }
    return try observed(.refresh) { () throws(SearchError) in
      try refreshUnobserved()
    } report: {
      Self.extent(ofRefresh: $0)
    }
  }

  /// Starts refreshing again and again, if the options ask for it.
  func refreshAutomatically() {
    guard let interval = options.automaticRefresh else { return }
    let timer = RefreshTimer(pause: interval) { [weak self] in
      guard let self else { return false }
      refreshByItself()
      return true
    }
    refreshes.withLock { $0 = timer }
  }

  /// Ends automatic refreshes, and tells those who follow the changes that there are no more.
  func stopFollowing() {
    refreshes.withLock { $0 = nil }
    changes.finish()
  }

  /// Does the same as ``refresh()``, and keeps the failure for ``failure`` instead of throwing it.
  func refreshByItself() {
    // The same failure again and again is one event.
    _ = try? observed(.refresh) { () throws(SearchError) in
      do throws(SearchError) {
        return try refreshUnobserved()
      } catch {
        if error.code == .closed { throw error }
        let last = refreshFailure.withLock { failure in
          defer { failure = error }
          return failure
        }
        guard last == error else { throw error }
        return false
      }
    } report: {
      Self.extent(ofRefresh: $0)
    }
  }

  private func closed() -> SearchError {
    SearchError(.closed, "the index in \(storage.displayName) was closed; open it again")
  }

  private static func extent(ofRefresh isNew: Bool) -> IndexEvent.Extent? {
    isNew ? IndexEvent.Extent("read what another process has written", byteCount: 0) : nil
  }

  private func refreshUnobserved() throws(SearchError) -> Bool {
    let isNew = try position.withLock { (position) throws(SearchError) -> Bool in
      guard var current = position else { return false }
      defer { position = current }
      return try refresh(&current)
    }
    refreshFailure.withLock { $0 = nil }
    return isNew
  }

  /// Reads again when a file is missing or not as expected, once, and as long as newer manifests
  /// appear: a writer may explain it.
  private func refresh(_ position: inout ReaderPosition) throws(SearchError) -> Bool {
    var seen: Generation?
    for _ in 0..<Self.attempts {
      guard !isClosing.load(ordering: .relaxed) else {
        throw closed()
      }
      let note = try storage.writerNote()
      let newest = try newestGeneration(after: position.manifest)
      do throws(SearchError) {
        let indexID = position.manifest.indexID
        let decoded = note.flatMap { FlushNote.decode($0, indexID: indexID) }
        let leavesOut = options.onCorruption == .salvage && newest == seen
        let isFirst = seen == nil
        return try goingOn { () throws(SearchError) in
          try refresh(&position, newest, decoded, isFirst: isFirst, leavesOut: leavesOut)
        }
      } catch {
        position.tail = nil
        guard error.code == .notFound || error.code == .corrupted, newest != seen else {
          throw error.file == nil ? error : error.asDamage
        }
        seen = newest
      }
    }
    throw SearchError(
      .io, "the index changed \(Self.attempts) times while it was refreshed; try again")
  }

  /// Returns the generation of the newest manifest.
  private func newestGeneration(after manifest: Manifest) throws(SearchError) -> Generation {
    let newest = try ManifestStore.newestGeneration(in: storage)
    guard let newest, newest >= manifest.generation else {
      throw SearchError(
        .notFound,
        "the index that was opened is not in \(storage.displayName) any more; searches go on with "
          + "what it had, and opening it again finds what is there now")
    }
    return newest
  }

  private func refresh(
    _ position: inout ReaderPosition, _ newest: Generation, _ note: FlushNote?, isFirst: Bool,
    leavesOut: Bool
  ) throws(SearchError) -> Bool {
    var next = RefreshedState(self, state)
    var after = position
    position.tail = nil
    // An index that was made anew may have come as far as this one.
    let manifest = try newManifest(after: position.manifest, note)
    if newest > position.manifest.generation {
      after.manifest = manifest
      // The second attempt depends on nothing that was read before.
      let isMerge = isFirst && position.isMerge(after.manifest)
      try next.replaceFiles(after.manifest, isMerge: isMerge, leavesOut: leavesOut)
      if !isMerge {
        after.tail = nil
        after.logHeader = nil
        after.deletesAll = false
        after.lsn = after.manifest.appliedLSN
        if after.lsn > position.lsn || !after.manifest.hasLog { next.noteUnknownChanges() }
      }
    }
    try requireSameLog(after)
    var tail = after.tail ?? LogTail(after.manifest, after: after.lsn)
    try tail.read(from: storage, flushed: note?.durableLSN ?? 0) { (batch) throws(SearchError) in
      try next.add(batch, isNew: batch.lsn > position.lsn)
    }
    try next.applyPiece()
    // A log that ends earlier than before is that of another history.
    guard tail.lastLSN >= position.lsn else {
      throw .corrupted("the log ends with record \(tail.lastLSN), and had \(position.lsn)")
    }
    after.tail = tail
    after.logHeader = tail.header ?? after.logHeader
    after.lsn = tail.lastLSN
    after.deletesAll = after.deletesAll || next.deletesAll
    try publish(next)
    position = after
    return next.hasNews
  }

  /// Reads the newest manifest.
  private func newManifest(
    after known: Manifest, _ note: FlushNote?
  ) throws(SearchError) -> Manifest {
    guard let manifest = try ManifestStore.readNewest(from: storage, forWriting: false),
      manifest.indexID == known.indexID, manifest.appliedLSN >= known.appliedLSN,
      manifest.generation != known.generation || manifest == known
    else { throw replaced }
    if let damage = note?.lostManifest(after: manifest) { throw damage }
    try schema.check(stored: manifest.fields, version: manifest.schemaVersion)
    if let loss = manifest.lostChanges, options.onCorruption != .salvage { throw loss }
    return manifest
  }

  private var replaced: SearchError {
    SearchError(
      .notFound,
      "another index has replaced the one that was opened in \(storage.displayName); open it again")
  }

  /// Makes sure that the log goes on from what was read of it, and not from an earlier copy.
  private func requireSameLog(_ position: ReaderPosition) throws(SearchError) {
    guard let known = position.logHeader,
      let file = try? LogFileReader(known.sequence, indexID: known.indexID, in: storage)
    else { return }
    guard file.header == known else { throw replaced }
  }

  /// Publishes `next`, and tells those who follow the changes.
  private func publish(_ next: RefreshedState) throws(SearchError) {
    guard next.isDifferent else { return }
    try IndexState.checkDocumentCount(of: next.members)
    try writing.withLock { (_) throws(SearchError) in
      guard !isClosing.load(ordering: .relaxed) else { throw closed() }
      exchange { current in
        let found = current.damage.segments.filter { damaged in
          next.members.contains { $0.id == damaged.entry.id }
        }
        var damage = next.damage
        damage.segments += found
        let lost = Set(damage.segments.map(\.entry.id))
        return IndexState(
          next.members.filter { !lost.contains($0.id) }, fieldCount: schema.fields.count,
          bookmarks: next.bookmarks, version: current.version + 1, damage: damage)
      }
      changes.send(next.changes, state.version)
      // What cannot be merged in memory is searched as it is.
      try? mergeHeap()
    }
  }

  /// Opens a segment of a manifest, unless `known` is the same one with at most fewer deletions.
  func openSegment(
    _ entry: ManifestSegment, reusing known: IndexState.Stored?
  ) throws(SearchError) -> IndexState.Member {
    guard let known, known.entry.hash == entry.hash, known.entry.byteCount == entry.byteCount else {
      return try Self.openSegment(entry, storage, schema, nil)
    }
    guard known.entry != entry else {
      return IndexState.Member(segment: known.segment, home: .file(known))
    }
    let live = try LiveDocumentsFormat.read(entry, from: storage)
    let segment = try known.segment.deleting(Array(live.deletedDocuments))
    return IndexState.Member(
      segment: segment, home: .file(IndexState.Stored(entry: entry, segment: segment)))
  }
}
