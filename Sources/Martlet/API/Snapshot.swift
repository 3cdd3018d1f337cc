/// A snapshot of an index, for several searches of the same state.
///
/// Later writes do not change a snapshot, and neither do later synonyms and stop words
/// (``SearchIndex/setSynonyms(_:in:)``). It keeps the memory and the files of its segments, so
/// release it when its results are no longer shown. You can use one snapshot from any number of
/// threads.
public struct Snapshot<Document: SearchDocument>: Sendable {
  let core: IndexCore
  let state: IndexState
  let codec: DocumentCodec<Document>
  /// The fields, with the analyzers for queries.
  let schema: IndexSchema

  /// The number of the state.
  ///
  /// It increases with every change, and starts anew each time an index is opened.
  public var generation: UInt64 { state.version }

  /// The number of documents.
  public var documentCount: Int { state.segments.documentCount }

  /// A Boolean value that indicates whether searches see all documents of the index.
  ///
  /// This is false only with ``CorruptionPolicy/salvage``, if a part of the index cannot be read.
  public var isComplete: Bool { state.damage.isEmpty }

  /// Searches the snapshot, without blocking the actor of the caller.
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; otherwise the errors of
  ///   ``searchSync(_:)``.
  @concurrent
  public func search(_ request: SearchRequest) async throws -> SearchResults<Document> {
    try await SearchCancellation.run { isCancelled in
      try results(request, isCancelled: isCancelled)
    }
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
    try await search(SearchRequest(text) { $0.limit = limit })
  }

  /// Searches the snapshot on the calling thread.
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
    try results(request, isCancelled: nil)
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
    try searchSync(SearchRequest(text) { $0.limit = limit })
  }

  /// Returns the exact number of documents that match `query`, without blocking the actor of the
  /// caller.
  ///
  /// A text that a person typed is counted as it is: where no document has all the words, this does
  /// not go on with fewer of them, as a search does.
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; otherwise the errors of
  ///   ``searchSync(_:)``.
  @concurrent
  public func count(_ query: Query) async throws -> Int {
    try await SearchCancellation.run { isCancelled in
      try core.count(query, in: state, schema, isCancelled: isCancelled)
    }
  }

  /// Returns the exact number of documents that match `query`, on the calling thread.
  ///
  /// - Throws: The errors of ``searchSync(_:)``.
  @available(*, noasync, message: "Use count(_:), which does not block the thread.")
  public func countSync(_ query: Query) throws(SearchError) -> Int {
    try core.count(query, in: state, schema)
  }

  /// Returns the document with the given key, or nil if there is none.
  ///
  /// With ``CorruptionPolicy/salvage``, the result is also nil if the document was in a part of the
  /// index that cannot be read; see ``isComplete``.
  ///
  /// - Throws: `documentUnreadable` if the stored form cannot be decoded as a `Document`;
  ///   `corrupted` if damage is found.
  /// - Complexity: O(*s*) look-ups, where *s* is the number of segments, and the time to decode the
  ///   document.
  public func document(forKey key: Document.Key) throws(SearchError) -> Document? {
    let bytes = key.keyBytes
    guard let stored = try core.storedBytes(forKey: bytes, in: state) else { return nil }
    return try codec.document(key: bytes, stored: stored)
  }

  /// Returns a Boolean value that indicates whether the snapshot has a document with the given key.
  ///
  /// - Throws: `corrupted` if damage is found.
  public func contains(_ key: Document.Key) throws(SearchError) -> Bool {
    try core.contains(key.keyBytes, in: state)
  }

  /// Returns the bytes of the bookmark called `name`, or nil if there is no such bookmark.
  ///
  /// See ``Batch/setBookmark(_:_:)``.
  public func bookmark(_ name: String) -> [UInt8]? { state.bookmarks[name] }

  private func results(
    _ request: SearchRequest, isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> SearchResults<Document> {
    try core.search(request, in: state, schema, isCancelled: isCancelled) {
      (answer, state) throws(SearchError) in
      let documents = StoredDocuments(
        core: core, state: state, codec: codec,
        query: FoundQuery(request, answer, schema))
      try documents.check(answer.top)
      let groups = answer.groups == nil ? nil : try groups(answer, documents)
      var omissions: Set<Omission> = []
      if !state.damage.isEmpty { omissions.insert(.damage) }
      if !answer.isComplete { omissions.insert(.timeLimit) }
      return SearchResults(
        hits: Hit.hits(answer.top, of: documents), next: answer.next,
        foundGroups: groups, groupCount: answer.groups?.groupCount ?? 0, facets: answer.facets,
        total: answer.total, omissions: omissions,
        query: answer.query, matched: answer.matched, diagnostics: answer.query.diagnostics,
        trace: answer.tracer?.finish(), generation: state.version, documents: documents)
    }
  }

  /// Returns the groups of the hits that are returned.
  private func groups(
    _ answer: SearchAnswer, _ documents: StoredDocuments<Document>
  ) throws(SearchError) -> [HitGroup<Document>] {
    guard let groups = answer.groups?.groups else { return [] }
    var result: [HitGroup<Document>] = []
    for group in groups.suffix(answer.top.count) {
      try documents.check(group.entries[...])
      result.append(
        HitGroup(
          value: group.term.map { Facet.Value($0, answer.groupKind, group.count).text },
          count: group.count, hits: Hit.hits(group.entries[...], of: documents)))
    }
    return result
  }
}
