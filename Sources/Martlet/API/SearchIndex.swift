#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A full-text index of documents of one type, in a folder or in memory.
///
/// ```swift
/// let index = try SearchIndex<Episode>(path: "Episodes.martlet")
/// try await index.write { batch in try batch.put(contentsOf: episodes) }
/// for hit in try await index.search("elephant").hits { print(try hit.document().name) }
/// ```
///
/// Once `write` returns, its changes are found by every search that begins afterwards. They survive
/// failures as the ``IndexOptions/durability`` of the index promises. Writers take turns, and one
/// process at a time writes. Searches never wait for a writer: each search sees one immutable
/// snapshot.
///
/// You can use one index from any number of threads and tasks. Opening an index maps its files and
/// reads little of them.
///
/// A writer holds a lock on the folder from opening to ``close(discardingUnsaved:)``, or with
/// ``IndexOptions/WriterLock/perWrite`` only while it writes. Apple's mobile systems terminate an
/// app that is suspended while it holds a lock in a shared folder, such as that of an app group. In
/// such a folder, call ``suspend()`` before the app is suspended, and ``resume()`` afterwards. In a
/// folder of the app's own, ``flush()`` is enough.
public final class SearchIndex<Document: SearchDocument>: Sendable {
  let core: IndexCore
  let codec: DocumentCodec<Document>
  let writers = WriterTurns()

  @inline(never)
  init(_ core: IndexCore, _ codec: DocumentCodec<Document>) {
    self.core = core
    self.codec = codec
  }

  // Hits and snapshots may keep the core for longer.
  deinit { core.stopFollowing() }

  /// Opens the index in the folder at `path` for reading and writing, or creates one there.
  ///
  /// An index of ``Record`` values is not created by this initializer, because it needs a schema:
  /// see ``SearchIndex/init(path:schema:options:)-(_,RecordSchema,_)``.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - options: The options for this opening. They are not kept in the index.
  /// - Throws: `writerBusy` if another writer has the index open; `notFound` if `Document` is
  ///   ``Record`` and there is no index; `schemaMismatch` if its fields or analyzers differ from
  ///   those of `Document`; `corrupted` if it is damaged; `formatTooNew` if a newer version of this
  ///   library wrote it; `readOnly`, `diskFull` or `io` if the system refuses access.
  public convenience init(
    path: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: path, schema: Document.searchSchema, options: options)
  }

  /// Opens the index in the folder at `path` with a schema of its own, or creates one there.
  ///
  /// Use this if several indexes of one document type differ in their fields or analyzers.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The fields that are searched, in place of ``SearchDocument/searchSchema``.
  ///   - options: The options for this opening. They are not kept in the index.
  /// - Throws: The errors of ``init(path:options:)``.
  public convenience init(
    path: String, schema: Schema<Document>, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    let storage = try FileStorage(
      path: path, createIfMissing: schema.reopening == nil, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    let (core, codec) = try Self.opened(schema, storage, options.onCorruption) {
      schema throws(SearchError) in
      try Self.openedCore(storage, schema, [:], options)
    }
    self.init(core, codec)
  }

  /// Opens the index in the folder at `url` with a schema of its own, or creates one there.
  ///
  /// See ``init(path:schema:options:)-(_,Schema<Document>,_)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``init(path:options:)``.
  public convenience init(
    at url: URL, schema: Schema<Document>, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: Self.path(url), schema: schema, options: options)
  }

  /// Opens the index in the folder at `url` for reading and writing, or creates one there.
  ///
  /// - Parameters:
  ///   - url: The URL of the folder.
  ///   - options: The options for this opening. They are not kept in the index.
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``init(path:options:)``.
  public convenience init(
    at url: URL, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: Self.path(url), options: options)
  }

  /// Creates an empty index in memory, which is never written to a disk.
  ///
  /// The ``IndexOptions/durability`` of `options` is ignored.
  public static func inMemory(
    options: IndexOptions = IndexOptions()
  ) -> SearchIndex<Document> {
    inMemory(schema: Document.searchSchema, options: options)
  }

  /// Creates an empty index in memory with a schema of its own.
  ///
  /// See ``inMemory(options:)``.
  public static func inMemory(
    schema: Schema<Document>, options: IndexOptions = IndexOptions()
  ) -> SearchIndex<Document> {
    do {
      return try SearchIndex(MemoryStorage(), schema: schema, options: options.withoutLog)
    } catch {
      programError("an index in memory could not be made: \(error)")
    }
  }

  /// Opens the index in the folder at `path` for reading only.
  ///
  /// This takes no lock and writes nothing. The folder may be in the bundle of an app, and another
  /// process may write to the index at the same time. The index stays as it was when it was opened,
  /// until it is refreshed: see ``refresh()`` and ``IndexOptions/automaticRefresh``.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - options: The options for this opening.
  /// - Throws: `notFound` if there is no index at `path`; `schemaMismatch` if its fields or
  ///   analyzers differ from those of `Document`; `corrupted` if it is damaged; `formatTooNew` if a
  ///   newer version of this library wrote it; `io` if the system refuses access.
  public static func readOnly(
    path: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    try readOnly(path: path, schema: Document.searchSchema, options: options)
  }

  /// Opens the index in the folder at `path` for reading only, with a schema of its own.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The schema that the index was made with.
  ///   - options: The options for this opening.
  /// - Throws: The errors of ``readOnly(path:options:)``.
  public static func readOnly(
    path: String, schema: Schema<Document>, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    let storage = try FileStorage(path: path, createIfMissing: false)
    return try opened(schema, storage, options.onCorruption) { schema throws(SearchError) in
      let codec = DocumentCodec(schema)
      let core = try IndexCore.openForReading(storage, schema: codec.schema, options: options)
      try codec.checkKeys(in: core.state)
      return SearchIndex(core, codec)
    }
  }

  /// Opens the index in the folder at `url` for reading only.
  ///
  /// See ``readOnly(path:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``readOnly(path:options:)``.
  public static func readOnly(
    at url: URL, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    try readOnly(path: path(url), options: options)
  }

  /// Opens the index in the folder at `url` for reading only, with a schema of its own.
  ///
  /// See ``readOnly(path:schema:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``readOnly(path:options:)``.
  public static func readOnly(
    at url: URL, schema: Schema<Document>, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    try readOnly(path: path(url), schema: schema, options: options)
  }

  convenience init(
    _ storage: any Storage, schema: Schema<Document>, bookmarks: [String: [UInt8]] = [:],
    options: IndexOptions
  ) throws(SearchError) {
    let (core, codec) = try Self.openedCore(storage, schema, bookmarks, options)
    self.init(core, codec)
  }

  /// Opens the index for writing. Whoever gets its parts makes one index of them, whose end is that
  /// of what it has begun.
  private static func openedCore(
    _ storage: any Storage, _ schema: Schema<Document>, _ bookmarks: [String: [UInt8]],
    _ options: IndexOptions
  ) throws(SearchError) -> (IndexCore, DocumentCodec<Document>) {
    let codec = DocumentCodec(schema)
    let core = try IndexCore.open(
      storage, schema: codec.schema, bookmarks: DocumentCodec<Document>.bookmarks(bookmarks),
      options: options, check: codec.checkKeys(in:))
    return (core, codec)
  }

  /// Returns what `open` returns for `schema`, or for the schema that the index has kept if the
  /// document type has none: that is read again if another one has replaced the index meanwhile.
  static func opened<Opened>(
    _ schema: Schema<Document>, _ storage: any Storage, _ policy: CorruptionPolicy,
    _ open: (Schema<Document>) throws(SearchError) -> Opened
  ) throws(SearchError) -> Opened {
    guard schema.reopening != nil else { return try open(schema) }
    var kept = try reopened(schema, storage, policy)
    while true {
      do throws(SearchError) {
        return try open(kept)
      } catch {
        guard error.code == .schemaMismatch else { throw error }
        let newest = try reopened(schema, storage, policy)
        guard newest.indexSchema != kept.indexSchema else { throw error }
        kept = newest
      }
    }
  }

  /// Returns `schema`, or the schema that the index has kept if the document type has none.
  static func reopened(
    _ schema: Schema<Document>, _ storage: any Storage, _ policy: CorruptionPolicy
  ) throws(SearchError) -> Schema<Document> {
    guard let reopening = schema.reopening else { return schema }
    return try reopening(IndexCore.bookmarks(of: storage, policy)[ReservedBookmark.schema])
  }

  static func path(_ url: URL) -> String {
    requireOfProgram(url.isFileURL, "expected the file URL of a folder, found \(url)")
    return url.path(percentEncoded: false)
  }
}
