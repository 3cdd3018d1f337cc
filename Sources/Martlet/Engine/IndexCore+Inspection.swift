import Synchronization

/// Looking at an index without changing it.
extension IndexCore {
  /// Everything that is wrong with the index: manifest, log, files, and the segments in memory.
  ///
  /// Files are opened anew, so that bytes which changed since they were first read are found too.
  ///
  /// - Throws: `io`, `dataProtected`, when the files cannot be read at all.
  /// - Complexity: the size of the index.
  func verify() throws(SearchError) -> [SearchError] {
    var problems: [SearchError] = []
    problems += try Self.problems { () throws(SearchError) in
      try RecoveredIndex.open(storage) { recovered throws(SearchError) in
        try recovered.replay(from: storage) { _ in }
      }
      return []
    }
    let state = self.state
    for part in state.parts {
      problems += try Self.problems { () throws(SearchError) in
        SegmentChecker.check(try reopened(part))
      }
    }
    let missing = state.damage.segments.map(\.reason) + state.damage.losses
    return problems + missing.filter { !problems.contains($0) }
  }

  /// The segment as its files say now, or as it is in memory when no file has it any more.
  private func reopened(_ part: IndexState.Part) throws(SearchError) -> LiveSegment {
    guard let entry = part.stored?.entry else { return part.segment }
    do throws(SearchError) {
      return try Self.openSegment(entry, storage, schema, nil).segment
    } catch {
      // Another process has merged the segment since: what is mapped is all that is left of it.
      let newest = try ManifestStore.readNewest(from: storage, forWriting: false)
      guard error.code == .notFound, files == nil,
        newest?.segments.contains(where: { $0.id == entry.id }) == false
      else { throw error.asDamage }
      return part.segment
    }
  }

  /// The end of the log that was left out, and the file that has it now.
  private var droppedLog: IndexStatistics.DroppedLog? {
    guard let tail = tornTail else { return nil }
    let isRetired = (files?.manifest.firstLogSequence ?? 0) > tail.sequence
    let file: FileName =
      isRetired ? .tornLog(sequence: tail.sequence) : .log(sequence: tail.sequence)
    return IndexStatistics.DroppedLog(file: file.text, byteCount: tail.byteCount)
  }

  /// The last failure of something that nobody asked for, until it succeeds.
  var failure: SearchError? {
    writing.withLock { $0.checkpoints.failure } ?? mergeFailure.withLock { $0 }
  }

  /// What `body` finds, or the damage that kept it from looking.
  private static func problems(
    _ body: () throws(SearchError) -> [SearchError]
  ) throws(SearchError) -> [SearchError] {
    do throws(SearchError) {
      return try body()
    } catch {
      guard [.corrupted, .notFound, .formatTooNew].contains(error.code) else { throw error }
      return [error]
    }
  }

  /// Counts of the present state.
  var statistics: IndexStatistics {
    let state = self.state
    return IndexStatistics(
      generation: state.version,
      fields: schema.fields.map { field in
        let counts = state.segments.statistics[Int(field.id.rawValue)]
        let terms = state.parts.reduce(0) { sum, part in
          sum + (part.segment.reader.field(field.id)?.dictionary.termCount ?? 0)
        }
        return IndexStatistics.Field(
          name: field.definition.name, kind: field.definition.kind,
          documentCount: counts.documentCount, tokenCount: Int(clamping: counts.tokenCount),
          termCount: terms)
      },
      segments: state.parts.map { part in
        IndexStatistics.Segment(
          name: FileName.segment(part.id).text, documentCount: part.segment.liveCount,
          deletedCount: part.segment.live.deletedCount, byteCount: part.byteCount,
          isInMemory: part.isInMemory)
      },
      skippedTokenCount: skippedTokens.load(ordering: .relaxed),
      lastFailure: failure, droppedLog: droppedLog, leftOut: state.damage.report)
  }
}

extension IndexState.Damage {
  /// The parts that are left out, for people.
  fileprivate var report: [IndexStatistics.LeftOut] {
    segments.map {
      IndexStatistics.LeftOut(
        file: $0.entry.fileName, reason: $0.reason, documentCount: $0.documentCount)
    }
      + losses.map { IndexStatistics.LeftOut(file: $0.file, reason: $0, documentCount: nil) }
  }
}
