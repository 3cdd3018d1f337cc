/// The result of ``SearchIndex/salvage(from:to:schema:options:)-(URL,_,_,_)``: the number of copied
/// documents, and the damage of the rest.
public struct SalvageReport: Sendable, Hashable {
  /// The number of documents in the new index.
  public internal(set) var documentCount = 0

  /// The number of documents that are known to have been in the old index and could not be read.
  ///
  /// Some of them may have been replaced since, and newer versions of them may be in the new index.
  public internal(set) var lostDocumentCount = 0

  /// The number of documents in the new index that may be outdated or deleted.
  ///
  /// They are from segments that no readable manifest names, that were quarantined, or whose
  /// deletions could not be read. If changes in the log are lost, they are all documents.
  public internal(set) var possiblyStaleDocumentCount = 0

  /// The names of text fields that are searched but not stored, so that documents from damaged
  /// segments cannot be found by them any more.
  ///
  /// Empty if there are no such fields, or no such documents.
  public internal(set) var unsearchableFields: [String] = []

  /// A Boolean value that indicates whether the application's bookmarks were copied.
  ///
  /// They are copied only if nothing is known to be lost or outdated, because a bookmark says that
  /// the index is complete up to some point.
  public internal(set) var hasBookmarks = false

  /// The damage of the old index, each error with its file and offset; at most about a hundred.
  public internal(set) var problems: [SearchError] = []

  /// A Boolean value that indicates whether the new index has everything that was in the old one.
  ///
  /// The last batches may be missing if they were not flushed when a process or the system ended;
  /// see ``Durability``. So may their traces.
  public var isComplete: Bool {
    problems.isEmpty && lostDocumentCount == 0 && possiblyStaleDocumentCount == 0
  }
}
