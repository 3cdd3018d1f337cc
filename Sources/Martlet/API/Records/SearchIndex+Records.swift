#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Indexes of records.
///
/// The schema is given when an index is created, and kept in it.
/// ``SearchIndex/init(path:options:)`` and ``SearchIndex/readOnly(path:options:)`` read it from
/// there.
extension SearchIndex where Document == Record {
  /// Opens the index in the folder at `path` for reading and writing, or creates one there.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The fields of the records. It is kept in the index.
  ///   - options: The options for this opening. They are not kept in the index.
  /// - Throws: `schemaMismatch` if `schema` is not valid, or if the fields or analyzers of the
  ///   index differ from it; `limitExceeded` if `schema` takes more than 262,144 bytes as JSON;
  ///   otherwise the errors of ``init(path:options:)``.
  public convenience init(
    path: String, schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    // Errors in the schema are found before a folder is created.
    let (recordSchema, kept) = (try schema.schema(), try schema.kept())
    let storage = try FileStorage(
      path: path, createIfMissing: true, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    try self.init(
      storage, schema: recordSchema, bookmarks: [ReservedBookmark.schema: kept], options: options)
    try keep(kept, durability: options.durability)
  }

  /// Opens the index in the folder at `url` for reading and writing, or creates one there.
  ///
  /// See ``init(path:schema:options:)-(_,RecordSchema,_)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``init(path:schema:options:)-(_,RecordSchema,_)``.
  public convenience init(
    at url: URL, schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: Self.path(url), schema: schema, options: options)
  }

  /// Opens the index in the folder at `path` for reading and writing, or creates one there, away
  /// from the thread pool of tasks.
  ///
  /// - Throws: The errors of ``init(path:schema:options:)-(_,RecordSchema,_)``.
  public static func open(
    path: String, schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Record> {
    try await Detour.run { () throws(SearchError) in
      try SearchIndex(path: path, schema: schema, options: options)
    }
  }

  /// Creates an empty index in memory, which is never written to a disk.
  ///
  /// The ``IndexOptions/durability`` of `options` is ignored.
  ///
  /// - Throws: `schemaMismatch` if `schema` is not valid; `limitExceeded` if it takes more than
  ///   262,144 bytes as JSON.
  public static func inMemory(
    schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Record> {
    try SearchIndex(
      MemoryStorage(), schema: schema.schema(),
      bookmarks: [ReservedBookmark.schema: schema.kept()], options: options.withoutLog)
  }

  /// Returns the schema that is kept in the index, or nil if the index has none.
  ///
  /// - Throws: `schemaMismatch` if the schema cannot be read.
  public func recordSchema() throws(SearchError) -> RecordSchema? {
    guard let kept = bookmark(ReservedBookmark.schema) else { return nil }
    return try RecordSchema(kept: kept)
  }

  /// Writes the schema into the index, unless the index has the same one already.
  func keep(_ kept: [UInt8], durability: Durability) throws(SearchError) {
    guard bookmark(ReservedBookmark.schema) != kept else { return }
    var changes = WriteBatch()
    changes.append(.bookmark(name: ReservedBookmark.schema, bytes: kept))
    try core.write(changes)
    // Without a log, only a checkpoint writes the schema, and without the schema the index cannot
    // be read.
    if durability == .none { try core.checkpoint() }
  }
}
