/// An index as it was at one moment, for several searches of the same state.
///
/// Later writes do not change it. It keeps the memory and the files of its segments, so let it go
/// when its answers are no longer shown. Any number of threads may use it.
public struct Snapshot<Document: SearchDocument>: Sendable {
  let core: IndexCore
  let state: IndexState
  let coder: DocumentCoder<Document>

  /// The number of the state; it rises with every change, and begins anew when an index is opened.
  public var generation: UInt64 { state.version }

  /// The documents.
  public var documentCount: Int { state.segments.documentCount }

  /// True when all documents of the index can be found. False only with
  /// ``CorruptionPolicy/salvage``, when a part of the index cannot be read.
  public var isComplete: Bool { state.damage.isEmpty }

  /// Searches, away from the caller's actor.
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; else as ``searchSync(_:)``.
  @concurrent
  public func search(_ request: SearchRequest) async throws -> SearchResults<Document> {
    let cancellation = SearchCancellation()
    do {
      return try await withTaskCancellationHandler {
        try results(request) { cancellation.isRequested }
      } onCancel: {
        cancellation.request()
      }
    } catch let error as SearchError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// Searches for what a person typed: all the words, or most of them when no document has all.
  ///
  /// - Throws: As ``search(_:)``; never because of the text.
  @concurrent
  public func search(
    _ text: String, limit: Int = 20
  ) async throws -> SearchResults<Document> {
    try await search(SearchRequest(text) { $0.limit = limit })
  }

  /// Searches on the calling thread.
  ///
  /// - Throws: `corrupted`; `limitExceeded` when a program has nested the query more than 256
  ///   levels deep. Never because of a text that a person typed.
  public func searchSync(_ request: SearchRequest) throws(SearchError) -> SearchResults<Document> {
    try results(request, isCancelled: nil)
  }

  /// Searches for what a person typed: all the words, or most of them when no document has all.
  ///
  /// - Throws: As ``searchSync(_:)``; never because of the text.
  public func searchSync(
    _ text: String, limit: Int = 20
  ) throws(SearchError) -> SearchResults<Document> {
    try searchSync(SearchRequest(text) { $0.limit = limit })
  }

  /// The number of documents that match `query`.
  ///
  /// - Throws: As ``searchSync(_:)``.
  public func count(_ query: Query) throws(SearchError) -> Int {
    try core.count(query, in: state)
  }

  /// The document with this key, nil when there is none.
  ///
  /// With ``CorruptionPolicy/salvage``, nil also when it was in a part of the index that cannot be
  /// read; see ``isComplete``.
  ///
  /// - Throws: `documentUnreadable`, `corrupted`.
  /// - Complexity: O(segments) look-ups in tables, and the time to decode the document.
  public func document(forKey key: Document.Key) throws(SearchError) -> Document? {
    let bytes = key.keyBytes
    guard let stored = try core.storedBytes(forKey: bytes, in: state) else { return nil }
    return try coder.document(key: bytes, stored: stored)
  }

  /// Whether there is a document with this key.
  ///
  /// - Throws: `corrupted`.
  public func contains(_ key: Document.Key) throws(SearchError) -> Bool {
    try core.contains(key.keyBytes, in: state)
  }

  /// The bytes that a batch has kept under `name`, nil when there are none.
  public func bookmark(_ name: String) -> [UInt8]? { state.bookmarks[name] }

  private func results(
    _ request: SearchRequest, isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> SearchResults<Document> {
    try core.search(request, in: state, isCancelled: isCancelled) {
      (answer, state) throws(SearchError) in
      let documents = StoredDocuments(core: core, state: state, coder: coder)
      try documents.check(answer.top)
      var omissions: Set<Omission> = []
      if !state.damage.isEmpty { omissions.insert(.damage) }
      if !answer.isComplete { omissions.insert(.timeLimit) }
      return SearchResults(
        hits: Hit.hits(answer.top, of: documents), total: answer.total, omissions: omissions,
        query: answer.query, matched: answer.matched, diagnostics: answer.diagnostics,
        generation: state.version)
    }
  }
}
