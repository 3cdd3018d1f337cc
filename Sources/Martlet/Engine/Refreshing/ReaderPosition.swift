/// The part of another process's commits that an index opened for reading has seen.
struct ReaderPosition: Sendable {
  /// The manifest of the published state.
  var manifest: Manifest
  /// The last batch of the log in the published state, or that the manifest applies.
  var lsn: LogSequenceNumber
  /// The position in the log; nil if it is to be looked for again.
  var tail: LogTail?
  /// The header of the last file of the log that was read. Its salt tells it from a file of the
  /// same number that an earlier copy of the index has gone on with.
  var logHeader: LogHeader?
  /// True if a batch after those that the manifest applies has deleted all documents. The
  /// published state then has no segments that tell what to delete from those of a merge.
  var deletesAll = false

  /// Creates the position of an index that was just opened.
  init(_ recovered: RecoveredIndex) {
    manifest = recovered.manifest
    lsn = max(recovered.lastLSN, recovered.manifest.appliedLSN)
    logHeader = recovered.log.extents.last?.header
  }

  /// Returns true if `newer` differs from the manifest only by merges, so that the batches that
  /// were read from the log are still to be applied to its segments.
  ///
  /// While there is a log, a checkpoint applies more of it or starts another file.
  func isMerge(_ newer: Manifest) -> Bool {
    !deletesAll && manifest.hasLog && newer.hasLog && newer.appliedLSN == manifest.appliedLSN
      && newer.firstLogSequence == manifest.firstLogSequence
  }
}
