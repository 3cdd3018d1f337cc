extension SearchIndex {
  /// Compares the documents of the application's store with those of the index.
  ///
  /// ```swift
  /// let drift = try await index.reconcile(store.keysAndVersions(), version: "edited")
  /// try await index.write { batch in
  ///   try batch.put(contentsOf: store.notes(drift.missing + drift.stale))
  ///   batch.delete(contentsOf: drift.orphaned)
  /// }
  /// ```
  ///
  /// Use it when it is not sure that the index has followed the store: after the store was
  /// restored, or after another program has changed it. A document of the index without a version
  /// counts as stale. An index that takes its lock for each write first looks at what other
  /// processes have written, as ``refresh()`` does. With ``CorruptionPolicy/salvage``, documents in
  /// a part of the index that cannot be read are missing; if such damage is found only now, the
  /// method throws, and finds them missing when it is called again.
  ///
  /// - Parameters:
  ///   - store: The key and the version of each document of the store.
  ///   - version: The field of the schema that has the versions: a number that rises with every
  ///     change, up to 2^53, the date of the last one, or a keyword, such as a hash.
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of
  ///   ``reconcileSync(_:version:)``.
  @concurrent
  public func reconcile<Version: QueryValue>(
    _ store: some Sequence<(Document.Key, Version)> & Sendable, version: FieldRef
  ) async throws -> IndexDrift<Document.Key> {
    if core.options.writerLock == .perWrite { try await refresh() }
    do {
      return try await Detour.cancellable { cancellation in
        try self.drift(store, version) { cancellation.isRequested }
      }
    } catch let error as SearchError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// Compares the documents of the application's store with those of the index, on the calling
  /// thread.
  ///
  /// See ``reconcile(_:version:)``.
  ///
  /// - Throws: `unknownField` if the schema has no such field; `invalidRequest` if the field is a
  ///   text, or was declared with `column: false`; `unsuitableValue` if its values are of another
  ///   kind than the versions, or if a version is a number beyond 2^53, which the index cannot tell
  ///   from its neighbours, or a keyword of more than 1,024 bytes; `documentUnreadable` if a key of
  ///   the index is none of the type of keys; `corrupted` if damage is found; with a lock for each
  ///   write, the errors of ``refresh()``.
  /// - Complexity: O(*n*) for *n* documents of the store and of the index.
  @available(*, noasync, message: "Use reconcile(_:version:), which does not block the thread.")
  public func reconcileSync<Version: QueryValue>(
    _ store: some Sequence<(Document.Key, Version)>, version: FieldRef
  ) throws(SearchError) -> IndexDrift<Document.Key> {
    if core.options.writerLock == .perWrite { try refreshSync() }
    return try drift(store, version) { false }
  }

  /// The number of documents between two looks at whether the task is cancelled.
  private static var cancellationStride: Int { 4_096 }

  private func drift<Version: QueryValue>(
    _ store: some Sequence<(Document.Key, Version)>, _ field: FieldRef, isCancelled: () -> Bool
  ) throws(SearchError) -> IndexDrift<Document.Key> {
    try core.compare(core.state, versions: field, Version.fieldKind) {
      (comparison) throws(SearchError) in
      var drift = IndexDrift<Document.Key>()
      var count = 0
      func check() throws(SearchError) {
        defer { count += 1 }
        guard count % Self.cancellationStride == 0, isCancelled() else { return }
        throw SearchError(.cancelled, "the task was cancelled before the comparison was done")
      }
      try check()
      for (key, version) in store {
        try check()
        switch try comparison.compare(key.keyBytes, version.queryText) {
        case .missing: drift.missing.append(key)
        case .stale: drift.stale.append(key)
        case .current: break
        }
      }
      try comparison.forEachOrphan { bytes throws(SearchError) in
        try check()
        drift.orphaned.append(try DocumentCodec<Document>.key(bytes))
      }
      return drift
    }
  }
}

extension Snapshot {
  /// Returns the keys of all documents, in the order of the index, without blocking the actor of
  /// the caller.
  ///
  /// - Throws: `documentUnreadable` if a key is none of the type of keys; `corrupted` if damage is
  ///   found.
  /// - Complexity: O(*n*).
  @concurrent
  public func keys() async throws(SearchError) -> [Document.Key] {
    try await Detour.run { () throws(SearchError) in try allKeys() }
  }

  /// Returns the keys of all documents, in the order of the index, on the calling thread.
  ///
  /// - Throws: `documentUnreadable` if a key is none of the type of keys; `corrupted` if damage is
  ///   found.
  /// - Complexity: O(*n*).
  @available(*, noasync, message: "Use keys(), which does not block the thread.")
  public func keysSync() throws(SearchError) -> [Document.Key] { try allKeys() }

  private func allKeys() throws(SearchError) -> [Document.Key] {
    try core.reading(state) { (state) throws(SearchError) in
      var keys: [Document.Key] = []
      keys.reserveCapacity(state.segments.documentCount)
      try core.forEachKey(in: state) { bytes throws(SearchError) in
        keys.append(try DocumentCodec<Document>.key(bytes))
      }
      return keys
    }
  }
}
