extension SearchIndex {
  /// The size at which a batch is written, in bytes.
  private static var batchByteLimit: Int { 8 << 20 }

  /// Puts all documents of another index into this one, which is empty, made again from what that
  /// one has stored.
  ///
  /// - Throws: `CancellationError`; `schemaMismatch` if a field cannot be made of what is stored;
  ///   the errors of reading, decoding and writing.
  func refill(
    from old: IndexState, _ cancellation: SearchCancellation,
    _ report: (@Sendable (ImportProgress) -> Void)?
  ) throws {
    let start = ContinuousClock.now
    var progress = ImportProgress(expectedCount: old.segments.documentCount)
    var batch = WriteBatch()
    var byteCount = 0
    func write() throws {
      if cancellation.isRequested { throw CancellationError() }
      guard !batch.operations.isEmpty else { return }
      try core.write(batch)
      progress.elapsed = start.duration(to: .now)
      report?(progress)
      batch = WriteBatch()
      byteCount = 0
    }
    try old.forEachDocument { document in
      let operation = LogOperation.put(try codec.input(again: document))
      batch.append(operation)
      byteCount += operation.byteCountHint
      progress.documentCount += 1
      progress.byteCount += document.stored.count
      if byteCount >= Self.batchByteLimit { try write() }
    }
    try write()
  }
}

extension DocumentCodec {
  /// Returns a document of another index in the form that this one takes.
  ///
  /// - Throws: `documentUnreadable` if what is stored cannot be decoded; `documentRejected` if the
  ///   document cannot be indexed; `schemaMismatch` if it has lost a field.
  fileprivate func input(
    again document: IndexState.StoredDocument
  ) throws(SearchError) -> InputDocument {
    var input = try input(try self.document(key: document.key, stored: document.stored))
    // The stored bytes are kept as they are, including members that a newer type lacks.
    if storesAll { input.stored = document.stored }
    for field in schema.textFields where !input.values.contains(where: { $0.field == field.id }) {
      let name = field.definition.name
      guard try document.hasWords(in: name) else { continue }
      throw SearchError(
        .schemaMismatch,
        "documents of the index have words in the field \"\(name)\" that are not stored, so the field "
          + "cannot be made again from what is stored; rebuild the index from its source")
    }
    return input
  }
}
