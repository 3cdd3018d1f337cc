/// Copies what is readable of one index into another.
///
/// If there are several versions of a document, the newest one is copied. A version that is live in
/// the newest manifest is newer than any other version in a segment; a version in the log is newer
/// still. Used by one thread.
final class IndexSalvage {
  /// Returns a document with its fields, made again from its stored bytes.
  typealias Reindexing =
    (_ key: [UInt8]?, _ stored: [UInt8]) throws(SearchError) -> InputDocument

  private let source: SalvageSource
  private let target: IndexCore
  private let reindex: Reindexing
  private let findings = Findings()
  private var report = SalvageReport()
  /// The documents that are to be written together.
  private var batch = WriteBatch()
  private var batchKeys: Set<[UInt8]> = []
  private var batchByteCount = 0
  private var hasReindexed = false
  /// True if changes of the log are lost, so that any document may be outdated or deleted.
  private var areChangesLost = false
  /// The number of documents that were kept although the log deletes all, because some may be
  /// newer.
  private var undeletedCount = 0

  /// The size at which a batch is written, in bytes.
  private static let batchByteLimit = 8 << 20

  /// Copies everything into `target`, which must be empty.
  ///
  /// - Parameter unstoredFields: The fields that `reindex` cannot make again.
  /// - Throws: `schemaMismatch` if the fields differ; `io`; the errors of writing to `target`.
  static func run(
    _ source: SalvageSource, into target: IndexCore, unstoredFields: [String],
    reindex: @escaping Reindexing
  ) throws(SearchError) -> SalvageReport {
    if let manifest = source.manifest {
      try target.schema.check(stored: manifest.fields, version: manifest.schemaVersion)
    }
    let salvage = IndexSalvage(source: source, target: target, reindex: reindex)
    if let damage = source.damage { salvage.findings.add(damage) }
    if let loss = source.manifest?.lostChanges { salvage.findings.add(loss) }
    try salvage.copySegments()
    try salvage.applyLog()
    try salvage.finish(unstoredFields)
    return salvage.report
  }

  private init(source: SalvageSource, target: IndexCore, reindex: @escaping Reindexing) {
    self.source = source
    self.target = target
    self.reindex = reindex
  }

  // MARK: Segments

  private func copySegments() throws(SearchError) {
    let named = source.namedSegments()
    // An older manifest does not name the newest segments.
    if !source.isNewest { try copyUnnamed() }
    var damaged: [SalvageSource.Segment] = []
    for segment in named {
      if let problem = segment.problem { findings.add(problem) }
      let isCopied = source.isNewest && segment.isExact ? try adopt(segment) : false
      if !isCopied { damaged.append(segment) }
    }
    for segment in damaged.reversed() { try copyDocuments(of: segment) }
    // If the result of a merge is damaged, its inputs may still be there.
    if source.isNewest, !damaged.isEmpty { try copyUnnamed() }
  }

  private func copyUnnamed() throws(SearchError) {
    for id in source.unnamedSegments() {
      try copyDocuments(of: SalvageSource.Segment(id: id, entry: nil, live: nil, isExact: false))
    }
  }

  /// Copies a segment as a whole. Returns false if it is not completely intact.
  private func adopt(_ segment: SalvageSource.Segment) throws(SearchError) -> Bool {
    guard let image = intactImage(of: segment), let live = segment.live else { return false }
    try target.adopt(image, deleting: Array(live.deletedDocuments))
    return true
  }

  private func intactImage(of segment: SalvageSource.Segment) -> ByteView? {
    guard let fields = source.manifest?.fields else { return nil }
    do throws(SearchError) {
      let bytes = try source.bytes(of: segment, findings)
      let image = try ImageReader(
        bytes, file: FileName.segment(segment.id).text, isTrusted: false, segmentID: segment.id,
        rootHash: segment.entry?.hash)
      _ = try SegmentReader(image, definitions: fields)
      try image.verifyAll()
      return bytes
    } catch {
      findings.add(error)
      return nil
    }
  }

  /// Copies the readable documents of a segment one by one, except those whose keys are in the
  /// target already.
  private func copyDocuments(of segment: SalvageSource.Segment) throws(SearchError) {
    var segment = segment
    var readCount = 0
    do throws(SearchError) {
      let opened = try DamagedSegment(
        try source.bytes(of: segment, findings), id: segment.id,
        documentCount: segment.entry?.documentCount)
      if segment.entry == nil {
        segment.live = source.newestLive(of: segment.id, documentCount: opened.documentCount)
      }
      let isExact = segment.isExact
      try opened.forEachDocument(segment.live, findings) { key, stored throws(SearchError) in
        if try copy(key, stored, isExact: isExact) { readCount += 1 }
      }
    } catch {
      guard [.corrupted, .notFound].contains(error.code) else { throw error }
      findings.add(error)
      // A merge may have replaced a segment that only an older manifest names.
      if error.code == .notFound, !source.isNewest { segment.entry = nil }
    }
    try flush()
    guard let entry = segment.entry else { return }
    let expected = segment.live?.liveCount ?? entry.documentCount
    report.lostDocumentCount += max(0, expected - readCount)
  }

  /// Copies one document, unless a newer version of it is in the target. Returns false if it cannot
  /// be read.
  private func copy(
    _ key: [UInt8]?, _ stored: [UInt8], isExact: Bool
  ) throws(SearchError) -> Bool {
    let document: InputDocument
    do throws(SearchError) {
      document = try reindex(key, stored)
    } catch {
      guard [.documentUnreadable, .documentRejected].contains(error.code) else { throw error }
      findings.add(error)
      return false
    }
    guard !batchKeys.contains(document.key),
      try target.state.segments.find(document.key) == nil
    else { return true }
    hasReindexed = true
    if !isExact { report.possiblyStaleDocumentCount += 1 }
    try append(.put(document))
    return true
  }

  // MARK: The log

  private func applyLog() throws(SearchError) {
    guard var log = try source.log() else { return }
    try log.forEachBatch { batch throws(SearchError) in
      for operation in batch.operations { try apply(operation) }
    }
    try flush()
    log.problems.forEach(findings.add)
    areChangesLost = !log.problems.isEmpty
  }

  private func apply(_ operation: LogOperation) throws(SearchError) {
    do throws(SearchError) {
      switch operation {
      // Without a manifest, the fields of the log are unknown.
      case .put(let document) where source.manifest == nil:
        try append(.put(reindex(document.key, document.stored)))
        hasReindexed = true
      // Without the newest manifest, later writes may be only in segments.
      case .deleteAll where !source.isNewest && source.hasSegments:
        try flush()
        undeletedCount = target.state.segments.documentCount
      case .put, .delete, .deleteAll:
        try target.schema.check(logged: operation)
        try append(operation)
      case .bookmark: return
      }
    } catch {
      let codes: [SearchError.Code] = [.corrupted, .documentUnreadable, .documentRejected]
      guard codes.contains(error.code) else { throw error }
      findings.add(error)
      report.lostDocumentCount += 1
    }
  }

  // MARK: Writing

  private func append(_ operation: LogOperation) throws(SearchError) {
    if case .put(let document) = operation { batchKeys.insert(document.key) }
    batch.append(operation)
    batchByteCount += operation.byteCountHint
    if batchByteCount >= Self.batchByteLimit { try flush() }
  }

  private func flush() throws(SearchError) {
    try target.write(batch)
    batch = WriteBatch()
    batchKeys = []
    batchByteCount = 0
  }

  private func finish(_ unstoredFields: [String]) throws(SearchError) {
    report.problems = findings.report
    if hasReindexed { report.unsearchableFields = unstoredFields }
    if report.isComplete {
      for (name, bytes) in try source.bookmarks() where !name.hasPrefix(ReservedBookmark.prefix) {
        batch.append(.bookmark(name: name, bytes: bytes))
      }
      try flush()
      report.hasBookmarks = true
    }
    try target.checkpoint()
    report.documentCount = target.state.segments.documentCount
    let staleCount = areChangesLost ? report.documentCount : undeletedCount
    report.possiblyStaleDocumentCount = min(
      report.documentCount, max(report.possiblyStaleDocumentCount, staleCount))
  }
}

extension IndexCore {
  /// Adds a segment of another index with the same fields, without the documents in `documents`.
  ///
  /// - Throws: The errors of ``write(_:)``.
  fileprivate func adopt(
    _ image: ByteView, deleting documents: [DocumentID]
  ) throws(SearchError) {
    try writing.withLock { (writer) throws(SearchError) in
      let files = try writableFiles(writer)
      var unnamed: [PendingFile] = []
      do throws(SearchError) {
        var member = try spill(image, files, &unnamed)
        member.segment = try member.segment.deleting(documents)
        guard member.segment.liveCount > 0 else { return files.discard(unnamed) }
        publish(state.members + [member], state.bookmarks)
      } catch {
        files.discard(unnamed)
        throw error
      }
      try writeCheckpoint(&writer, files)
    }
  }
}
