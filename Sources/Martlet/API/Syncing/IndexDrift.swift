/// The differences between the documents of an application's store and those of an index.
///
/// See ``SearchIndex/reconcile(_:version:)``.
public struct IndexDrift<Key: SearchKey>: Sendable, Hashable {
  /// The keys of documents that the index does not have, in the order of the store.
  public var missing: [Key] = []

  /// The keys of documents of which the index has another version, in the order of the store.
  public var stale: [Key] = []

  /// The keys of documents that only the index has, in the order of the index.
  public var orphaned: [Key] = []

  /// Creates an empty list of differences.
  public init() {}

  /// A Boolean value that indicates whether there is no difference.
  public var isEmpty: Bool { missing.isEmpty && stale.isEmpty && orphaned.isEmpty }
}

extension IndexDrift: CustomStringConvertible {
  /// The numbers of the keys.
  public var description: String {
    "\(missing.count) missing, \(stale.count) stale, \(orphaned.count) orphaned"
  }
}
