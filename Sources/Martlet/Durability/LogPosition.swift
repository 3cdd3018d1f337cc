/// A position between two batches of the log.
struct LogPosition: Sendable, Equatable {
  /// The last record before the position.
  var lsn: LogSequenceNumber
  /// The file that holds what comes after the position.
  var sequence: UInt64
  /// True if that file exists.
  var hasFile: Bool
}
