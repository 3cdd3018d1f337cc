import Synchronization

/// Inspection of an index without changing it.
extension IndexCore {
  /// Returns all damage of the index: in the manifest, the log, the files, and the segments in
  /// memory.
  ///
  /// Files are opened anew, to find bytes that have changed since they were first read.
  ///
  /// - Throws: `io` or `dataProtected` if the files cannot be read at all.
  /// - Complexity: Linear in the size of the index, of which each file is read twice, and a look-up
  ///   for each document in each segment.
  func verify() throws(SearchError) -> [SearchError] {
    var problems: [SearchError] = []
    problems += try Self.problems { () throws(SearchError) in
      try RecoveredIndex.open(storage) { recovered throws(SearchError) in
        try recovered.replay(from: storage) { _ in }
      }
      return []
    }
    let state = self.state
    for member in state.members {
      problems += try Self.problems { () throws(SearchError) in
        if let problem = unreadable(member) { return [problem] }
        return SegmentChecker.check(try reopened(member))
      }
    }
    if problems.isEmpty { problems += LiveKeysChecker(state.members.map(\.segment)).check() }
    let missing = state.damage.segments.map(\.reason) + state.damage.losses
    return problems + missing.filter { !problems.contains($0) }
  }

  /// Returns the failure of the medium to read the file of a segment; nil if there is none. What is
  /// mapped must not be looked at then.
  private func unreadable(_ member: IndexState.Member) -> SearchError? {
    guard let entry = member.stored?.entry else { return nil }
    return try? storage.unreadablePart(of: entry.fileName)
  }

  /// Returns the segment as its files are on disk, or as it is in memory if no file has it any
  /// more.
  private func reopened(_ member: IndexState.Member) throws(SearchError) -> LiveSegment {
    guard let entry = member.stored?.entry else { return member.segment }
    do throws(SearchError) {
      return try Self.openSegment(entry, storage, schema, nil).segment
    } catch {
      // Another process has merged the segment or deleted documents since; only the mapping still
      // has those bytes.
      let newest = try ManifestStore.readNewestInForce(from: storage)
      // Who takes the lock again has the new files before the state that goes with them.
      let isOwn = writing.withLock { _ in
        files?.isLocked == true && state.fileMembers.contains { $0.stored?.entry == entry }
      }
      guard error.code == .notFound, !isOwn, let newest, let name = error.file,
        !newest.fileNames.contains(name)
      else { throw error.asDamage }
      return member.segment
    }
  }

  /// The end of the log that was dropped, and the file that keeps it.
  private var droppedLog: IndexStatistics.DroppedLog? {
    guard let tail = tornTail else { return nil }
    var file = FileName.tornLog(sequence: tail.sequence)
    if (try? storage.list())?.contains(file.text) != true { file = .log(sequence: tail.sequence) }
    return IndexStatistics.DroppedLog(file: file.text, byteCount: tail.byteCount)
  }

  /// The last failure of an automatic checkpoint, merge or refresh, until it succeeds.
  var failure: SearchError? {
    checkpointFailure.withLock { $0 } ?? mergeFailure.withLock { $0 }
      ?? refreshFailure.withLock { $0 }
  }

  /// Returns the problems that `body` finds, or the damage that made it fail.
  @inline(never)
  private static func problems(
    _ body: () throws(SearchError) -> [SearchError]
  ) throws(SearchError) -> [SearchError] {
    do throws(SearchError) {
      return try body()
    } catch {
      // A file that the system does not give is one problem among others.
      let isOfFile = error.code == .io && error.file != nil
      guard isOfFile || [.corrupted, .notFound, .formatTooNew].contains(error.code) else {
        throw error
      }
      return [error]
    }
  }

  /// The counts of the current state.
  var statistics: IndexStatistics {
    let state = self.state
    valueCounts.keep(state.segments)
    return IndexStatistics(
      generation: state.version,
      fields: schema.fields.map { field in
        let counts = state.segments.statistics[Int(field.id.rawValue)]
        let documentCount = valueCounts.count(of: field, in: state.segments)
        let terms = state.members.reduce(0) { sum, member in
          sum + (member.segment.reader.field(field.id)?.dictionary.termCount ?? 0)
        }
        return IndexStatistics.Field(
          name: field.definition.name, kind: field.definition.kind,
          documentCount: documentCount, missingCount: state.segments.documentCount - documentCount,
          tokenCount: Int(clamping: counts.tokenCount), termCount: terms)
      },
      segments: state.members.map { member in
        IndexStatistics.Segment(
          name: FileName.segment(member.id).text, documentCount: member.segment.liveCount,
          deletedCount: member.segment.live.deletedCount, byteCount: member.byteCount,
          isInMemory: member.isInMemory)
      },
      skippedTokenCount: skippedTokens.load(ordering: .relaxed),
      lastFailure: failure, droppedLog: droppedLog, leftOut: state.damage.report)
  }
}

extension IndexState.Damage {
  /// The parts that are left out, for statistics.
  fileprivate var report: [IndexStatistics.LeftOut] {
    segments.map {
      IndexStatistics.LeftOut(
        file: $0.entry.fileName, reason: $0.reason, documentCount: $0.documentCount)
    }
      + losses.map { IndexStatistics.LeftOut(file: $0.file, reason: $0, documentCount: nil) }
  }
}
