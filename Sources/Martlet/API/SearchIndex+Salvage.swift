#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchIndex {
  /// Copies all that is readable of the damaged index in the folder at `source` into a new index in
  /// the folder at `target`. Not one byte of the old one is changed, so it may be read-only.
  ///
  /// Segments that are as they were written are copied whole. Of damaged ones the stored documents
  /// are copied that can be read, also where the manifest does not name the segment; then what the log
  /// has is applied. The newest version of each document wins, and what was deleted stays deleted
  /// where the lists of deleted documents are readable. The report says what is lost and what may be
  /// stale.
  ///
  /// Nobody may write to the old index meanwhile. When this throws, the new folder is left empty.
  ///
  /// - Throws: `notFound` when there is no index at `source`; `io` when there is something in the
  ///   folder at `target`; `schemaMismatch` when the index has other fields or analyzers than
  ///   `Document`, or when it keeps the schema of its records and that cannot be read; `formatTooNew`,
  ///   `diskFull`, `io`.
  /// - Complexity: Reads the old index and writes the new one; memory as the options allow, and 8 MiB.
  @discardableResult
  public static func salvage(
    from source: String, to target: String, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SalvageReport {
    let old = try SalvageSource(FileStorage(path: source, createIfMissing: false))
    var schema = Document.searchSchema
    let kept = try old.bookmarks().filter { $0.key == ReservedBookmark.schema }
    if let reopening = schema.reopening { schema = try reopening(kept[ReservedBookmark.schema]) }
    return try salvage(old, schema, kept: kept, to: target, options)
  }

  /// Copies all that is readable of the damaged index in the folder at `source`; see
  /// ``salvage(from:to:options:)``.
  ///
  /// - Precondition: Both are file URLs.
  @discardableResult
  public static func salvage(
    from source: URL, to target: URL, options: IndexOptions = IndexOptions()
  ) throws(SearchError) -> SalvageReport {
    try salvage(from: path(source), to: path(target), options: options)
  }

  fileprivate static func salvage(
    _ source: SalvageSource, _ schema: Schema<Document>, kept: [String: [UInt8]],
    to target: String, _ options: IndexOptions
  ) throws(SearchError) -> SalvageReport {
    let storage = try FileStorage(
      path: target, createIfMissing: true, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    guard try storage.list().isEmpty else {
      throw SearchError(
        .io, "expected an empty folder at \(target), found files in it; name a new one")
    }
    do throws(SearchError) {
      return try salvage(source, schema, kept: kept, to: storage, options)
    } catch {
      for name in (try? storage.list()) ?? [] where FileName(name) != nil {
        try? storage.remove(name)
      }
      throw error
    }
  }

  /// Copies into an empty storage.
  static func salvage(
    _ source: SalvageSource, _ schema: Schema<Document>, kept: [String: [UInt8]],
    to storage: any Storage, _ options: IndexOptions
  ) throws(SearchError) -> SalvageReport {
    // Whoever runs this can run it again, so that a log of every document would only cost time.
    let index = try SearchIndex(
      storage, schema: schema, bookmarks: kept, options: options.withoutLog)
    let unstored = schema.fields.filter { !$0.isStored }.map(\.name)
    do throws(SearchError) {
      let coder = index.coder
      let report = try IndexSalvage.run(source, into: index.core, unstoredFields: unstored) {
        key, stored throws(SearchError) in try coder.input(key: key, stored: stored)
      }
      try index.close()
      return report
    } catch {
      try? index.close()
      throw error
    }
  }
}

extension SearchIndex where Document == Record {
  /// Copies all that is readable of a damaged index whose own schema cannot be read any more; see
  /// ``salvage(from:to:options:)-(String,_,_)``.
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

extension DocumentCoder {
  /// The document as it enters an index, made again of what was stored of it. Its key is nil when
  /// only the stored value can have it.
  ///
  /// - Throws: `documentUnreadable`, `documentRejected`.
  fileprivate func input(key: [UInt8]?, stored: [UInt8]) throws(SearchError) -> InputDocument {
    var input = try self.input(try document(key: key ?? [], stored: stored))
    // What was stored is kept byte by byte, also what a newer type leaves out.
    input.stored = stored
    if let key { input.key = key }
    return input
  }
}
