/// A position between two batches of the log.
package struct LogPosition: Sendable, Equatable {
  /// The last record before the position.
  package var lsn: LogSequenceNumber
  /// The file that holds what comes after the position.
  package var sequence: UInt64
  /// True if that file exists.
  package var hasFile: Bool
}
