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
    for part in state.parts {
      guard let entry = part.entry else {
        problems += SegmentChecker.check(part.segment)
        continue
      }
      problems += try Self.problems { () throws(SearchError) in
        SegmentChecker.check(try Self.openSegment(entry, storage, schema, nil).segment)
      }
    }
    return problems
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
          documentCount: counts.documentCount, tokenCount: counts.tokenCount, termCount: terms)
      },
      segments: state.parts.map { part in
        IndexStatistics.Segment(
          name: FileName.segment(part.id).text, documentCount: part.segment.liveCount,
          deletedCount: part.segment.live.deletedCount, byteCount: part.byteCount,
          isInMemory: part.isInMemory)
      },
      skippedTokenCount: skippedTokens.load(ordering: .relaxed))
  }
}
