#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchIndex {
  /// Copies everything readable from the damaged index in the folder at `source` into a new index
  /// in the folder at `target`.
  ///
  /// The old index is not changed, so its folder may be read-only. No process may write to it in
  /// the meantime.
  ///
  /// Intact segments are copied as a whole. From damaged segments, and from segments that the
  /// manifest does not name, the stored documents that can be read are copied. Then the log is
  /// applied. The newest version of each document wins. Deleted documents stay deleted, as far as
  /// the lists of deleted documents can be read. The report says how many documents are lost, and
  /// how many may be outdated.
  ///
  /// If copying fails, the files of the new index are removed.
  ///
  /// - Parameters:
  ///   - source: The path of the folder of the damaged index.
  ///   - target: The path of the folder of the new index, which must be missing or empty.
  ///   - schema: The fields of the damaged index; nil for ``SearchDocument/searchSchema``.
  ///   - options: The options for the new index.
  /// - Returns: A report of what was copied and what is lost.
  /// - Throws: `notFound` if there is no index at `source`; `schemaMismatch` if its fields or
  ///   analyzers differ from those of `schema`, or if it keeps the schema of its records and that
  ///   cannot be read; `formatTooNew` if a newer version of this library wrote it; `io` if the
  ///   folder at `target` is not empty or the system refuses access; `diskFull` if there is no room
  ///   for the new index.
  /// - Complexity: Reads the old index and writes the new one. Takes the memory that `options`
  ///   allow, and 8 MiB more.
  @discardableResult
  public static func salvage(
    from source: String, to target: String, schema: Schema<Document>? = nil,
    options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SalvageReport {
    let old = try SalvageSource(FileStorage(path: source, createIfMissing: false))
    var schema = schema ?? Document.searchSchema
    let kept = try old.bookmarks().filter { $0.key == ReservedBookmark.schema }
    if let reopening = schema.reopening { schema = try reopening(kept[ReservedBookmark.schema]) }
    return try salvage(old, schema, kept: kept, to: target, options)
  }

  /// Copies everything readable from the damaged index in the folder at `source` into a new index
  /// in the folder at `target`.
  ///
  /// See `salvage(from:to:schema:options:)`.
  ///
  /// - Precondition: Both URLs are file URLs.
  /// - Throws: The errors of `salvage(from:to:schema:options:)`.
  @discardableResult
  public static func salvage(
    from source: URL, to target: URL, schema: Schema<Document>? = nil,
    options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SalvageReport {
    try salvage(from: path(source), to: path(target), schema: schema, options: options)
  }

  fileprivate static func salvage(
    _ source: SalvageSource, _ schema: Schema<Document>, kept: [String: [UInt8]],
    to target: String, _ options: IndexOptions
  ) throws(SearchError) -> SalvageReport {
    let report = try EmptyFolder(path: target, outside: source.storage, options).fill {
      (storage, lock) throws(SearchError) in
      try salvage(source, schema, kept: kept, to: storage, lock, options)
    }
    guard let report else { preconditionFailure("salvage was neither done nor failed") }
    return report
  }

  /// Copies everything readable into an empty storage, in which nothing is seen before it is whole.
  ///
  /// - Parameter lock: The lock of the storage, which the caller keeps.
  static func salvage(
    _ source: SalvageSource, _ schema: Schema<Document>, kept: [String: [UInt8]],
    to storage: any Storage, _ lock: any WriterLock, _ options: IndexOptions
  ) throws(SearchError) -> SalvageReport {
    let codec = DocumentCodec(schema)
    try DocumentCodec<Document>.checkKeyType(in: source.bookmarks())
    let rebuild = try IndexRebuild(
      in: storage, schema: codec.schema, bookmarks: DocumentCodec<Document>.bookmarks(kept),
      options: options)
    let unstored = schema.fields.filter { !$0.isStored }.map(\.name)
    do throws(SearchError) {
      let report = try IndexSalvage.run(source, into: rebuild.core, unstoredFields: unstored) {
        key, stored throws(SearchError) in try codec.input(key: key, stored: stored)
      }
      try rebuild.publish(lock)
      return report
    } catch {
      rebuild.abandon()
      throw error
    }
  }
}

extension SearchIndex where Document == Record {
  /// Copies everything readable from a damaged index whose own schema cannot be read any more.
  ///
  /// See `SearchIndex.salvage(from:to:schema:options:)`.
  ///
  /// - Parameters:
  ///   - source: The path of the folder of the damaged index.
  ///   - target: The path of the folder of the new index, which must be missing or empty.
  ///   - schema: The schema that the damaged index was created with.
  ///   - options: The options for the new index.
  /// - Returns: A report of what was copied and what is lost.
  /// - Throws: The errors of `SearchIndex.salvage(from:to:schema:options:)`;
  ///   `limitExceeded` if `schema` takes more than 262,144 bytes as JSON.
  @discardableResult
  public static func salvage(
    from source: String, to target: String, schema: RecordSchema,
    options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SalvageReport {
    let old = try SalvageSource(FileStorage(path: source, createIfMissing: false))
    return try salvage(
      old, schema.schema(), kept: [ReservedBookmark.schema: schema.kept()], to: target, options)
  }
}

extension DocumentCodec {
  /// Returns the document in the form that the index takes, made again from its stored bytes. `key`
  /// is nil if only the stored bytes can have it.
  ///
  /// - Throws: `documentUnreadable` if the bytes cannot be decoded; `documentRejected` if the
  ///   document cannot be indexed.
  fileprivate func input(key: [UInt8]?, stored: [UInt8]) throws(SearchError) -> InputDocument {
    var input = try self.input(try document(key: key ?? [], stored: stored))
    // The stored bytes are kept as they are, including members that a newer type lacks.
    input.stored = stored
    if let key { input.key = key }
    return input
  }
}
