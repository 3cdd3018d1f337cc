import Dispatch

/// The settings of an open index that applications do not see.
///
/// The defaults are what every application gets; tests choose others to reach rare states.
struct EngineTuning: Sendable {
  /// Decides which segment files become one.
  var mergePolicy = MergePolicy.files
  /// The size in bytes from which a batch is taken for one of many, as when a collection is loaded.
  var loadByteCount = 4 << 20
  /// The segment files that rest while such batches come.
  var loadRestingCount = 48
  /// The pause after which no more of them are expected.
  var loadPause: DispatchTimeInterval = .seconds(1)
  /// The bytes that the log may have beyond four times those of the images that it stands for.
  var logAllowance = 4 << 20
  /// The bytes for which the log makes room at a time at level `full`: some hundred small batches.
  var logReservation = 128 << 10
  /// The longest time that a batch of level `normal` waits for its flush; nil to flush only on request.
  var flushDelay: DispatchTimeInterval? = .milliseconds(100)
  /// The bytes of the log past which a flush does not wait.
  var flushByteCount = 1 << 20
  /// The bytes of documents of a batch, or of postings and positions of a merge, below which a thread
  /// of its own is not worth starting.
  var leastRangeByteCount = 2 << 20
  /// The clock for the pause between two attempts at something that failed.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
}
