import Dispatch

/// Merging segment files.
extension IndexCore {
  /// The merger that makes one segment of `parts`.
  func merger(of parts: [IndexState.Part]) throws(SearchError) -> SegmentMerger {
    var merger = try SegmentMerger(
      parts.map(\.segment), definitions: schema.definitions, segmentID: .random())
    merger.parameters = options.parameters
    return merger
  }

  private var nextMerge: MergePlan? {
    MergePolicy.files.nextMerge(among: state.fileParts.map(\.description))
  }

  /// Looks for merges to do, on a background queue.
  func scheduleMerge() {
    guard options.mergesAutomatically, files != nil, nextMerge != nil else { return }
    background.async { [weak self] in self?.mergeInBackground() }
  }

  /// Merges until nothing is worth it. A merge that fails changes nothing, and is tried again after
  /// a later write.
  private func mergeInBackground() {
    while (try? mergeOnce()) == true { reclaim() }
  }

  /// Removes the inputs of merges, which were still in use when the manifest without them came.
  private func reclaim() {
    writing.withLock { writer in try? writableFiles(writer).reclaim() }
  }

  /// Does one merge; false when there was none to do.
  private func mergeOnce() throws(SearchError) -> Bool {
    try merging.withLock { (_) throws(SearchError) in
      guard let plan = nextMerge else { return false }
      return try merge(plan)
    }
  }

  /// Merges as much as possible, and drops deleted documents. Readers and writers go on.
  ///
  /// - Throws: as ``write(_:)``.
  func compact() throws(SearchError) {
    try checkpoint()
    try merging.withLock { (_) throws(SearchError) in
      let plans = MergePolicy.files.compaction(of: state.fileParts.map(\.description))
      for plan in plans { _ = try merge(plan) }
    }
    reclaim()
  }

  /// Merges the segments of `plan`, neighbours, and puts the result in their place. Only while
  /// `merging` is held.
  ///
  /// - Returns: false when the segments were gone meanwhile.
  private func merge(_ plan: MergePlan) throws(SearchError) -> Bool {
    let inputs = state.fileParts.filter { plan.segments.contains($0.id) }
    guard inputs.map(\.id) == plan.segments else { return false }
    let files = try writing.withLock { (writer) throws(SearchError) in try writableFiles(writer) }
    var merger = try merger(of: inputs)
    merger.temporary = storage
    guard merger.mapping.documentCount > 0 else {
      return try replace(inputs, with: nil, merger, files)
    }
    let file = try files.makeFile(FileName.segment(merger.segmentID).text)
    defer { file.release() }
    let summary = try merger.merge(into: .file(file))
    try file.finish()
    let entry = ManifestSegment(
      id: merger.segmentID, byteCount: summary.byteCount, hash: summary.rootHash,
      documentCount: merger.mapping.documentCount)
    return try replace(inputs, with: entry, merger, files)
  }

  /// Puts the merged segment in the place of its inputs.
  private func replace(
    _ inputs: [IndexState.Part], with entry: ManifestSegment?, _ merger: SegmentMerger,
    _ files: DurableIndex
  ) throws(SearchError) -> Bool {
    try writing.withLock { (writer) throws(SearchError) in
      _ = try writableFiles(writer)
      var parts = state.parts
      guard let first = parts.firstIndex(where: { $0.id == inputs[0].id }),
        parts[first...].prefix(inputs.count).map(\.id) == inputs.map(\.id)
      else { return false }
      let places = first..<(first + inputs.count)
      // The merge left out what batches in the log have deleted: these must not be lost first.
      try files.log.synchronize()
      var pending: [PendingFile] = []
      var merged: IndexState.Part?
      if let entry {
        merged = try openMerged(entry, parts[places], merger, files, &pending)
      }
      parts.replaceSubrange(places, with: merged.map { [$0] } ?? [])
      try files.publish { manifest throws(SearchError) in
        manifest.segments = Self.replacing(
          Set(inputs.map(\.id)), in: manifest.segments, with: merged?.entry)
      }
      publish(parts, state.bookmarks)
      pending.forEach { $0.release() }
      return true
    }
  }

  /// Opens the merged segment, without what was deleted from its inputs since the merge began.
  private func openMerged(
    _ entry: ManifestSegment, _ current: ArraySlice<IndexState.Part>, _ merger: SegmentMerger,
    _ files: DurableIndex,
    _ pending: inout [PendingFile]
  ) throws(SearchError) -> IndexState.Part {
    var merged = try Self.openSegment(entry, storage, schema, files.reclaimer)
    let deleted = merger.mapping.deletions(in: current.map(\.segment.live))
    merged.segment = try merged.segment.deleting(deleted)
    return try persistLive(merged, entry, files, &pending)
  }

  /// The manifest's segments with `entry` in the place of those called `ids`.
  private static func replacing(
    _ ids: Set<SegmentID>, in segments: [ManifestSegment], with entry: ManifestSegment?
  ) -> [ManifestSegment] {
    var result = segments.filter { !ids.contains($0.id) }
    let first = segments.prefix { !ids.contains($0.id) }.count
    if let entry { result.insert(entry, at: first) }
    return result
  }
}
