/// Something that an index has done, for logs and metrics.
///
/// See ``IndexEventHandler``.
public struct IndexEvent: Sendable, Hashable {
  /// The kind of an event. A structure rather than an enumeration, so that kinds can be added.
  public struct Kind: Sendable, Hashable {
    /// The stable name of the kind, as printed.
    public let name: String

    /// The log of an earlier writer was read when the index was opened.
    public static let recovery = Kind(name: "recovery")
    /// The changes in memory were written to files.
    public static let checkpoint = Kind(name: "checkpoint")
    /// Segments were merged into one.
    public static let merge = Kind(name: "merge")
    /// An index that was opened for reading has read what another process has written. Of the
    /// failures of automatic refreshes, only the first of several that are the same is an event.
    public static let refresh = Kind(name: "refresh")
    /// A search took longer than ``IndexEventHandler/slowSearchLimit``.
    public static let slowSearch = Kind(name: "slowSearch")
  }

  /// The size of what an event was about.
  struct Extent: Sendable {
    var message: String
    var byteCount: Int

    init(_ message: String, byteCount: Int) {
      self.message = message
      self.byteCount = byteCount
    }
  }

  /// The kind of the event.
  public let kind: Kind
  /// The path of the index's folder, as it was opened; `memory` if it has none.
  public let path: String
  /// The time that it took.
  public let duration: Duration
  /// The number of bytes that a checkpoint has written to segments, or a recovery has read from the
  /// log; 0 for other kinds.
  public let byteCount: Int
  /// A sentence for a person. That of a slow search has the query, which a person may have typed.
  public let message: String
  /// The reason for which it failed, or nil if it succeeded.
  public let error: SearchError?
}

extension IndexEvent: CustomStringConvertible {
  /// The kind, the time, and the message, on one line.
  public var description: String {
    let milliseconds = Int64(duration / .milliseconds(1))
    return "\(kind.name): \(message) (\(milliseconds) ms)"
  }
}

extension IndexEvent.Kind: CustomStringConvertible {
  /// The name of the kind.
  public var description: String { name }
}
