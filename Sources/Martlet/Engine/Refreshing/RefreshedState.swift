/// The next state of an index that was opened for reading, while it is made from what another
/// process has committed since.
///
/// Nothing of it is published before all of it is there, so no search sees less than one before.
struct RefreshedState {
  /// The segments, those in files first.
  private(set) var members: [IndexState.Member]
  private(set) var bookmarks: [String: [UInt8]]
  private(set) var damage: IndexState.Damage
  /// The documents that have changed since the state before.
  private(set) var changes = ChangeSet()
  /// True if a batch that was added deletes all documents.
  private(set) var deletesAll = false
  /// True if there is anything to publish.
  private(set) var isDifferent = false
  /// True if documents or bookmarks may have changed.
  private(set) var hasNews = false
  private var piece = WriteBatch()
  private var pieceByteCount = 0
  private let core: IndexCore

  /// Creates a copy of the published state.
  init(_ core: IndexCore, _ state: IndexState) {
    self.core = core
    members = state.members
    bookmarks = state.bookmarks
    damage = state.damage
  }

  /// Replaces the segments in files by those of a newer manifest. Segments that stay are not opened
  /// again.
  ///
  /// - Parameters:
  ///   - isMerge: True to keep the batches from the log that are in memory, because the manifest
  ///     differs only by merges.
  ///   - leavesOut: True to leave out segments that are damaged.
  mutating func replaceFiles(
    _ manifest: Manifest, isMerge: Bool, leavesOut: Bool
  ) throws(SearchError) {
    let old = members
    keepDamage(of: manifest)
    let lost = Set(damage.segments.map(\.entry.id))
    members = []
    for entry in manifest.segments where !lost.contains(entry.id) {
      let known = old.first { $0.id == entry.id }?.stored
      do throws(SearchError) {
        if entry.isQuarantined { throw entry.quarantine }
        members.append(try core.openSegment(entry, reusing: known))
      } catch {
        guard leavesOut, [.corrupted, .notFound].contains(error.code) else { throw error }
        damage.segments.append(IndexState.Damage.Segment(entry, error, core.storage, nil))
        // The reader may have had its documents from the log.
        noteUnknownChanges()
      }
    }
    isDifferent = true
    guard isMerge else {
      bookmarks = manifest.bookmarks
      return
    }
    try deleteAgain(in: old)
    members += old.filter(\.isInMemory)
  }

  /// Forgets the damage of what the manifest has no more.
  private mutating func keepDamage(of manifest: Manifest) {
    let ids = Set(manifest.segments.map(\.id))
    damage.segments.removeAll { !ids.contains($0.entry.id) }
    damage.losses = manifest.lostChanges.map { [$0] } ?? []
  }

  /// Deletes the documents that the log has deleted from the segments before, wherever a merge has
  /// put them.
  private mutating func deleteAgain(in old: [IndexState.Member]) throws(SearchError) {
    var keys: [[UInt8]] = []
    for member in old {
      guard let stored = member.stored else { continue }
      let deleted = member.segment.live.deletedDocuments.filter { stored.segment.live.isLive($0) }
      if let index = members.firstIndex(where: { $0.id == member.id }) {
        members[index].segment = try members[index].segment.deleting(deleted)
      } else {
        for document in deleted { keys.append(try member.segment.reader.keys.key(of: document)) }
      }
    }
    let known = Set(old.map(\.id))
    for index in members.indices where !keys.isEmpty && !known.contains(members[index].id) {
      let documents = try members[index].segment.reader.keys.documents(of: keys)
      members[index].segment = try members[index].segment.deleting(documents)
    }
  }

  /// Adds a batch of the log.
  ///
  /// - Parameter isNew: False if the state before has the batch.
  mutating func add(_ batch: LogBatch, isNew: Bool) throws(SearchError) {
    var operations = WriteBatch()
    for operation in batch.operations {
      try core.schema.check(logged: operation)
      if case .deleteAll = operation { deletesAll = true }
      operations.append(operation)
      piece.append(operation)
      pieceByteCount += operation.byteCountHint
    }
    if isNew { changes.add(operations.outcome) }
    isDifferent = true
    hasNews = hasNews || isNew
    if pieceByteCount >= core.replayedPieceByteCount { try applyPiece() }
  }

  /// Makes images of the batches that were added.
  mutating func applyPiece() throws(SearchError) {
    guard !piece.operations.isEmpty else { return }
    let outcome = piece.outcome
    let next = try SegmentChanges(
      outcome, members, bookmarks, core.schema, core.options, core.tuning
    ) { (image) throws(SearchError) in try IndexState.Member(onHeap: image, core.schema) }
    members = next.members
    bookmarks = next.bookmarks
    if outcome.deletesAll { damage = IndexState.Damage() }
    piece = WriteBatch()
    pieceByteCount = 0
  }

  /// Records that batches were applied that could not be read.
  mutating func noteUnknownChanges() {
    hasNews = true
    changes.addUnknown()
  }
}
