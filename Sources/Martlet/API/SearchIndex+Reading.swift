extension SearchIndex {
  /// The index as it is now, for several searches of the same state.
  ///
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot<Document> {
    Snapshot(core: core, state: core.state, coder: coder)
  }

  /// True when all documents of the index can be found. False only with
  /// ``CorruptionPolicy/salvage``, when a part of the index cannot be read:
  /// ``IndexStatistics/leftOut`` says which.
  public var isComplete: Bool { snapshot().isComplete }

  /// Searches, away from the caller's actor.
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; else as ``searchSync(_:)``.
  @concurrent
  public func search(_ request: SearchRequest) async throws -> SearchResults<Document> {
    try await snapshot().search(request)
  }

  /// Searches for what a person typed: all the words, or most of them when no document has all.
  ///
  /// - Throws: As ``search(_:)``; never because of the text.
  @concurrent
  public func search(
    _ text: String, limit: Int = 20
  ) async throws -> SearchResults<Document> {
    try await snapshot().search(text, limit: limit)
  }

  /// Searches on the calling thread.
  ///
  /// - Throws: `corrupted`; `limitExceeded` when a program has nested the query more than 256
  ///   levels deep. Never because of a text that a person typed.
  public func searchSync(_ request: SearchRequest) throws(SearchError) -> SearchResults<Document> {
    try snapshot().searchSync(request)
  }

  /// Searches for what a person typed: all the words, or most of them when no document has all.
  ///
  /// - Throws: As ``searchSync(_:)``; never because of the text.
  public func searchSync(
    _ text: String, limit: Int = 20
  ) throws(SearchError) -> SearchResults<Document> {
    try snapshot().searchSync(text, limit: limit)
  }

  /// The document with this key, nil when there is none, or when it cannot be read and need not be;
  /// see ``Snapshot/document(forKey:)``.
  ///
  /// - Throws: `documentUnreadable`, `corrupted`.
  public func document(forKey key: Document.Key) throws(SearchError) -> Document? {
    try snapshot().document(forKey: key)
  }

  /// Whether there is a document with this key.
  ///
  /// - Throws: `corrupted`.
  public func contains(_ key: Document.Key) throws(SearchError) -> Bool {
    try snapshot().contains(key)
  }

  /// The bytes that a batch has kept under `name`, nil when there are none.
  public func bookmark(_ name: String) -> [UInt8]? { snapshot().bookmark(name) }

  /// Counts of the present state.
  public var statistics: IndexStatistics { core.statistics }

  /// Reads every byte of the index and compares it with its checks.
  ///
  /// Damage is in the report, and so is what searches leave out. Searches and writes go on meanwhile.
  ///
  /// - Throws: When the index cannot be read at all: `io`, `dataProtected`.
  /// - Complexity: The size of the index.
  public func verify() throws(SearchError) -> VerificationReport {
    let problems = try core.verify()
    return VerificationReport(problems: problems, statistics: core.statistics)
  }
}
