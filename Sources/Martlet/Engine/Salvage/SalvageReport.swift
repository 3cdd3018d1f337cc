/// The outcome of ``SearchIndex/salvage(from:to:options:)-(URL,_,_)``: how much was copied, and
/// what is wrong with the rest.
public struct SalvageReport: Sendable, Hashable {
  /// The documents of the new index.
  public internal(set) var documentCount = 0

  /// Documents that are known to have been in the old index and could not be read. Some of them may
  /// have been replaced since, and be in the new index after all.
  public internal(set) var lostDocumentCount = 0

  /// Documents of the new index that may be older versions, or deleted ones: those from a segment
  /// that no readable manifest names, or was quarantined, or whose deletions could not be read.
  public internal(set) var possiblyStaleDocumentCount = 0

  /// Text fields that are searched and not stored, so that documents from damaged segments are not
  /// found by them any more. Empty when there are no such fields, or no such documents.
  public internal(set) var unsearchableFields: [String] = []

  /// True when the application's bookmarks were copied. They are only when nothing is known to be lost
  /// or stale: a bookmark says that the index is up to something.
  public internal(set) var hasBookmarks = false

  /// The damage of the old index, each with its file and place; at most about a hundred.
  public internal(set) var problems: [SearchError] = []

  /// True when the new index has all that was in the old one.
  public var isComplete: Bool {
    problems.isEmpty && lostDocumentCount == 0 && possiblyStaleDocumentCount == 0
  }
}
