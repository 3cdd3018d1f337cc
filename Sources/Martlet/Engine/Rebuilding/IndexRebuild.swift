/// A new index that is built beside the one in a folder, and takes its place in one step.
///
/// Until ``finish(tornTail:_:)`` publishes its manifest, the folder has the old index: a crash at
/// any moment leaves the one or the other. The new index is another one, with an identifier of its
/// own, so those who read the old one learn that it was replaced.
struct IndexRebuild: Sendable {
  /// The new index, to be filled.
  let core: IndexCore
  private let storage: any Storage
  private let staging: StagingStorage
  private let options: IndexOptions

  /// Begins an empty index. The caller holds the lock of the writer.
  ///
  /// - Parameters:
  ///   - bookmarks: The bookmarks of the new index.
  ///   - old: The index in `storage` if it is open for writing.
  @inline(never)
  init(
    in storage: any Storage, schema: IndexSchema, bookmarks: [String: [UInt8]],
    options: IndexOptions, besides old: DurableIndex? = nil
  ) throws(SearchError) {
    // The new index would come behind the mark, and go with it.
    try IndexRemoval.finish(in: storage)
    staging = StagingStorage(in: storage, besides: old?.reclaimer)
    self.storage = storage
    self.options = options
    var building = options.withoutLog
    building.onCorruption = .fail
    core = try IndexCore.open(staging, schema: schema, bookmarks: bookmarks, options: building)
  }

  /// Removes what killed processes have begun here and not finished: files that no manifest names.
  ///
  /// Nothing is removed if a manifest cannot be read: what it names is not known then. The caller
  /// holds the lock of the writer, and does not call this for an index that is damaged, of which
  /// such files may be all that is left.
  static func removeUnfinished(from storage: any Storage, _ lock: any WriterLock) {
    guard let names = try? storage.list(), let named = try? ManifestStore.namedFiles(in: storage),
      lock.isIntact
    else { return }
    FileReclaimer().removeUnnamed(names, besides: named, from: storage)
  }

  /// Completes the new index, replaces the old one by it, and opens it.
  ///
  /// - Parameters:
  ///   - tornTail: The end of the old index's log that was dropped. Its file is kept.
  ///   - lock: Returns the lock of the writer, which the opened index has from then on. Called
  ///     before the new index is published.
  /// - Throws: `diskFull`, `io` or `writerBusy`, after which the old index is there as before;
  ///   `durabilityUnknown`, after which it may be either.
  // Inlined, it would be 2 kB in each of its callers.
  @inline(never)
  func finish(
    tornTail: RecoveredLog.TornTail? = nil, _ lock: () throws(SearchError) -> any WriterLock
  ) throws(SearchError) -> IndexCore {
    try core.close()
    let lock = try lock()
    do throws(SearchError) {
      try publish(lock)
    } catch {
      lock.release()
      throw error
    }
    if let tornTail {
      try? storage.rename(
        FileName.log(sequence: tornTail.sequence).text,
        to: FileName.tornLog(sequence: tornTail.sequence).text)
    }
    return try IndexCore.open(
      storage, schema: core.schema, options: options, lock: lock, tornTail: tornTail)
  }

  /// Completes the new index and replaces the old one by it. The caller keeps the lock of the
  /// writer.
  ///
  /// - Throws: As ``finish(tornTail:_:)``.
  func publish(_ lock: any WriterLock) throws(SearchError) {
    try core.close()
    guard let manifest = core.files?.manifest else { preconditionFailure("a writer has files") }
    try lock.require(in: storage, "nothing was changed: open the index again")
    try staging.publish(manifest)
    guard lock.isIntact else {
      throw DurabilityLatch().close(
        because: .lostLock(of: storage, "the folder may have either of two indexes"))
    }
  }

  /// Gives the new index up and removes its files, unless they are published.
  func abandon() {
    core.abandon()
    staging.clear()
  }
}

/// Reading an index whose fields the application does not have any more.
extension IndexCore {
  /// Opens what the index in `storage` has stored, for reading back: its documents and bookmarks,
  /// with the fields that the index has kept. The caller holds the lock of the writer.
  ///
  /// - Throws: `notFound` if there is no index; `corrupted` if anything is damaged; `formatTooNew`
  ///   or `io`.
  static func openStored(
    _ storage: any Storage, options: IndexOptions
  ) throws(SearchError) -> IndexCore {
    guard let recovered = try RecoveredIndex.read(from: storage, forWriting: true) else {
      throw SearchError(.notFound, "there is no index in \(storage.displayName)")
    }
    let schema = IndexSchema(
      kept: recovered.manifest.fields, version: recovered.manifest.schemaVersion)
    do throws(SearchError) {
      let state = try load(recovered, storage, schema, nil)
      let core = IndexCore(storage, schema, options, EngineTuning(), nil, recovered, state)
      try core.replay(recovered, nil, storedOnly: true)
      return core
    } catch {
      throw error.asDamage
    }
  }
}

extension IndexState {
  /// A document as the index has stored it.
  struct StoredDocument {
    var key: [UInt8]
    var stored: [UInt8]
    fileprivate let reader: SegmentReader
    /// The number of the segment, and that of the document in it.
    fileprivate let location: (segment: Int, document: DocumentID)

    /// Returns true if the document has words in the text field called `name`.
    func hasWords(in name: String) throws(SearchError) -> Bool {
      guard let index = reader.definitions.firstIndex(where: { $0.name == name }),
        let norms = reader.field(FieldID(UInt16(truncatingIfNeeded: index)))?.norms
      else { return false }
      return try norms.length(of: location.document) > 0
    }

    /// Returns true if the document is in a set of each segment.
    func isIn(_ documents: [DocumentBitmap]) -> Bool {
      documents[location.segment].contains(location.document)
    }
  }

  /// Returns the documents of each segment with a value in the keyword, number or date field called
  /// `name`; nil if there is no such field.
  func documents(withValueIn name: String) throws(SearchError) -> [DocumentBitmap]? {
    let definitions = segments.segments.map(\.reader.definitions).max { $0.count < $1.count } ?? []
    guard let index = definitions.firstIndex(where: { $0.name == name && $0.kind != .text }) else {
      return nil
    }
    let all = TermSetClause(
      field: FieldID(UInt16(truncatingIfNeeded: index)),
      ranges: [TermRange(lower: [], upper: nil)], boost: 0)
    return try Searcher.matches(.terms(all), in: segments)
  }

  /// Calls `body` with each document, in the order of the index.
  ///
  /// - Throws: `corrupted` if damage is found; the errors of `body`.
  func forEachDocument(_ body: (StoredDocument) throws -> Void) throws {
    for index in segments.segments.indices { try forEachDocument(ofSegment: index, body) }
  }

  /// Calls `body` with each document of a segment, which is given by its number.
  ///
  /// - Throws: `corrupted` if damage is found; the errors of `body`.
  func forEachDocument(
    ofSegment index: Int, _ body: (StoredDocument) throws -> Void
  ) throws {
    let segment = segments.segments[index]
    let reader = segment.reader
    for number in 0..<reader.storedFields.chunkCount {
      let chunk = try reader.storedFields.chunk(number)
      for document in chunk.documents {
        let document = DocumentID(truncatingIfNeeded: document)
        guard segment.live.isLive(document) else { continue }
        try body(
          StoredDocument(
            key: try reader.keys.key(of: document), stored: chunk.view(of: document).array,
            reader: reader, location: (index, document)))
      }
    }
    reader.image.view.releasePages()
  }
}

extension LogOperation {
  /// The operation with numbers, and nothing of texts but which fields have them.
  var storedOnly: LogOperation {
    guard case .put(var document) = self else { return self }
    document.values = document.values.compactMap { value in
      guard case .text(let text) = value.content else { return value }
      if text.allSatisfy({ $0.isWhitespace || $0.isPunctuation }) { return nil }
      return InputDocument.Value(field: value.field, content: .text("x"))
    }
    return .put(document)
  }
}
