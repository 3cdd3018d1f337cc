/// The state of an import after a batch, or at its end.
public struct ImportProgress: Sendable, Hashable {
  /// A document that was left out.
  public struct Rejection: Sendable, Hashable {
    /// The index of the document among all that were given, from 0 on.
    public let index: Int
    /// The reason.
    public let error: SearchError
  }

  /// The number of documents that were put, and are in the index now.
  public internal(set) var documentCount = 0

  /// Their bytes as they are stored.
  public internal(set) var byteCount = 0

  /// The number of documents at the beginning that an earlier import has taken.
  public internal(set) var resumedCount = 0

  /// The number of documents that were left out because the index rejected them.
  public internal(set) var rejectedCount = 0

  /// The first hundred of them.
  public internal(set) var rejections: [Rejection] = []

  /// The time since the import began.
  public internal(set) var elapsed: Duration = .zero

  /// The number of documents that were given, if it is known.
  public internal(set) var expectedCount: Int?

  static let mostRejections = 100

  /// The number of documents that are done, whatever became of them.
  var doneCount: Int { documentCount + resumedCount + rejectedCount }

  /// The part that is done, from 0 to 1; nil if the number of documents is not known.
  public var fraction: Double? {
    guard let expectedCount, expectedCount > 0 else { return nil }
    return min(1, Double(doneCount) / Double(expectedCount))
  }

  /// The number of documents per second.
  public var documentsPerSecond: Double { rate(documentCount) }

  /// The number of stored bytes per second.
  public var bytesPerSecond: Double { rate(byteCount) }

  /// The time that the rest will take at this rate; nil if the number of documents is not known, or
  /// none was put yet.
  public var remaining: Duration? {
    guard let fraction, let expectedCount else { return nil }
    guard fraction < 1 else { return .zero }
    guard documentCount > 0 else { return nil }
    let seconds =
      elapsed / .seconds(1) * Double(max(0, expectedCount - doneCount)) / Double(documentCount)
    return .seconds(min(seconds, Self.longestSeconds))
  }

  /// The longest time that is foretold: some 30,000 years.
  private static let longestSeconds = 1e12

  private func rate(_ count: Int) -> Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(count) / seconds : 0
  }
}
