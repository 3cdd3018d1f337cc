/// The opening of an index that may have to be made again.
struct IndexOpening<Document: SearchDocument>: Sendable {
  private let storage: any Storage
  private let schema: Schema<Document>
  /// The bookmarks of the library in a new index.
  private let kept: [String: [UInt8]]
  private let options: IndexOptions
  private let progress: (@Sendable (ImportProgress) -> Void)?

  init(
    _ storage: any Storage, _ schema: Schema<Document>, kept: [String: [UInt8]],
    _ options: IndexOptions, _ progress: (@Sendable (ImportProgress) -> Void)?
  ) {
    self.storage = storage
    self.schema = schema
    self.kept = kept
    self.options = options
    self.progress = progress
  }

  /// Opens the index, or makes it again as the policies say.
  func run(
    _ onMismatch: RebuildPolicy<Document>, _ onCorruption: RebuildPolicy<Document>
  ) async throws -> SearchIndex<Document> {
    do throws(SearchError) {
      return try await Detour.run { () throws(SearchError) in
        try SearchIndex.opened(schema, storage, options.onCorruption) {
          schema throws(SearchError) in
          try SearchIndex(storage, schema: schema, bookmarks: kept, options: options)
        }
      }
    } catch {
      switch (error.code, onMismatch.source, onCorruption.source) {
      case (.schemaMismatch, .stored, let corruption):
        return try await rebuiltFromStored(orElse: corruption)
      case (.schemaMismatch, .documents(let fill), _), (.corrupted, _, .documents(let fill)):
        return try await rebuilt(fill)
      default: throw error
      }
    }
  }

  /// Makes the index again of what it has stored, or of the source for a damaged one if it is
  /// damaged.
  private func rebuiltFromStored(
    orElse corruption: RebuildPolicy<Document>.Source
  ) async throws -> SearchIndex<Document> {
    do {
      return try await Detour.cancellable { try rebuiltFromStored($0) }
    } catch let error as SearchError where error.code == .corrupted {
      guard case .documents(let fill) = corruption else { throw error }
      return try await rebuilt(fill)
    }
  }

  /// Makes the index again of what it has stored, on the calling thread.
  private func rebuiltFromStored(
    _ cancellation: SearchCancellation
  ) throws -> SearchIndex<Document> {
    let lock = try IndexCore.lock(of: storage, options)
    do {
      let schema = try currentSchema()
      if let index = try reopened(lock, schema) { return index }
      let stored = try IndexCore.openStored(storage, options: options)
      let old = stored.state
      let (rebuild, index) = try begin(schema, old.bookmarks.merging(kept) { $1 })
      do {
        try index.refill(from: old, cancellation, progress)
        let core = try rebuild.finish(tornTail: stored.tornTail) { () throws(SearchError) in lock }
        return SearchIndex(core, index.codec)
      } catch {
        rebuild.abandon()
        throw error
      }
    } catch {
      lock.release()
      throw error
    }
  }

  /// Makes the index again of the documents of `fill`.
  private func rebuilt(
    _ fill: RebuildPolicy<Document>.Filling
  ) async throws -> SearchIndex<Document> {
    let lock = try await Detour.run { () throws(SearchError) in
      try IndexCore.lock(of: storage, options)
    }
    do {
      let schema = try await Detour.run { () throws(SearchError) in try currentSchema() }
      let again = try await Detour.run { () throws(SearchError) in try reopened(lock, schema) }
      if let again { return again }
      let (rebuild, index) = try begin(schema, kept)
      do {
        try await fill(index, progress)
        let core = try await Detour.run { () throws(SearchError) in
          try rebuild.finish { () throws(SearchError) in lock }
        }
        return SearchIndex(core, index.codec)
      } catch {
        try? await Detour.run { () throws(SearchError) in rebuild.abandon() }
        throw error
      }
    } catch {
      lock.release()
      throw error
    }
  }

  /// Returns the schema, which may be the one that the index has kept since another process has
  /// made it again. The lock is held.
  private func currentSchema() throws(SearchError) -> Schema<Document> {
    try SearchIndex.reopened(schema, storage, options.onCorruption)
  }

  /// Opens the index if another process has made it again meanwhile. Otherwise removes what
  /// processes that were killed have left of such an attempt, and returns nil; the lock is still
  /// held.
  private func reopened(
    _ lock: any WriterLock, _ schema: Schema<Document>
  ) throws(SearchError) -> SearchIndex<Document>? {
    let codec = DocumentCodec(schema)
    var reading = options
    reading.automaticRefresh = nil
    // What only a reader could leave out has to be made again.
    reading.onCorruption = .fail
    do throws(SearchError) {
      try codec.checkKeys(
        in: IndexCore.openForReading(storage, schema: codec.schema, options: reading).state)
    } catch {
      guard [.schemaMismatch, .corrupted, .notFound].contains(error.code) else { throw error }
      if error.code == .schemaMismatch { IndexRebuild.removeUnfinished(from: storage, lock) }
      return nil
    }
    return SearchIndex(
      try IndexCore.open(
        storage, schema: codec.schema, bookmarks: kept, options: options, lock: lock), codec)
  }

  private func begin(
    _ schema: Schema<Document>, _ bookmarks: [String: [UInt8]]
  ) throws(SearchError) -> (IndexRebuild, SearchIndex<Document>) {
    let codec = DocumentCodec(schema)
    let rebuild = try IndexRebuild(
      in: storage, schema: codec.schema,
      bookmarks: DocumentCodec<Document>.bookmarks(bookmarks), options: options)
    return (rebuild, SearchIndex(rebuild.core, codec))
  }
}
