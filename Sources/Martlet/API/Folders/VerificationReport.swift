/// The result of verifying every byte of an index.
public struct VerificationReport: Sendable, Hashable {
  /// The damage that was found, each error with its file and offset; empty if the index is intact.
  public let problems: [SearchError]

  /// The counts of the index that was verified.
  public let statistics: IndexStatistics

  /// A Boolean value that indicates whether no damage was found.
  public var isSound: Bool { problems.isEmpty }
}
