import Dispatch

extension SearchIndex {
  /// Makes changes, all or none, away from the caller's actor.
  ///
  /// When this returns, every search finds the changes. When the closure throws, nothing has
  /// changed. Writers take turns, each from the start of its closure, so what a closure reads of the
  /// index stays true until its batch is in.
  ///
  /// - Precondition: The closure does not write to the same index in another way.
  /// - Throws: What the closure throws; `readOnly`, `closed`; `diskFull`, and then nothing has
  ///   changed; `durabilityUnknown`, and then reopen the index to see what is in it.
  @concurrent
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout Batch<Document>) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      writers.async { continuation.resume(with: Swift.Result { try self.applying(body) }) }
    }
  }

  /// Makes changes, all or none, on the calling thread, which waits for its turn.
  ///
  /// - Precondition: The closure does not write to the same index in another way.
  /// - Throws: As ``write(_:)``.
  @discardableResult
  public func writeSync<Result>(
    _ body: (inout Batch<Document>) throws -> Result
  ) throws -> Result {
    try writers.sync { try applying(body) }
  }

  private func applying<Result>(
    _ body: (inout Batch<Document>) throws -> Result
  ) throws -> Result {
    var batch = Batch(coder)
    let result = try body(&batch)
    if !batch.isEmpty { try core.write(batch.changes) }
    return result
  }

  /// Writes what is in memory to a segment file, and retires the log.
  ///
  /// Happens by itself when memory is full and at ``close()``; nothing is lost without it.
  ///
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `durabilityUnknown`.
  public func checkpoint() throws(SearchError) { try core.checkpoint() }

  /// Rewrites the index as one segment without deleted documents: the smallest and quickest form,
  /// for an index that will change little.
  ///
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `corrupted`.
  /// - Complexity: Reads and writes the whole index; needs its size on the disk meanwhile.
  public func compact() throws(SearchError) { try core.compact() }

  /// Ends writing: makes everything durable and lets another writer in. Searches go on.
  ///
  /// - Throws: `diskFull`, `io`, `durabilityUnknown`.
  public func close() throws(SearchError) { try core.close() }
}
