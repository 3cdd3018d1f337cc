/// Opening an index.
extension IndexCore {
  /// Opens the index in `storage` as its only writer, or creates it.
  ///
  /// - Parameters:
  ///   - bookmarks: The bookmarks of the index if it is created.
  ///   - lock: The lock of the writer if the caller has it, which is released if this throws.
  ///   - tornTail: The end of the log of the index that this one was made of, if it was dropped.
  ///   - check: Throws an error if the index cannot be used. Nothing is changed before it returns.
  /// - Throws: `writerBusy` if another writer has the index open; `schemaMismatch` if its fields
  ///   differ from those of `schema`; `corrupted` if it is damaged; `formatTooNew`, `io` or
  ///   `diskFull`; the errors of `check`.
  @inline(never)
  static func open(
    _ storage: any Storage, schema: IndexSchema, bookmarks: [String: [UInt8]] = [:],
    options: IndexOptions, lock: (any WriterLock)? = nil,
    tornTail: RecoveredLog.TornTail? = nil, tuning: EngineTuning = EngineTuning(),
    check: (IndexState) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) -> IndexCore {
    let held: any WriterLock
    if let lock {
      held = lock
    } else {
      // A folder in which no index is made does not get its lock either.
      if try !IndexFolder(storage).hasIndex { try DurableIndex.refuseForeignFiles(in: storage) }
      held = try Self.lock(of: storage, options)
    }
    let files = try DurableIndex.open(
      storage, durability: options.durability, policy: options.onCorruption,
      logReservation: tuning.logReservation, lock: held
    ) {
      var manifest = Manifest(
        indexID: .random(),
        fields: schema.definitions, schemaVersion: schema.version)
      manifest.bookmarks = bookmarks
      return manifest
    }
    let core = try open(
      files, storage, schema, options, tuning, tornTail: tornTail, check: check)
    core.releaseLockAfterOpening()
    core.scheduleMerge()
    // What took long to apply must not be applied again at the next opening.
    if core.writing.withLock({ $0.unsavedWork }) > tuning.idleReplay { core.checkpointWhenIdle() }
    return core
  }

  /// Opens an index whose files were opened. If that fails, the lock is released.
  ///
  /// - Parameter known: Segments that are open already.
  static func open(
    _ files: DurableIndex, _ storage: any Storage, _ schema: IndexSchema, _ options: IndexOptions,
    _ tuning: EngineTuning, known: [IndexState.Member] = [],
    tornTail: RecoveredLog.TornTail? = nil,
    check: (IndexState) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) -> IndexCore {
    do throws(SearchError) {
      let state = try load(files.recovered, storage, schema, files.reclaimer, known)
      try check(state)
      if !state.damage.isEmpty || files.isDamaged { try files.keepLeftovers() }
      let core = IndexCore(
        storage, schema, options, tuning, files, files.recovered, state, tornTail: tornTail)
      try core.replay(files.recovered, files)
      try check(core.state)
      try core.writing.withLock { (writer) throws(SearchError) in
        // New batches must not follow damage in the log.
        if files.recovered.log.damage != nil {
          try core.writeCheckpoint(&writer, files)
        } else if schema.definitions != files.manifest.fields {
          // Whoever reads the log needs to know the fields of its documents. If there is no room
          // for this, the next checkpoint does it.
          try? core.writeCheckpoint(&writer, files)
        }
      }
      try files.removeLeftovers()
      return core
    } catch {
      files.abandon()
      throw error
    }
  }

  /// Opens the index in `storage` for reading. Takes no lock and writes nothing.
  ///
  /// - Parameter schema: The schema of the documents; nil to take that of the index, without its
  ///   analyzers, for what does not ask for the words of texts.
  /// - Throws: `notFound` if there is no index; `schemaMismatch` if its fields differ from those of
  ///   `schema`; `corrupted` if it is damaged; `formatTooNew` or `io`.
  static func openForReading(
    _ storage: any Storage, schema: IndexSchema?, options: IndexOptions,
    tuning: EngineTuning = EngineTuning()
  ) throws(SearchError) -> IndexCore {
    try RecoveredIndex.open(storage, policy: options.onCorruption) {
      recovered throws(SearchError) in
      let manifest = recovered.manifest
      let schema =
        schema ?? IndexSchema(kept: manifest.fields, version: manifest.schemaVersion)
      let state = try load(recovered, storage, schema, nil)
      let core = IndexCore(storage, schema, options, tuning, nil, recovered, state)
      try core.replay(recovered, nil)
      core.refreshAutomatically()
      return core
    }
  }

  /// Returns the bookmarks of the index in `storage`, including those that are still in the log.
  ///
  /// - Throws: `notFound` if there is no index; `corrupted` if it is damaged; `formatTooNew` or
  ///   `io`.
  static func bookmarks(
    of storage: any Storage, _ policy: CorruptionPolicy = .fail
  ) throws(SearchError) -> [String: [UInt8]] {
    try RecoveredIndex.open(storage, policy: policy) { recovered throws(SearchError) in
      var bookmarks = recovered.manifest.bookmarks
      try recovered.replay(from: storage) { batch throws(SearchError) in
        for case .bookmark(let name, let bytes) in batch.operations { bookmarks[name] = bytes }
      }
      return bookmarks
    }
  }

  /// Opens the segments that the manifest names. With the policy `salvage`, damaged ones are left
  /// out.
  static func load(
    _ recovered: RecoveredIndex, _ storage: any Storage, _ schema: IndexSchema,
    _ reclaimer: FileReclaimer?, _ known: [IndexState.Member] = []
  ) throws(SearchError) -> IndexState {
    let manifest = recovered.manifest
    try schema.check(stored: manifest.fields, version: manifest.schemaVersion)
    var members: [IndexState.Member] = []
    var damage = IndexState.Damage()
    for entry in manifest.segments {
      do throws(SearchError) {
        if entry.isQuarantined { throw entry.quarantine }
        if let stored = known.first(where: { $0.stored?.entry == entry })?.stored {
          members.append(IndexState.Member(segment: stored.segment, home: .file(stored)))
        } else {
          members.append(try openSegment(entry, storage, schema, reclaimer))
        }
      } catch {
        guard recovered.policy == .salvage, [.corrupted, .notFound].contains(error.code) else {
          // A reader retries with a newer manifest. No other process removes the files of the only
          // writer.
          throw reclaimer == nil ? error : error.asDamage
        }
        damage.segments.append(IndexState.Damage.Segment(entry, error, storage, reclaimer))
      }
    }
    if let loss = manifest.lostChanges {
      guard recovered.policy == .salvage else {
        throw .corrupted(
          loss.finding,
          advice: "open the index with onCorruption: .salvage to go on without them, or rebuild it",
          file: FileName.manifest(manifest.generation).text)
      }
      damage.losses.append(loss)
    }
    do throws(SearchError) {
      try IndexState.checkDocumentCount(of: members)
    } catch {
      throw .corrupted(error.message, file: FileName.manifest(manifest.generation).text)
    }
    return IndexState(
      members, fieldCount: schema.fields.count, bookmarks: manifest.bookmarks, version: 1,
      damage: damage)
  }

  /// Opens the file of a segment, with its live documents.
  static func openSegment(
    _ entry: ManifestSegment, _ storage: any Storage, _ schema: IndexSchema,
    _ reclaimer: FileReclaimer?
  ) throws(SearchError) -> IndexState.Member {
    let stored = try openStored(entry, storage, schema, reclaimer)
    return IndexState.Member(segment: stored.segment, home: .file(stored))
  }

  /// Opens the files of `entry`.
  static func openStored(
    _ entry: ManifestSegment, _ storage: any Storage, _ schema: IndexSchema,
    _ reclaimer: FileReclaimer?
  ) throws(SearchError) -> IndexState.Stored {
    let pin = reclaimer?.pin(entry.fileNames)
    let image = try ImageReader(
      try storage.map(entry.fileName, byteCount: entry.byteCount), file: entry.fileName,
      isTrusted: false, segmentID: entry.id, rootHash: entry.hash)
    var segment = try LiveSegment(image, definitions: schema.definitions)
    guard segment.reader.documentCount == entry.documentCount else {
      throw .corrupted(
        "expected \(entry.documentCount) documents, found \(segment.reader.documentCount)",
        file: entry.fileName)
    }
    let live = try LiveDocumentsFormat.read(entry, from: storage)
    segment = try segment.deleting(Array(live.deletedDocuments))
    return IndexState.Stored(entry: entry, segment: segment, pin: pin)
  }
}

extension LiveDocumentsFormat {
  /// Returns the live documents of a segment, as the manifest names them.
  ///
  /// - Throws: `corrupted` or `notFound` if the file is damaged or missing; `formatTooNew` or `io`.
  static func read(
    _ entry: ManifestSegment, from storage: any Storage
  ) throws(SearchError) -> LiveDocuments {
    guard let name = entry.liveFileName else {
      return LiveDocuments(documentCount: entry.documentCount)
    }
    let bytes = try storage.map(name, byteCount: entry.liveByteCount)
    let live = try decode(
      bytes, file: name, segmentID: entry.id, generation: entry.liveGeneration,
      documentCount: entry.documentCount)
    guard check(bytes) == entry.liveHash else {
      throw .corrupted("the live documents are not those that the manifest names", file: name)
    }
    return live
  }
}

extension SearchError {
  /// The error for a missing file that the index needs: the index exists, and is damaged. Other
  /// errors are unchanged.
  var asDamage: SearchError {
    guard code == .notFound else { return self }
    return .corrupted(
      "the manifest names a file that is not there",
      advice: "restore it, open the index with onCorruption: .salvage to search the rest, or copy "
        + "what is readable with salvage(from:to:)", file: file)
  }
}

extension ManifestSegment {
  /// The error for a quarantined segment that is needed.
  var quarantine: SearchError {
    .corrupted(
      "the segment, of \(documentCount) documents, was found to be damaged and is quarantined",
      advice:
        "open the index with onCorruption: .salvage to search the rest, copy what is readable "
        + "with salvage(from:to:), or rebuild the index", file: fileName)
  }
}

/// Applying the log after the manifest.
extension IndexCore {
  /// The size of the batches of the log, in bytes, that are made searchable at a time.
  var replayedPieceByteCount: Int { min(max(options.memoryLimit / 8, 1 << 16), 16 << 20) }

  /// Makes the batches of the log searchable, some at a time, so that a long log takes no more
  /// memory than a short one. A writer also writes checkpoints when memory is full.
  ///
  /// - Parameters:
  ///   - files: The files of a writer; nil for a reader.
  ///   - storedOnly: True to leave out the words, for reading back what is stored.
  /// - Throws: `corrupted`; `schemaMismatch` if the log has fields that the schema lacks.
  func replay(
    _ recovered: RecoveredIndex, _ files: DurableIndex?, storedOnly: Bool = false
  ) throws(SearchError) {
    _ = try observed(.recovery) { () throws(SearchError) in
      try replayAll(recovered, files, storedOnly)
    } report: { batchCount in
      guard batchCount > 0 || recovered.log.tornTail != nil else { return nil }
      return IndexEvent.Extent(
        "read \(batchCount) \(batchCount == 1 ? "batch" : "batches") of the log",
        byteCount: recovered.log.byteCount)
    }
  }

  /// Applies the log, and returns the number of its batches.
  private func replayAll(
    _ recovered: RecoveredIndex, _ files: DurableIndex?, _ storedOnly: Bool
  ) throws(SearchError) -> Int {
    let pieceByteCount = replayedPieceByteCount
    var batchCount = 0
    var piece = WriteBatch()
    var byteCount = 0
    var position: LogPosition?
    try recovered.replay(from: storage) { logged throws(SearchError) in
      for operation in logged.operations {
        let operation = storedOnly ? operation.storedOnly : operation
        if case .deleteAll = operation { self.position.withLock { $0?.deletesAll = true } }
        try schema.check(logged: operation)
        byteCount += operation.byteCountHint
        piece.append(operation)
      }
      position = logged.end
      batchCount += 1
      guard byteCount >= pieceByteCount else { return }
      try apply(replayed: piece, files, upTo: logged.end)
      piece = WriteBatch()
      byteCount = 0
    }
    if let position { try apply(replayed: piece, files, upTo: position) }
    add(losses: [recovered.manifestDamage, recovered.log.loss].compactMap(\.self))
    return batchCount
  }

  private func apply(
    replayed piece: WriteBatch, _ files: DurableIndex?, upTo position: LogPosition
  ) throws(SearchError) {
    try writing.withLock { (writer) throws(SearchError) in
      let start = tuning.now()
      let outcome = piece.outcome
      let changes = try goingOn { () throws(SearchError) in
        let old = state
        return try SegmentChanges(outcome, old.members, old.bookmarks, schema, options, tuning) {
          (image) throws(SearchError) in try IndexState.Member(onHeap: image, schema)
        }
      }
      publish(changes.members, changes.bookmarks, isWhole: outcome.deletesAll)
      writer.unsavedWork += start.duration(to: tuning.now())
      if let files, state.memoryByteCount > options.memoryLimit,
        writer.checkpoints.allowsAttempt(at: tuning.now())
      {
        // If there is no room for a file, opening continues in memory: reading what is there comes
        // first. After the last batch, the log begins anew.
        try? writeCheckpoint(
          &writer, files, upTo: position.lsn < files.log.lastLSN ? position : nil)
        try files.check()
      }
      // Small images are as right as larger ones.
      try? mergeHeap()
    }
  }
}
