/// What a look at every byte of an index found.
public struct VerificationReport: Sendable, Hashable {
  /// What is wrong, each with its file and place; empty when the index is sound.
  public let problems: [SearchError]

  /// What was looked at.
  public let statistics: IndexStatistics

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }
}
