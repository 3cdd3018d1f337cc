#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchIndex {
  /// Opens the index in the folder at `path`, and makes it again if it does not fit the schema or
  /// is damaged.
  ///
  /// The new index is built beside the old one, which can be searched meanwhile: open it for
  /// reading with the schema that it was made with. It is replaced in one step at the end. If this
  /// method throws or its task is cancelled, or after a crash, the old index is there as before. In
  /// an empty folder, an empty index is created; its documents are not taken from a source. A task
  /// that is cancelled after the last document gets the new index.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The fields that are searched; nil for ``SearchDocument/searchSchema``.
  ///   - options: The options for this opening. They are not kept in the index.
  ///   - onMismatch: What happens if fields, analyzers, keys or the version differ from the schema.
  ///     Fields that the schema has added at its end are no difference: documents that were put
  ///     earlier lack them until they are put again, or `reindex` is called.
  ///   - onCorruption: What happens if the index is damaged so that it cannot be opened. The
  ///     default is ``RebuildPolicy/fail``. An end of the log that a crash may have left is no
  ///     damage: see ``IndexStatistics/droppedLog``.
  ///   - progress: Called after each batch of documents, if the index is made again.
  /// - Throws: `CancellationError`; the errors of ``init(path:options:)``, and of
  ///   ``importAll(_:options:progress:)``; `documentUnreadable` if a stored document cannot be read
  ///   as a `Document`.
  /// - Complexity: That of opening; that of indexing all documents if the index is made again,
  ///   which then needs room for both.
  public static func open(
    path: String, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions(),
    onMismatch: RebuildPolicy<Document>, onCorruption: RebuildPolicy<Document> = .fail,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> SearchIndex<Document> {
    let schema = schema ?? Document.searchSchema
    let storage = try FileStorage(
      path: path, createIfMissing: schema.reopening == nil, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    let opening = IndexOpening(
      storage, schema, kept: [:], options, progress)
    return try await opening.run(onMismatch, onCorruption)
  }

  /// Opens the index in the folder at `url`, and makes it again if it does not fit the schema or is
  /// damaged.
  ///
  /// See `open(path:schema:options:onMismatch:onCorruption:progress:)`.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of `open(path:schema:options:onMismatch:onCorruption:progress:)`.
  public static func open(
    at url: URL, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions(),
    onMismatch: RebuildPolicy<Document>, onCorruption: RebuildPolicy<Document> = .fail,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> SearchIndex<Document> {
    try await open(
      path: path(url), schema: schema, options: options, onMismatch: onMismatch,
      onCorruption: onCorruption, progress: progress)
  }

  /// Indexes the stored documents again with another schema, and returns the new index.
  ///
  /// Until this method returns, this index goes on: searches see its documents, and writes wait.
  /// Then the new index has taken its place in one step, and this one is closed: it can still be
  /// searched, and a write to it throws `closed`. Bookmarks stay. Other processes that have the
  /// index open go on with the documents of the old one, and a refresh or a write there throws
  /// `notFound` until they open it again.
  ///
  /// If this method throws or its task is cancelled, or after a crash, the old index is there as
  /// before. If the failure comes in the last moment, this index is closed then; open it again. A
  /// task that is cancelled after the last document gets the new index. What was set on this index
  /// for queries, such as synonyms, has to be set on the new one.
  ///
  /// - Parameters:
  ///   - schema: The fields of the new index; nil for ``SearchDocument/searchSchema``.
  ///   - progress: Called after each batch of documents.
  /// - Throws: `CancellationError`; `readOnly`, `closed` or `suspended` if the index cannot be
  ///   written, or was closed or suspended meanwhile; `corrupted` if a part of it is damaged;
  ///   `schemaMismatch` if a field cannot be made of what is stored, or if documents now have the
  ///   same key; `documentUnreadable` if a stored document cannot be read as a `Document`;
  ///   `documentRejected`, `diskFull`, `io` or `durabilityUnknown`.
  /// - Complexity: That of indexing all documents. Needs room for both indexes.
  public func reindex(
    with schema: Schema<Document>? = nil, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> SearchIndex<Document> {
    try await reindexed(schema ?? Document.searchSchema, kept: [:], progress)
  }

  /// Indexes the stored documents again with another schema, on the calling thread, and returns the
  /// new index.
  ///
  /// See `reindex(with:progress:)`.
  ///
  /// - Throws: The errors of `reindex(with:progress:)`.
  @available(*, noasync, message: "Use reindex(with:progress:), which does not block the thread.")
  public func reindexSync(
    with schema: Schema<Document>? = nil, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) throws -> SearchIndex<Document> {
    try reindexedSync(schema ?? Document.searchSchema, kept: [:], progress)
  }

  /// Does the same as ``reindexSync(with:progress:)``.
  func reindexedSync(
    _ schema: Schema<Document>, kept: [String: [UInt8]],
    _ progress: (@Sendable (ImportProgress) -> Void)?
  ) throws -> SearchIndex<Document> {
    WriteScope.requireOutside(writers)
    return try writers.sync {
      try WriteScope.run(writers) {
        try replaced(schema, kept: kept, SearchCancellation(), progress)
      }
    }
  }

  /// Does the same as ``reindex(with:progress:)``.
  ///
  /// - Parameter kept: The bookmarks that replace those of the index.
  func reindexed(
    _ schema: Schema<Document>, kept: [String: [UInt8]],
    _ progress: (@Sendable (ImportProgress) -> Void)?
  ) async throws -> SearchIndex<Document> {
    try await Detour.cancellable { cancellation in
      try self.writers.sync {
        try WriteScope.run(self.writers) {
          try self.replaced(schema, kept: kept, cancellation, progress)
        }
      }
    }
  }

  /// Builds the new index, on the calling thread, and puts it in the place of this one.
  private func replaced(
    _ schema: Schema<Document>, kept: [String: [UInt8]], _ cancellation: SearchCancellation,
    _ progress: (@Sendable (ImportProgress) -> Void)?
  ) throws -> SearchIndex<Document> {
    let session = try core.beginWriting()
    defer { core.endWriting(session) }
    // If the new index cannot take its place, the old one needs all that only memory has.
    if core.options.durability == .none { try core.checkpoint() }
    let files = try core.withWriter(of: session) { (_, files) throws(SearchError) in files }
    let state = core.state
    if let reason = state.damage.firstReason {
      throw reason
    }
    let codec = DocumentCodec(try Self.reopened(schema, core.storage, .fail))
    let rebuild = try IndexRebuild(
      in: core.storage, schema: codec.schema,
      bookmarks: DocumentCodec<Document>.bookmarks(state.bookmarks.merging(kept) { $1 }),
      options: core.options, besides: files)
    do {
      try SearchIndex(rebuild.core, codec).refill(from: state, cancellation, progress)
      let core = try rebuild.finish(tornTail: self.core.tornTail) { () throws(SearchError) in
        try self.core.handOver(after: session)
      }
      return SearchIndex(core, codec)
    } catch {
      rebuild.abandon()
      throw error
    }
  }
}

extension SearchIndex where Document == Record {
  /// Opens the index in the folder at `path`, and makes it again if it does not fit the schema or
  /// is damaged.
  ///
  /// See
  /// ``SearchIndex/open(path:schema:options:onMismatch:onCorruption:progress:)-(_,Schema<Document>?,_,_,_,_)``.
  ///
  /// - Throws: `schemaMismatch` if `schema` is not valid; `limitExceeded` if it takes more than
  ///   262,144 bytes as JSON; otherwise the errors of the other form.
  public static func open(
    path: String, schema: RecordSchema, options: IndexOptions = IndexOptions(),
    onMismatch: RebuildPolicy<Record>, onCorruption: RebuildPolicy<Record> = .fail,
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> SearchIndex<Record> {
    let (recordSchema, kept) = (try schema.schema(), try schema.kept())
    let storage = try FileStorage(
      path: path, createIfMissing: true, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    let opening = IndexOpening(
      storage, recordSchema, kept: [ReservedBookmark.schema: kept], options, progress)
    let index = try await opening.run(onMismatch, onCorruption)
    try index.keep(kept, durability: options.durability)
    return index
  }

  /// Indexes the stored records again with another schema, and returns the new index.
  ///
  /// See ``SearchIndex/reindex(with:progress:)-(Schema<Document>?,_)``.
  ///
  /// - Throws: `schemaMismatch` if `schema` is not valid; `limitExceeded` if it takes more than
  ///   262,144 bytes as JSON; otherwise the errors of the other form.
  public func reindex(
    with schema: RecordSchema, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> SearchIndex<Record> {
    try await reindexed(
      schema.schema(), kept: [ReservedBookmark.schema: schema.kept()], progress)
  }

  /// Indexes the stored records again with another schema, on the calling thread, and returns the
  /// new index.
  ///
  /// See ``SearchIndex/reindex(with:progress:)-(RecordSchema,_)``.
  ///
  /// - Throws: The errors of ``SearchIndex/reindex(with:progress:)-(RecordSchema,_)``.
  @available(*, noasync, message: "Use reindex(with:progress:), which does not block the thread.")
  public func reindexSync(
    with schema: RecordSchema, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) throws -> SearchIndex<Record> {
    try reindexedSync(
      schema.schema(), kept: [ReservedBookmark.schema: schema.kept()], progress)
  }
}
