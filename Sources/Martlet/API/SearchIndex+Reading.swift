extension SearchIndex {
  /// Returns a snapshot of the index, for several searches of the same state.
  ///
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot<Document> {
    Snapshot(
      core: core, state: core.state, codec: codec, schema: core.querySchema.value)
  }

  /// A Boolean value that indicates whether searches see all documents of the index.
  ///
  /// This is false only with ``CorruptionPolicy/salvage``, if a part of the index cannot be read.
  /// ``IndexStatistics/leftOut`` lists what is missing.
  public var isComplete: Bool { snapshot().isComplete }

  /// Searches the index, without blocking the actor of the caller.
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; otherwise the errors of
  ///   ``searchSync(_:)``.
  @concurrent
  public func search(_ request: SearchRequest) async throws -> SearchResults<Document> {
    try await snapshot().search(request)
  }

  /// Searches for a text that a person typed.
  ///
  /// The hits have all the words. If no document has all of them, the hits have as many of them as
  /// any document has.
  ///
  /// - Parameters:
  ///   - text: The text, in the syntax that people type. Any text is valid.
  ///   - limit: The most hits to return.
  /// - Throws: The errors of ``search(_:)``.
  @concurrent
  public func search(
    _ text: String, limit: Int = 20
  ) async throws -> SearchResults<Document> {
    try await snapshot().search(text, limit: limit)
  }

  /// Searches the index on the calling thread.
  ///
  /// - Throws: `corrupted` if damage is found; `documentUnreadable` if a key is not one of the
  ///   type. If the query was built in code, `unknownField` if it names a field that the schema
  ///   does not have, `unsuitableValue` if a field cannot have the value, or be searched for the
  ///   pattern, that it is compared with, or no field can have words near each other that the query
  ///   asks for, and `limitExceeded` if it nests more than 257 levels deep. The other parts of a
  ///   request, such as its order, filter, facets and rank, cause the same errors, and
  ///   `invalidRequest` if they contradict each other. A text that a person typed never causes an
  ///   error.
  @available(*, noasync, message: "Use search(_:), which does not block the thread.")
  public func searchSync(_ request: SearchRequest) throws(SearchError) -> SearchResults<Document> {
    try snapshot().searchSync(request)
  }

  /// Searches for a text that a person typed, on the calling thread.
  ///
  /// The hits have all the words. If no document has all of them, the hits have as many of them as
  /// any document has.
  ///
  /// - Parameters:
  ///   - text: The text, in the syntax that people type. Any text is valid.
  ///   - limit: The most hits to return.
  /// - Throws: The errors of ``searchSync(_:)``.
  @available(*, noasync, message: "Use search(_:), which does not block the thread.")
  public func searchSync(
    _ text: String, limit: Int = 20
  ) throws(SearchError) -> SearchResults<Document> {
    try snapshot().searchSync(text, limit: limit)
  }

  /// Returns the document with the given key, or nil if there is none.
  ///
  /// With ``CorruptionPolicy/salvage``, the result is also nil if the document was in a part of the
  /// index that cannot be read; see ``isComplete``.
  ///
  /// - Throws: `documentUnreadable` if the stored form cannot be decoded as a `Document`;
  ///   `corrupted` if damage is found.
  /// - Complexity: As ``Snapshot/document(forKey:)``.
  public func document(forKey key: Document.Key) throws(SearchError) -> Document? {
    try snapshot().document(forKey: key)
  }

  /// Returns a Boolean value that indicates whether the index has a document with the given key.
  ///
  /// - Throws: `corrupted` if damage is found.
  public func contains(_ key: Document.Key) throws(SearchError) -> Bool {
    try snapshot().contains(key)
  }

  /// Returns the bytes of the bookmark called `name`, or nil if there is no such bookmark.
  ///
  /// See ``Batch/setBookmark(_:_:)``.
  public func bookmark(_ name: String) -> [UInt8]? { snapshot().bookmark(name) }

  /// The counts of documents, terms, segments and bytes in the index at this moment.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values of keyword, number and date fields in
  ///   the segments that are new since the last call.
  public var statistics: IndexStatistics { core.statistics }
}
