/// The way to deal with an index that cannot be opened as it is.
///
/// See ``SearchIndex/open(at:schema:options:onMismatch:onCorruption:progress:)``.
///
/// A folder without an index is neither a mismatch nor damage: the new index in it is empty,
/// whatever the policy. Import the documents into an index that has none.
public struct RebuildPolicy<Document: SearchDocument>: Sendable {
  /// Puts the documents of a source into an index.
  typealias Filling =
    @Sendable (SearchIndex<Document>, (@Sendable (ImportProgress) -> Void)?) async throws -> Void

  enum Source: Sendable {
    case nothing, stored
    case documents(Filling)
  }

  let source: Source

  /// Opening throws the error, and nothing changes.
  public static var fail: RebuildPolicy { RebuildPolicy(source: .nothing) }

  /// The documents that the index has stored are indexed again with the new schema. Bookmarks stay.
  ///
  /// If a field was not stored (`stored: false`), the documents have lost it, so opening throws
  /// `schemaMismatch`. One that has another name now is taken for one that was removed. A damaged
  /// index is not indexed again in this way, because documents would be lost unnoticed: opening
  /// throws `corrupted`.
  public static var reindexStored: RebuildPolicy { RebuildPolicy(source: .stored) }

  /// The index is made again of `documents`. Its bookmarks are dropped.
  public static func rebuild(
    from documents: some Sequence<Document> & Sendable
  ) -> RebuildPolicy {
    RebuildPolicy(
      source: .documents { index, progress in
        try await index.importAll(documents, progress: progress)
      })
  }

  /// The index is made again of an asynchronous sequence of documents. Its bookmarks are dropped.
  public static func rebuild<Documents: AsyncSequence & Sendable>(
    from documents: Documents
  ) -> RebuildPolicy where Documents.Element == Document {
    RebuildPolicy(
      source: .documents { index, progress in
        try await index.importAll(from: documents, progress: progress)
      })
  }
}
