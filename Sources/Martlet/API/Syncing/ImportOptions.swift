/// The choices for an import; see ``SearchIndex/importAll(_:options:progress:)``.
public struct ImportOptions: Sendable, Hashable {
  /// The treatment of a document that the index rejects.
  public enum Rejection: Sendable, Hashable {
    /// The import ends with the error. Batches that are written stay.
    case fail
    /// The document is left out and noted in ``ImportProgress/rejections``.
    case skip
  }

  /// The bytes of documents that are written at once. The default is 8 MiB, the least is 1.
  ///
  /// Up to three times as much is held in memory, beside ``IndexOptions/memoryLimit``.
  public var batchByteCount = 8 << 20

  /// The treatment of a document that the index rejects. By default, the import fails.
  public var rejection = Rejection.fail

  /// The name of the bookmark that records how far the import has come, or nil for none.
  ///
  /// If an import with a bookmark ends early, the next one with the same bookmark leaves out as
  /// many documents as were imported, so give it the same documents in the same order. At the end,
  /// the bookmark is removed. If the index has left out what is damaged, is empty, or had all
  /// deleted meanwhile (``Batch/deleteAll()``), the import begins anew. A name that begins with
  /// `martlet.` is a mistake, as in ``Batch/setBookmark(_:_:)``.
  public var bookmark: String?

  /// The number of documents, for estimating the time that remains; nil if it is not known.
  ///
  /// For a collection that is not empty, it is known without this.
  public var expectedCount: Int?

  /// Creates the default options, and calls `change` with them.
  public init(_ change: (inout ImportOptions) -> Void = { _ in }) {
    change(&self)
  }
}
