#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Indexes of records: the schema is given at the first opening and kept in the index, so that
/// ``SearchIndex/init(path:options:)`` and ``SearchIndex/readOnly(path:options:)`` find it there.
extension SearchIndex where Document == Record {
  /// Opens the index in the folder at `path` for reading and writing, or makes one there.
  ///
  /// - Throws: `schemaMismatch` when the schema is wrong in itself, or the index has other fields or
  ///   analyzers; else as ``init(path:options:)``.
  public convenience init(
    path: String, schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    // All that is wrong with the schema is found before there is a folder.
    let (recordSchema, kept) = (try schema.schema(), try schema.kept())
    let storage = try FileStorage(path: path, createIfMissing: true)
    try self.init(
      storage, schema: recordSchema, bookmarks: [ReservedBookmark.schema: kept], options: options)
    try keep(kept, durability: options.durability)
  }

  /// Opens the index in the folder at `url`; see ``init(path:schema:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  public convenience init(
    at url: URL, schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: Self.path(url), schema: schema, options: options)
  }

  /// An empty index that is never written to a disk.
  ///
  /// - Throws: `schemaMismatch` when the schema is wrong in itself.
  public static func inMemory(
    schema: RecordSchema, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Record> {
    try SearchIndex(
      MemoryStorage(), schema: schema.schema(),
      bookmarks: [ReservedBookmark.schema: schema.kept()], options: options.withoutLog)
  }

  /// The schema that the index keeps; nil in memory when none was given.
  ///
  /// - Throws: `schemaMismatch` when it cannot be read.
  public func recordSchema() throws(SearchError) -> RecordSchema? {
    guard let kept = bookmark(ReservedBookmark.schema) else { return nil }
    return try RecordSchema(kept: kept)
  }

  /// Keeps the schema in the index, unless it is there.
  private func keep(_ kept: [UInt8], durability: Durability) throws(SearchError) {
    guard bookmark(ReservedBookmark.schema) != kept else { return }
    var changes = WriteBatch()
    changes.append(.bookmark(name: ReservedBookmark.schema, bytes: kept))
    try core.write(changes)
    // Without a log only a checkpoint keeps it, and without it nothing of the index can be read.
    if durability == .none { try core.checkpoint() }
  }
}
