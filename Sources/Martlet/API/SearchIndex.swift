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
/// What `write` returned for is found by every search that begins afterwards, and survives as the
/// index's ``IndexOptions/durability`` says. Writers take turns; at most one process at a time has
/// an index open for writing. Searches never wait for a writer: each sees one frozen state.
///
/// Any number of threads and tasks may use one index. Opening it maps files and reads little.
///
/// The writer holds a lock on the folder from opening to ``close()``. On Apple's mobile systems, an
/// application is ended when it is suspended while it holds a lock in a folder that it shares with
/// others, such as an app group's: close the index before, and open it again afterwards. In a folder
/// of the application's own, ``sync()`` is enough.
public final class SearchIndex<Document: SearchDocument>: Sendable {
  let core: IndexCore
  let coder: DocumentCoder<Document>
  let writers = WriterTurns()

  init(_ core: IndexCore, _ coder: DocumentCoder<Document>) {
    self.core = core
    self.coder = coder
  }

  /// Opens the index in the folder at `path` for reading and writing, or makes one there.
  ///
  /// - Throws: `writerBusy` when it is open for writing elsewhere; `schemaMismatch` when it has other
  ///   fields or analyzers than `Document`; `corrupted`, `formatTooNew`, `readOnly`, `diskFull`,
  ///   `io`.
  public convenience init(
    path: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    let schema = Document.searchSchema
    let storage = try FileStorage(
      path: path, createIfMissing: schema.reopening == nil, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    try self.init(
      storage, schema: Self.reopened(schema, storage, options.onCorruption), options: options)
  }

  /// Opens the index in the folder at `url` for reading and writing, or makes one there.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: As ``init(path:options:)``.
  public convenience init(
    at url: URL, options: IndexOptions = IndexOptions()
  ) throws(SearchError) {
    try self.init(path: Self.path(url), options: options)
  }

  /// An empty index that is never written to a disk.
  public static func inMemory(
    options: IndexOptions = IndexOptions()
  ) -> SearchIndex<Document> {
    do {
      return try SearchIndex(
        MemoryStorage(), schema: Document.searchSchema, options: options.withoutLog)
    } catch {
      preconditionFailure("an index in memory could not be made: \(error)")
    }
  }

  /// Opens the index in the folder at `path` for reading: takes no lock and writes nothing, so the
  /// folder may be in an application's bundle, and another process may write meanwhile.
  ///
  /// The state is that of opening; open it again to see later writes.
  ///
  /// - Throws: `notFound`, `schemaMismatch`, `corrupted`, `formatTooNew`, `io`.
  public static func readOnly(
    path: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    let storage = try FileStorage(path: path, createIfMissing: false)
    let coder = DocumentCoder(
      try reopened(Document.searchSchema, storage, options.onCorruption))
    let core = try IndexCore.openForReading(
      storage, schema: coder.schema, options: options)
    try coder.checkKeys(in: core.state)
    return SearchIndex(core, coder)
  }

  /// Opens the index in the folder at `url` for reading; see ``readOnly(path:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  public static func readOnly(
    at url: URL, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SearchIndex<Document> {
    try readOnly(path: path(url), options: options)
  }

  convenience init(
    _ storage: any Storage, schema: Schema<Document>, bookmarks: [String: [UInt8]] = [:],
    options: IndexOptions
  ) throws(SearchError) {
    let coder = DocumentCoder(schema)
    let core = try IndexCore.open(
      storage, schema: coder.schema, bookmarks: bookmarks, options: options)
    do throws(SearchError) {
      try coder.checkKeys(in: core.state)
    } catch {
      core.files?.abandon()
      throw error
    }
    self.init(core, coder)
  }

  /// The schema, read from the index when the document type has none.
  static func reopened(
    _ schema: Schema<Document>, _ storage: any Storage, _ policy: CorruptionPolicy
  ) throws(SearchError) -> Schema<Document> {
    guard let reopening = schema.reopening else { return schema }
    return try reopening(IndexCore.bookmarks(of: storage, policy)[ReservedBookmark.schema])
  }

  static func path(_ url: URL) -> String {
    precondition(url.isFileURL, "an index is in a folder, not at \(url)")
    return url.path(percentEncoded: false)
  }
}
