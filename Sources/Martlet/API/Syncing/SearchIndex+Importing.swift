extension SearchIndex {
  /// Puts many documents into the index, in batches of bounded size and on all cores.
  ///
  /// ```swift
  /// let result = try await index.importAll(allNotes) { progress in
  ///   print(progress.fraction ?? 0, progress.remaining ?? .zero)
  /// }
  /// ```
  ///
  /// Documents are taken one by one, so a sequence that makes them as it goes needs little memory.
  /// It has to be a type of yours that is `Sendable`, or an `AsyncStream`: what `map` returns for a
  /// lazy sequence is not, so `(0..<n).lazy.map { … }` makes an array of all documents first.
  /// Each batch is searchable once it is written. A cancelled task stops after the batch that is
  /// being written, and the import ends with a `CancellationError`; what was written stays. To go
  /// on later, name a ``ImportOptions/bookmark``.
  ///
  /// - Parameters:
  ///   - documents: The documents. One with a key that the index has replaces that document.
  ///   - options: The choices.
  ///   - progress: Called after each batch, never twice at a time.
  /// - Returns: The numbers at the end.
  /// - Throws: `CancellationError`; `documentRejected`, with the index of the document, if a
  ///   document is rejected and rejected documents are not left out; `unsuitableValue` if the
  ///   bookmark is not one of an import, or of one of more documents; the errors of ``write(_:)``.
  @concurrent
  @discardableResult
  public func importAll(
    _ documents: some Sequence<Document> & Sendable, options: ImportOptions = ImportOptions(),
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> ImportProgress {
    var options = options
    // Of other sequences it is a lower bound. A collection that would have to count has 0.
    let known = documents is any Collection ? documents.underestimatedCount : 0
    if options.expectedCount == nil, known > 0 { options.expectedCount = known }
    return try await importing(options, progress) { run in
      var number = 0
      for document in documents {
        number += 1
        if number <= run.progress.resumedCount { continue }
        try await take(document, &run)
      }
      return number
    }
  }

  /// Puts the documents of an asynchronous sequence into the index, in batches of bounded size and
  /// on all cores.
  ///
  /// See ``importAll(_:options:progress:)``.
  ///
  /// - Throws: As for a sequence, and the errors of `documents`.
  @concurrent
  @discardableResult
  public func importAll<Documents: AsyncSequence & Sendable>(
    from documents: Documents, options: ImportOptions = ImportOptions(),
    progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) async throws -> ImportProgress where Documents.Element == Document {
    try await importing(options, progress) { run in
      var number = 0
      for try await document in documents {
        number += 1
        if number <= run.progress.resumedCount { continue }
        try await take(document, &run)
      }
      return number
    }
  }

  private func take(_ document: Document, _ run: inout ImportRun) async throws {
    try Task.checkCancellation()
    await writers.yieldIfDue()
    let codec = codec
    try await run.take(Result { () throws(SearchError) in try codec.input(document) })
  }

  private func importing(
    _ options: ImportOptions, _ progress: (@Sendable (ImportProgress) -> Void)?,
    _ body: (inout ImportRun) async throws -> Int
  ) async throws -> ImportProgress {
    // Another process may have gone on with the import, or deleted what was imported.
    if core.options.writerLock == .perWrite { try await refresh() }
    let resumed = try resumedCount(options.bookmark)
    let mark = Lock(ImportMark(last: resumed > 0 ? options.bookmark.flatMap(bookmark) : nil))
    var run = ImportRun(
      options, resumed: resumed,
      write: { changes, bookmark in
        try await self.write { batch in
          batch.append(changes)
          guard let name = options.bookmark else { return }
          let known = batch.bookmark(name)
          try batch.setBookmark(name, mark.withLock { $0.next(bookmark, after: known) })
        }
      },
      report: progress)
    do {
      let count = try await body(&run)
      // A stream ends early, and without an error, when its task is cancelled.
      try Task.checkCancellation()
      let resumed = run.progress.resumedCount
      guard count >= resumed else {
        throw SearchError(
          .unsuitableValue,
          "the bookmark says that \(resumed) documents were imported, and only \(count) were given: give "
            + "all documents again in the same order, or remove the bookmark to begin anew")
      }
      return try await run.finish()
    } catch {
      await run.settle()
      throw error
    }
  }

  /// Returns the number of documents that an earlier import with this bookmark has taken.
  private func resumedCount(_ name: String?) throws(SearchError) -> Int {
    let state = core.state
    // Where documents are missing, those that were imported may be among them.
    guard let name, let bytes = bookmark(name), state.damage.isEmpty else { return 0 }
    guard let count = ImportRun.count(inBookmark: bytes) else {
      throw SearchError(
        .unsuitableValue,
        "the bookmark \"\(name)\" has \(bytes.count) bytes that no import has written: use another "
          + "name for the import's bookmark")
    }
    return state.segments.documentCount == 0 ? 0 : count
  }
}

/// The bookmark of an import under way, which is lost when all documents are deleted meanwhile: the
/// next import has to begin anew.
private struct ImportMark {
  /// The bookmark that the import has set; nil before the first batch.
  var last: [UInt8]?
  private var isLost = false

  init(last: [UInt8]?) { self.last = last }

  /// Returns the bookmark to set, or nil for none.
  ///
  /// - Parameter known: The bookmark that the index has.
  mutating func next(_ bookmark: [UInt8]?, after known: [UInt8]?) -> [UInt8]? {
    isLost = isLost || last != nil && known != last
    last = bookmark
    return isLost ? nil : bookmark
  }
}
