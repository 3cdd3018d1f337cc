import Dispatch
import Synchronization

/// Checkpoints. Everything here runs while `writing` is locked, except ``checkpoint()``,
/// ``checkpointWhenIdle()`` and the writing of files, which merges do too.
extension IndexCore {
  /// Writes everything in memory to files and retires the log.
  ///
  /// - Throws: The errors of ``write(_:)``.
  // Inlined, it would be 2 kB in each of its callers.
  @inline(never)
  func checkpoint() throws(SearchError) {
    try whileLocked { (session) throws(SearchError) in
      try withWriter(of: session) { (writer, files) throws(SearchError) in
        try writeCheckpoint(&writer, files)
      }
    }
    scheduleMerge()
  }

  /// Writes a checkpoint, and records whether that succeeded.
  ///
  /// - Parameter position: The position up to which the log is in memory, or nil for all of the
  ///   log, which starts a new log file.
  func writeCheckpoint(
    _ writer: inout Writer, _ files: DurableIndex, upTo position: LogPosition? = nil
  ) throws(SearchError) {
    defer { tellFailure(of: writer.checkpoints) }
    do throws(SearchError) {
      try files.check()
      guard needsCheckpoint(state, files) || position != nil else {
        return writer.checkpoints.succeed()
      }
      _ = try observed(.checkpoint) { () throws(SearchError) in
        let old = state
        try goingOn { () throws(SearchError) in try persist(state, files, upTo: position) }
        writer.unsavedWork = .zero
        return state.fileByteCount(without: old)
      } report: { byteCount in
        IndexEvent.Extent("wrote what was in memory to files", byteCount: byteCount)
      }
      writer.checkpoints.succeed()
    } catch {
      writer.checkpoints.fail(error, at: tuning.now())
      throw error
    }
  }

  /// Lets those see whether checkpoints fail who do not wait for the writer.
  func tellFailure(of checkpoints: BackOff) {
    checkpointFailure.withLock { $0 = checkpoints.failure }
  }

  /// Writes a checkpoint if someone has removed the log, because only memory has what was in it.
  ///
  /// - Throws: `durabilityUnknown` if that fails; from then on, nothing is written.
  func replaceLostLog(_ writer: inout Writer, _ files: DurableIndex) throws(SearchError) {
    guard files.hasLostLog else { return }
    do throws(SearchError) { try writeCheckpoint(&writer, files) } catch {
      throw files.stop(because: error)
    }
  }

  /// Writes a checkpoint as soon as no batch has arrived for a while, so that opening the index
  /// after a crash has little to apply.
  func checkpointWhenIdle() {
    guard let pause = tuning.idleCheckpointPause, options.durability > .none else { return }
    // A failure is recorded, and the next batch tries again; see `failure`.
    whenIdle(for: pause, .checkpoint) { core in try? core.checkpoint() }
  }

  /// Writes the images on the heap and the new deletions to files, and publishes a manifest that
  /// names them.
  private func persist(
    _ old: IndexState, _ files: DurableIndex, upTo known: LogPosition?
  ) throws(SearchError) {
    let position: LogPosition
    if let known { position = known } else { position = try files.startCheckpoint() }
    var pending: [PendingFile] = []
    do throws(SearchError) {
      var members: [IndexState.Member] = []
      for run in runs(of: old.members) where run.contains(where: { $0.segment.liveCount > 0 }) {
        members.append(
          run.count == 1
            ? try persist(run[run.startIndex], files, &pending)
            : try persistMerged(run, files, &pending))
      }
      try files.publish { manifest throws(SearchError) in
        manifest.apply(upTo: position)
        Self.setSegments(of: &manifest, to: members, old.damage)
        manifest.fields = schema.definitions
        manifest.bookmarks = old.bookmarks
      }
      publish(members, old.bookmarks)
      pending.forEach { $0.release() }
      if old.damage.isEmpty { files.releaseLeftovers() }
      // Writers looked up keys in all segments, which left scattered pages in memory.
      for member in members { member.segment.reader.image.view.releasePages() }
    } catch {
      files.discard(pending)
      throw error
    }
  }

  /// Sets the segments of the manifest, including damaged ones that are not searched any more.
  private static func setSegments(
    of manifest: inout Manifest, to members: [IndexState.Member], _ damage: IndexState.Damage
  ) {
    manifest.setSegments(
      members.compactMap { $0.stored?.entry }, quarantined: damage.segments.map(\.entry))
    manifest.lostChanges = damage.losses.first
  }

  /// Returns true if a checkpoint would write anything.
  func needsCheckpoint(_ state: IndexState, _ files: DurableIndex) -> Bool {
    let manifest = files.manifest
    var next = manifest
    Self.setSegments(of: &next, to: state.members, state.damage)
    return !state.memoryMembers.isEmpty || state.bookmarks != manifest.bookmarks
      || schema.definitions != manifest.fields || files.log.lastLSN > manifest.appliedLSN
      || next != manifest || files.log.hasOlderBatches || files.log.hasAbandonedFile
      || files.hasLostLog || files.hasTornLog
      || state.members.contains { !$0.isPersisted || $0.segment.liveCount == 0 }
  }

  /// Returns the segments in runs, each of which is written as one segment: neighbouring small
  /// images on the heap form one run.
  private func runs(of members: [IndexState.Member]) -> [ArraySlice<IndexState.Member>] {
    var runs: [ArraySlice<IndexState.Member>] = []
    for index in members.indices {
      let joins = index > 0 && isSmall(members[index - 1]) && isSmall(members[index])
      let start = joins ? runs.removeLast().startIndex : index
      runs.append(members[start...index])
    }
    return runs
  }

  /// Returns true if `member` is an image on the heap that is merged there before it is written to
  /// a file. In an index that was opened for reading, that is every image.
  func isSmall(_ member: IndexState.Member) -> Bool {
    member.isOnHeap && (files == nil || member.byteCount < options.largeImageByteCount)
  }

  /// Writes the live documents of `members` to a file as one segment. At least one document must be
  /// live.
  private func persistMerged(
    _ members: ArraySlice<IndexState.Member>, _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Member {
    let (file, entry) = try writeFile(of: try heapMerger(of: members), files)
    pending.append(file)
    return try Self.openSegment(entry, storage, schema, files.reclaimer)
  }

  /// Makes sure that the image and the live documents of `member` are in files.
  private func persist(
    _ member: IndexState.Member, _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Member {
    var member = member
    switch member.home {
    case .file: break
    case .unnamed(_, let entry):
      member.home = .file(try Self.openStored(entry, storage, schema, files.reclaimer))
    case .heap:
      let entry = member.newEntry
      pending.append(try writeFile(entry.fileName, member.segment.reader.image.view, files))
      let stored = try Self.openStored(entry, storage, schema, files.reclaimer)
      member.segment = try stored.segment.deleting(Array(member.segment.live.deletedDocuments))
      member.home = .file(stored)
    }
    return try persistLive(member, files, &pending)
  }

  /// Makes sure that the live documents of `member`, which the next manifest names, are in a file.
  func persistLive(
    _ member: IndexState.Member, _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Member {
    guard case .file(var stored) = member.home, !member.isPersisted else { return member }
    var entry = stored.entry
    entry.liveGeneration = files.nextLiveNumber()
    let bytes = LiveDocumentsFormat.encode(
      member.segment.live, segmentID: entry.id, generation: entry.liveGeneration)
    entry.liveByteCount = bytes.count
    entry.liveHash = LiveDocumentsFormat.check(bytes)
    if let name = entry.liveFileName { pending.append(try writeFile(name, bytes, files)) }
    stored.entry = entry
    stored.segment = member.segment
    stored.pin = files.reclaimer.pin(entry.fileNames)
    return IndexState.Member(segment: member.segment, home: .file(stored))
  }

  /// Returns a finished file with `bytes`, for the next manifest to name.
  func writeFile(
    _ name: String, _ bytes: ByteView, _ files: DurableIndex
  ) throws(SearchError) -> PendingFile {
    let file = try files.makeFile(name)
    do throws(SearchError) {
      try file.append(bytes)
      try file.finish()
    } catch {
      files.discard([file])
      throw error
    }
    return file
  }

  /// Returns a finished file with the result of `merger`, for the next manifest to name. Little of
  /// it is in memory at a time.
  func writeFile(
    of merger: SegmentMerger, _ files: DurableIndex
  ) throws(SearchError) -> (PendingFile, ManifestSegment) {
    var merger = merger
    merger.temporary = storage
    merger.heapLimit = min(merger.heapLimit, max(options.memoryLimit / 4, 64 << 10))
    let file = try files.makeFile(FileName.segment(merger.segmentID).text)
    do throws(SearchError) {
      let summary = try merger.merge(into: .file(file))
      try file.finish()
      let entry = ManifestSegment(
        id: merger.segmentID, byteCount: summary.byteCount, hash: summary.rootHash,
        documentCount: merger.mapping.documentCount)
      return (file, entry)
    } catch {
      if !PlantedBug.keepsFailedMerges.isPlanted { files.discard([file]) }
      throw error
    }
  }
}

extension IndexState {
  /// Returns the size of the segments in files that `old` does not have there, in bytes.
  func fileByteCount(without old: IndexState) -> Int {
    let known = Set(old.fileMembers.map(\.id))
    return fileMembers.reduce(0) { $0 + (known.contains($1.id) ? 0 : $1.byteCount) }
  }
}

extension IndexState.Member {
  /// The entry of the manifest for the image once it is in a file.
  var newEntry: ManifestSegment {
    let reader = segment.reader
    return ManifestSegment(
      id: reader.id, byteCount: byteCount, hash: reader.image.rootHash,
      documentCount: reader.documentCount)
  }
}
