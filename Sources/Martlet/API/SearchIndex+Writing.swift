import Dispatch

extension SearchIndex {
  /// Makes changes, all or none, away from the caller's actor.
  ///
  /// When this returns, every search finds the changes, and they survive what the options'
  /// ``Durability`` says. When the closure throws, nothing has changed. Writers take turns, each from the start of its closure, so what a closure reads of the
  /// index stays true until its batch is in.
  ///
  /// - Precondition: The closure does not write to the same index in another way.
  /// - Throws: What the closure throws, and then nothing has changed, as with every error but one.
  ///   `readOnly`, `closed`; `limitExceeded` when there would be too many documents or bookmarks;
  ///   `corrupted` when a segment cannot be asked for its keys; `diskFull`, `io`, and then the same
  ///   index goes on as soon as there is room. The one is `durabilityUnknown`: the batch may or may
  ///   not have happened, nothing more is written, and opening the index again shows what is there.
  @concurrent
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout Batch<Document>) throws -> Result
  ) async throws -> Result {
    let (result, lsn) = try await writers.async { try self.applying(body) }
    if let lsn { try await keep(lsn) }
    return result
  }

  /// Waits until the batch survives what the options say, without blocking a thread of the pool for
  /// longer than changing threads would take.
  private func keep(_ lsn: LogSequenceNumber) async throws {
    if try core.keepQuickly(lsn) { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      core.flushes.async { continuation.resume(with: Swift.Result { try self.core.keep(lsn) }) }
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
    let (result, lsn) = try writers.sync { try applying(body) }
    if let lsn { try core.keep(lsn) }
    return result
  }

  /// The closure's result, and the number of its batch unless that is empty.
  private func applying<Result>(
    _ body: (inout Batch<Document>) throws -> Result
  ) throws -> (Result, LogSequenceNumber?) {
    var batch = Batch(coder)
    let result = try body(&batch)
    return (result, batch.isEmpty ? nil : try core.apply(batch.changes))
  }

  /// Makes everything that was written before survive a loss of power, at any level of durability.
  ///
  /// Happens by itself within a tenth of a second at level `normal`, and before `write` returns at
  /// level `full`. Call it before an application is suspended.
  ///
  /// - Throws: `readOnly`, `closed`, `durabilityUnknown`; at level `none` what ``checkpoint()``
  ///   throws.
  public func sync() throws(SearchError) { try core.synchronize() }

  /// Writes what is in memory to a segment file, and retires the log.
  ///
  /// Happens by itself when memory is full and at ``close()``; nothing is lost without it.
  ///
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `durabilityUnknown`.
  public func checkpoint() throws(SearchError) { try core.checkpoint() }

  /// Rewrites the index as one segment without deleted documents: the smallest and quickest form,
  /// for an index that will change little.
  ///
  /// - Parameter reordering: Whether to put documents near those that they share words with, which makes
  ///   the index smaller and most searches quicker. Documents with equal scores then change places.
  /// - Throws: `readOnly`, `closed`, `diskFull`, `io`, `corrupted`.
  /// - Complexity: Reads and writes the whole index; needs its size on the disk meanwhile. Reordering takes
  ///   about as long again, and up to 256 MiB of memory, besides 40 bytes for each document.
  public func compact(reordering: Bool = false) throws(SearchError) {
    try core.compact(reordering: reordering)
  }

  /// Ends writing: makes everything durable and lets another writer in. Searches go on.
  ///
  /// - Throws: `diskFull`, `io`, `durabilityUnknown`.
  public func close() throws(SearchError) { try core.close() }
}
