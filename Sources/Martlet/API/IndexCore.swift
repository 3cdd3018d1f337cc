import Dispatch
import Synchronization

/// One open index, without the application's document type.
///
/// Readers take the published ``IndexState`` and never wait: publishing exchanges one reference.
/// Writers come one after the other. What a write changes is prepared completely, then put into
/// the log, then published; a failure on the way leaves everything as it was.
///
/// Locks are taken in this order: `merging` (one merge at a time, long), `writing` (one change at a
/// time), `published` (the exchange of a reference).
final class IndexCore: Sendable {
  /// How an index behaves.
  struct Options: Sendable {
    /// What a write survives.
    var durability = Durability.normal
    /// Bytes of images on the heap past which they are written to files.
    var memoryLimit = 64 << 20
    /// Whether segments are merged in the background.
    var mergesAutomatically = true
    /// What stored bounds are computed with.
    var parameters = BM25()
  }

  /// What only a writer may touch.
  struct Writer: Sendable {
    var isClosed = false
  }

  /// The fields.
  let schema: IndexSchema
  let options: Options
  /// Where the files are.
  let storage: any Storage
  /// The files; nil when the index was opened for reading.
  let files: DurableIndex?
  let writing = Lock(Writer())
  /// Tokens that gave no term because of their length or their number, since the index was opened.
  let skippedTokens = Atomic(0)
  let merging = Lock(())
  let background = DispatchQueue(label: "martlet.merge", qos: .utility)
  private let published: Lock<IndexState>

  private init(
    _ storage: any Storage, _ schema: IndexSchema, _ options: Options, _ files: DurableIndex?,
    _ state: IndexState
  ) {
    self.schema = schema
    self.options = options
    self.storage = storage
    self.files = files
    published = Lock(state)
  }

  /// What the index is at this moment.
  var state: IndexState { published.withLock { $0 } }

  /// Makes `parts` what searches see from now on. Only while `writing` is held.
  func publish(_ parts: [IndexState.Part], _ bookmarks: [String: [UInt8]]) {
    let next = IndexState(
      parts, fieldCount: schema.fields.count, bookmarks: bookmarks, version: state.version + 1)
    published.withLock { $0 = next }
  }

  /// The files, for changing them.
  ///
  /// - Throws: `readOnly`, `closed`.
  func writableFiles(_ writer: Writer) throws(SearchError) -> DurableIndex {
    guard let files else {
      throw SearchError(
        .readOnly, "\(storage.displayName) was opened for reading; open it for writing to change it"
      )
    }
    guard !writer.isClosed else {
      throw SearchError(.closed, "\(storage.displayName) was closed; open it again")
    }
    return files
  }
}

/// Opening.
extension IndexCore {
  /// Opens the index in `storage` as its only writer, making it when there is none.
  ///
  /// - Throws: `writerBusy`, `schemaMismatch`, `corrupted`, `formatTooNew`, `io`, `diskFull`.
  static func open(
    _ storage: any Storage, schema: IndexSchema, schemaVersion: Int = 1, options: Options
  ) throws(SearchError) -> IndexCore {
    let files = try DurableIndex.open(storage, durability: options.durability) {
      Manifest(
        indexID: IndexID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)),
        fields: schema.definitions, schemaVersion: UInt32(clamping: schemaVersion))
    }
    do throws(SearchError) {
      let state = try load(files.recovered, storage, schema, options, files.reclaimer)
      let core = IndexCore(storage, schema, options, files, state)
      core.scheduleMerge()
      return core
    } catch {
      try? files.close()
      throw error
    }
  }

  /// Opens the index in `storage` for reading: takes no lock and writes nothing.
  ///
  /// - Throws: `notFound`, `schemaMismatch`, `corrupted`, `formatTooNew`, `io`.
  static func openForReading(
    _ storage: any Storage, schema: IndexSchema, options: Options
  ) throws(SearchError) -> IndexCore {
    let state = try RecoveredIndex.open(storage) { recovered throws(SearchError) in
      try load(recovered, storage, schema, options, nil)
    }
    return IndexCore(storage, schema, options, nil, state)
  }

  /// The bookmarks of the index in `storage`, those still in the log included.
  ///
  /// - Throws: `notFound`, `corrupted`, `formatTooNew`, `io`.
  static func bookmarks(of storage: any Storage) throws(SearchError) -> [String: [UInt8]] {
    try RecoveredIndex.open(storage) { recovered throws(SearchError) in
      var bookmarks = recovered.manifest.bookmarks
      try recovered.replay(from: storage) { batch throws(SearchError) in
        for case .bookmark(let name, let bytes) in batch.operations { bookmarks[name] = bytes }
      }
      return bookmarks
    }
  }

  /// Opens the segments that the manifest names, and applies what the log has beyond them.
  private static func load(
    _ recovered: RecoveredIndex, _ storage: any Storage, _ schema: IndexSchema,
    _ options: Options, _ reclaimer: FileReclaimer?
  ) throws(SearchError) -> IndexState {
    let manifest = recovered.manifest
    try schema.check(stored: manifest.fields)
    var parts: [IndexState.Part] = []
    for entry in manifest.segments {
      parts.append(try openSegment(entry, storage, schema, reclaimer))
    }
    var batch = WriteBatch()
    try recovered.replay(from: storage) { logged throws(SearchError) in
      for operation in logged.operations { batch.append(operation) }
    }
    let changes = try SegmentChanges(
      batch.outcome, parts, manifest.bookmarks, schema, options)
    return IndexState(
      changes.parts, fieldCount: schema.fields.count, bookmarks: changes.bookmarks, version: 1)
  }

  /// Opens one segment's file, with its live documents.
  static func openSegment(
    _ entry: ManifestSegment, _ storage: any Storage, _ schema: IndexSchema,
    _ reclaimer: FileReclaimer?
  ) throws(SearchError) -> IndexState.Part {
    let hold = reclaimer?.hold(entry.fileNames)
    let image = try ImageReader(
      try storage.map(entry.fileName, byteCount: entry.byteCount), file: entry.fileName,
      isTrusted: false, segmentID: entry.id, rootHash: entry.hash)
    let reader = try SegmentReader(image, definitions: schema.definitions)
    var segment = LiveSegment(reader, fieldCount: schema.fields.count)
    if let name = entry.liveFileName {
      let live = try LiveDocumentsFormat.decode(
        try storage.map(name, byteCount: entry.liveByteCount), file: name,
        segmentID: entry.id, generation: entry.liveGeneration,
        documentCount: entry.documentCount)
      segment = try segment.deleting(Array(live.deletedDocuments))
    }
    return IndexState.Part(
      segment: segment,
      home: .file(entry, deletedCount: segment.live.deletedCount, hold: hold))
  }
}

extension ManifestSegment {
  /// The names of the segment's files.
  var fileNames: Set<String> { Set([fileName, liveFileName].compactMap { $0 }) }
}

extension SegmentID {
  /// A name that no other segment has.
  static func random() -> SegmentID {
    var random = SystemRandomNumberGenerator()
    return SegmentID.random(using: &random)
  }
}
