import Dispatch
import Synchronization

/// Merging segment files.
///
/// A merge of files reads the deletions that are in files. Documents whose deletion is only in the
/// log or in memory are copied too, and are deleted in the merged segment by the next checkpoint.
/// So the manifest always describes the state at one position of the log, whatever was merged.
extension IndexCore {
  /// Returns a merger that makes one segment of `segments`.
  func merger(of segments: [LiveSegment]) throws(SearchError) -> SegmentMerger {
    var merger = try SegmentMerger(
      segments, definitions: schema.definitions, segmentID: .random())
    merger.parameters = options.ranking
    return merger
  }

  /// Returns the best merge of segments that can be read, or nil if there is none to do.
  private func nextMerge(by policy: MergePolicy, without damaged: Set<SegmentID>) -> MergePlan? {
    let runs = state.fileMembers.split { damaged.contains($0.id) }
    for run in runs {
      if let plan = policy.nextMerge(among: run.map(\.description)) { return plan }
    }
    return nil
  }

  /// Looks for merges to do, on a background queue.
  ///
  /// - Parameter isLoading: True if more batches as large as the last one are expected. Then
  ///   segments that would be merged again later stay unmerged until there are many, or until no
  ///   batch has arrived for a while.
  func scheduleMerge(isLoading: Bool = false) {
    guard options.merging == .automatic, files != nil else { return }
    mergeWhenIdle()
    guard nextMerge(by: tuning.mergePolicy, without: []) != nil else { return }
    var policy = tuning.mergePolicy
    if isLoading {
      policy.restingCount = max(policy.restingCount, tuning.loadRestingCount)
      whenIdle(for: tuning.loadPause, .merge) { core in
        core.mergeInBackground(by: core.tuning.mergePolicy)
      }
      if nextMerge(by: policy, without: []) == nil { return }
    }
    // While a merge runs, each batch finds it still to be done.
    let patience = policy.restingCount
    guard awaitedMerges.withLock({ $0.insert(patience).inserted }) else { return }
    let bug = PlantedBug.current
    background.async { [weak self, policy] in
      guard let self else { return }
      _ = awaitedMerges.withLock { $0.remove(patience) }
      PlantedBug.planting(bug) { self.mergeInBackground(by: policy) }
    }
  }

  /// Merges further as soon as no batch has arrived for a while, because searches are faster in
  /// fewer segments. Other processes that write in turn would have to wait for such a merge.
  private func mergeWhenIdle() {
    guard let pause = tuning.idleMergePause, options.writerLock != .perWrite,
      state.fileMembers.count > 1
    else { return }
    whenIdle(for: pause, .furtherMerge) { core in
      core.mergeInBackground(by: core.tuning.mergePolicy.whileIdle)
    }
  }

  /// Merges until no merge pays. A merge that fails changes nothing, is recorded, and is tried
  /// again later.
  private func mergeInBackground(by policy: MergePolicy) {
    guard !stopsBackground, nextMerge(by: policy, without: []) != nil else { return }
    // Another process that writes may merge.
    try? whileLocked { (session) throws(SearchError) in
      // Searches and hits may still use the inputs.
      var areInputsInUse = false
      defer { if areInputsInUse { reclaimLater(after: 100) } }
      while !stopsBackground, try mergeOnce(by: policy, in: session) { areInputsInUse = reclaim() }
    }
  }

  /// True if background merges must stop: the index is being closed or suspended, or a caller waits
  /// for a compaction.
  private var stopsBackground: Bool {
    isEnding || compactions.load(ordering: .relaxed) > 0
  }

  /// True if all merges must stop: the index is being closed or suspended.
  var isEnding: Bool {
    isClosing.load(ordering: .relaxed) || isSuspending.load(ordering: .relaxed)
  }

  /// Does one merge. Returns false if there was none to do.
  private func mergeOnce(
    by policy: MergePolicy, in session: Int
  ) throws(SearchError) -> Bool {
    try withMerging { (merging) throws(SearchError) in
      guard merging.attempts.allowsAttempt(at: tuning.now()),
        let plan = nextMerge(by: policy, without: merging.damaged)
      else { return false }
      let stop = MergeStop { [weak self] in self?.stopsBackground ?? true }
      return try attempt(plan, in: session, on: .one, stop, &merging)
    }
  }

  /// Merges as much as possible, and drops deleted documents.
  ///
  /// Readers and writers can go on. Because the caller waits, this uses as many threads as a large
  /// batch does.
  ///
  /// - Parameter reordering: True to place documents near others that share words with them.
  /// - Throws: The errors of ``write(_:)``.
  func compact(reordering: Bool = false) throws(SearchError) {
    compactions.wrappingAdd(1, ordering: .relaxed)
    defer { compactions.wrappingSubtract(1, ordering: .relaxed) }
    let session = try beginWriting()
    defer { endWriting(session) }
    do throws(SearchError) { try checkpoint() } catch {
      guard error.code == .limitExceeded else { throw error }
      // The manifest has no room for more segments before some are merged.
      _ = try mergeAll(reordering: false, in: session)
      try checkpoint()
    }
    // Writers that go on may have changed which segments there are, so that not all were merged.
    while try !mergeAll(reordering: reordering, in: session) { try checkpoint() }
    reclaimWhenUnused()
    // They have the texts of documents, and callers compact to erase what they have deleted.
    writing.withLock { writer in
      guard let files = try? writableFiles(writer) else { return }
      files.removeTornLogs()
      files.removeAbandonedSections()
    }
    try requireNoneLeftOut()
  }

  /// Requires that no file of the index was left out of a compaction because it is damaged.
  private func requireNoneLeftOut() throws(SearchError) {
    guard let damaged = state.damage.segments.first else { return }
    let file = damaged.entry.fileName
    throw SearchError(
      .corrupted,
      "everything was compacted except the damaged segment \(file), which keeps the texts of deleted "
        + "documents; put back a copy of the index, or salvage it",
      file: file)
  }

  /// Merges the segments that are in files as far as possible.
  ///
  /// - Returns: False if a merge came to nothing because its inputs changed meanwhile.
  private func mergeAll(reordering: Bool, in session: Int) throws(SearchError) -> Bool {
    let threads = MergeThreads.concurrent(options.indexingConcurrency)
    let stop = MergeStop { [weak self] in self?.isEnding ?? true }
    return try withMerging { (merging) throws(SearchError) in
      var (isDone, damagedCount) = (true, 0)
      repeat {
        (isDone, damagedCount) = (true, state.damage.segments.count)
        let plans = tuning.mergePolicy.compaction(
          of: state.fileMembers.map(\.description), reordering: reordering)
        for plan in plans {
          isDone = try attempt(plan, in: session, on: threads, stop, &merging) && isDone
          // The next one needs the room.
          reclaim()
        }
      } while state.damage.segments.count > damagedCount
      return isDone
    }
  }

  /// Runs `body` while no other merge runs.
  private func withMerging<Result: Sendable>(
    _ body: (inout sending Merging) throws(SearchError) -> sending Result
  ) throws(SearchError) -> Result {
    merges.enter()
    defer { merges.leave() }
    return try merging.withLock(body)
  }

  /// Does the merge of `plan`, and records whether it succeeded.
  private func attempt(
    _ plan: MergePlan, in session: Int, on threads: MergeThreads, _ stop: MergeStop,
    _ merging: inout Merging
  ) throws(SearchError) -> Bool {
    do throws(SearchError) {
      let isDone = try observed(.merge) { () throws(SearchError) in
        try merge(plan, in: session, on: threads, stop)
      } report: { isDone in
        isDone ? eventExtent(of: plan) : nil
      }
      merging.attempts.succeed()
      mergeFailure.withLock { $0 = nil }
      return isDone
    } catch {
      guard error.code != .cancelled, error.code != .suspended,
        !PlantedBug.keepsFailedMerges.isPlanted
      else { throw error }
      if plan.isOptional, error.code == .diskFull { return false }
      // A search may have left it out since the plan was made.
      if leaveOut(because: error, of: state) || isLeftOut(error) { return true }
      let named = plan.segments.filter { FileName.segment($0).text == error.file }
      if error.code == .corrupted {
        merging.damaged.formUnion(named.isEmpty ? plan.segments : named)
      } else if error.code == .io, !named.isEmpty {
        // A page that the device cannot read must not keep all others from being merged.
        merging.damaged.formUnion(named)
      } else {
        merging.attempts.fail(error, at: tuning.now())
      }
      mergeFailure.withLock { $0 = error }
      throw error
    }
  }

  private func eventExtent(of plan: MergePlan) -> IndexEvent.Extent {
    let before = plan.segments.count
    return IndexEvent.Extent(
      "merged \(before) segments; \(state.fileMembers.count) are left", byteCount: 0)
  }

  /// Merges the segments of `plan`, which are neighbours, and replaces them by the result.
  /// `merging` must be locked.
  ///
  /// - Returns: False if the segments were replaced or removed in the meantime.
  private func merge(
    _ plan: MergePlan, in session: Int, on threads: MergeThreads, _ stop: MergeStop
  ) throws(SearchError) -> Bool {
    let files = try withWriter(of: session) { (_, files) throws(SearchError) in files }
    try files.check()
    // Mapped bytes stay valid, so the files may be removed meanwhile: `close()` does not wait for
    // merges.
    let inputs = state.fileMembers.filter { plan.segments.contains($0.id) }.compactMap(\.stored)
      .map { IndexState.Stored(entry: $0.entry, segment: $0.segment) }
    guard inputs.map(\.entry.id) == plan.segments else { return false }
    let segments =
      PlantedBug.mergesUnloggedDeletes.isPlanted
      ? state.fileMembers.filter { plan.segments.contains($0.id) }.map(\.segment)
      : inputs.map(\.segment)
    var merger = try merger(of: segments)
    merger.threads = threads
    merger.leastPartByteCount = tuning.leastRangeByteCount
    merger.stop = stop
    guard merger.mapping.documentCount > 0 else {
      return try replace(inputs, with: nil, merger, files, session)
    }
    try requireRoom(for: merger)
    if plan.reorders { try merger.reorder() }
    let bug = PlantedBug.mergesUnverified.isPlanted ? .skipsPageHashes : PlantedBug.current
    let (file, entry) = try PlantedBug.planting(bug) { () throws(SearchError) in
      try writeFile(of: merger, files)
    }
    do throws(SearchError) {
      if try replace(inputs, with: entry, merger, files, session) {
        file.release()
        return true
      }
      files.discard([file])
      return false
    } catch {
      if !PlantedBug.keepsFailedMerges.isPlanted { files.discard([file]) }
      throw error
    }
  }

  /// Refuses a merge for which the volume has no room.
  private func requireRoom(for merger: SegmentMerger) throws(SearchError) {
    guard let available = storage.availableByteCount() else { return }
    let needed = merger.neededByteCount
    guard available >= needed else {
      throw SearchError(
        .diskFull,
        "merging segments needs \(needed) bytes, and the volume has "
          + "\(available); the index stays as it is")
    }
  }

  /// Replaces the inputs of a merge by the merged segment.
  ///
  /// A checkpoint drops inputs of which the last document was deleted meanwhile. Without them the
  /// merge is as good as before: one that had to begin again for each of them might never end.
  ///
  /// - Returns: False if all inputs were removed in the meantime or one was left out, or if another
  ///   process may have removed the merged segment, because it could write.
  private func replace(
    _ inputs: [IndexState.Stored], with entry: ManifestSegment?, _ merger: SegmentMerger,
    _ files: DurableIndex, _ session: Int
  ) throws(SearchError) -> Bool {
    try writing.withLock { (writer) throws(SearchError) in
      _ = try writableFiles(writer)
      guard writer.session == session else { return false }
      var members = state.members
      let ids = Set(inputs.map(\.entry.id))
      let left = members.indices.filter { ids.contains(members[$0].id) }
      guard let first = left.first, left == Array(first..<(first + left.count)),
        !state.damage.segments.contains(where: { ids.contains($0.entry.id) })
      else { return false }
      let range = first..<(first + left.count)
      var pending: [PendingFile] = []
      do throws(SearchError) {
        let merged = try entry.map { (entry) throws(SearchError) in
          try openMerged(entry, inputs, members[range], merger, files, &pending)
        }
        members.replaceSubrange(range, with: merged.map { [$0] } ?? [])
        try files.publish { manifest throws(SearchError) in
          manifest.segments = Self.replacing(
            ids, in: manifest.segments, with: merged?.stored?.entry)
        }
      } catch {
        files.discard(pending)
        throw error
      }
      publish(members, state.bookmarks)
      pending.forEach { $0.release() }
      return true
    }
  }

  /// Opens the merged segment, without the documents that were deleted from its inputs since the
  /// merge began.
  private func openMerged(
    _ entry: ManifestSegment, _ inputs: [IndexState.Stored],
    _ current: ArraySlice<IndexState.Member>, _ merger: SegmentMerger,
    _ files: DurableIndex, _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Member {
    var merged = try Self.openSegment(entry, storage, schema, files.reclaimer)
    if PlantedBug.losesConcurrentDeletes.isPlanted { return merged }
    var (known, all) = ([LiveDocuments](), [LiveDocuments]())
    for input in inputs {
      guard let member = current.first(where: { $0.id == input.entry.id }) else {
        // A checkpoint has dropped it, because none of its documents was live any more.
        known.append(input.segment.live.withoutAll)
        all.append(input.segment.live.withoutAll)
        continue
      }
      known.append((member.stored?.segment ?? input.segment).live)
      all.append(member.segment.live)
    }
    merged.segment = try merged.segment.deleting(merger.mapping.deletions(in: known))
    merged = try persistLive(merged, files, &pending)
    merged.segment = try merged.segment.deleting(merger.mapping.deletions(in: all))
    return merged
  }

  /// Returns the manifest's segments with `entry` in place of those with the given identifiers.
  private static func replacing(
    _ ids: Set<SegmentID>, in segments: [ManifestSegment], with entry: ManifestSegment?
  ) -> [ManifestSegment] {
    var result = segments.filter { !ids.contains($0.id) }
    // After any quarantined segment among them, which may have older versions of the documents.
    let last = segments.lastIndex { ids.contains($0.id) } ?? 0
    let index = segments[...last].count { !ids.contains($0.id) }
    if let entry { result.insert(entry, at: index) }
    return result
  }
}
