import Dispatch

/// The settings of an open index that applications do not see.
///
/// Every application gets the defaults; tests choose other values to reach rare states.
struct EngineTuning: Sendable {
  /// The policy that chooses the segment files to merge.
  var mergePolicy = MergePolicy.files
  /// The size of documents, in bytes, from which more batches like this one are expected, as when a
  /// whole collection is loaded.
  var loadByteCount = 4 << 20
  /// The number of segment files that are left unmerged while such batches arrive.
  var loadRestingCount = 48
  /// The time without a batch after which no more such batches are expected.
  var loadPause: DispatchTimeInterval = .seconds(1)
  /// The allowance for the log, in bytes: a checkpoint is due when the log exceeds four times the
  /// sum of this and the images in memory.
  var logAllowance = 4 << 20
  /// The size of the log, in bytes, from which a checkpoint is due whatever is in memory, so that
  /// opening an index of plain text after a crash takes less than 0.2 s.
  var logLimit = 24 << 20
  /// The number of older log files from which a checkpoint is due. Writers that take turns begin a
  /// file with each turn, and read all of them.
  var logFileLimit = 32
  /// The space that the log reserves at a time at level `full`, in bytes: some hundred small
  /// batches.
  var logReservation = 128 << 10
  /// The time that a batch of level `normal` may wait for its flush; nil to flush only on request.
  var flushDelay: DispatchTimeInterval? = .milliseconds(100)
  /// The unflushed size of the log from which a flush does not wait, in bytes.
  var flushByteCount = 1 << 20
  /// The time without a batch after which a checkpoint is written, if applying the log would take
  /// long; nil for never.
  var idleCheckpointPause: DispatchTimeInterval? = .seconds(1)
  /// The time without a batch after which segments are merged although they are few; nil for never.
  var idleMergePause: DispatchTimeInterval? = .seconds(5)
  /// The time that applying the log may take without a checkpoint after that pause.
  var idleReplay = Duration.milliseconds(100)
  /// The smallest size that is worth a thread of its own, in bytes: of documents in a batch, or of
  /// postings and positions in a merge.
  var leastRangeByteCount = 2 << 20
  /// The clock for the time between two attempts of work that failed.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
}
