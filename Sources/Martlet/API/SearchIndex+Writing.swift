import Dispatch

extension SearchIndex {
  /// Applies the changes of a batch, all or none, without blocking the actor of the caller.
  ///
  /// When this method returns, every search finds the changes, and they survive failures as the
  /// ``Durability`` of the index promises. If the closure throws, nothing changes.
  ///
  /// Writers take turns. A turn lasts from the start of the closure until its batch is applied, so
  /// whatever the closure reads from the index is still true when the batch is applied.
  ///
  /// A task that is cancelled before its closure starts gets a `CancellationError`, and nothing
  /// changes. From then on the write goes on to its end. A closure that had to wait for its turn,
  /// and every closure with a lock for each write, runs outside the task, without its task-local
  /// values.
  ///
  /// - Parameter body: A closure that adds changes to a batch. Its result is returned.
  /// - Precondition: The closure does not write to the same index in any other way. The program
  ///   ends with a message if it does so on its own thread.
  /// - Throws: The error of the closure; `CancellationError`; `readOnly` if the index was opened
  ///   for reading; `closed` if it was closed; `suspended` if it is suspended, or was while the
  ///   closure ran; `limitExceeded` if a limit would be exceeded, such as the number of documents
  ///   or the size of all bookmarks; `corrupted` if a key cannot be looked up in a segment; with a
  ///   lock for each write, `writerBusy` if another writer keeps it, `notFound` if another index
  ///   has taken this one's place, and `schemaMismatch` if a newer program has added fields;
  ///   `diskFull` or `io` if the batch cannot be written, after which you can go on using the index
  ///   as soon as there is room. After each of these errors nothing has changed. After
  ///   `durabilityUnknown`, the batch may or may not be in the index, and nothing more can be
  ///   written: open the index again to see its state.
  @concurrent
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout Batch<Document>) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let cancellation = SearchCancellation()
    let end = IndexCore.endOfPatience()
    let (result, lsn) = try await withTaskCancellationHandler {
      try await writers.async(mayBlock: core.mayBlockWriters) {
        try self.applying(body, waitingUntil: end) { cancellation.isRequested }
      }
    } onCancel: {
      cancellation.request()
    }
    if let lsn { try await keep(lsn) }
    return result
  }

  /// Waits until the batch survives failures as the options promise.
  ///
  /// This blocks a thread of the cooperative pool for no longer than a change of threads would
  /// take.
  private func keep(_ lsn: LogSequenceNumber) async throws {
    if try core.keepQuickly(lsn) { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      core.flushes.async { continuation.resume(with: Swift.Result { try self.core.keep(lsn) }) }
    }
  }

  /// Applies the changes of a batch, all or none, on the calling thread.
  ///
  /// The calling thread waits for its turn. See ``write(_:)``.
  ///
  /// - Parameter body: A closure that adds changes to a batch. Its result is returned.
  /// - Precondition: The closure does not write to the same index in any other way.
  /// - Throws: The errors of ``write(_:)``.
  @available(*, noasync, message: "Use write(_:), which does not block the thread.")
  @discardableResult
  public func writeSync<Result>(
    _ body: (inout Batch<Document>) throws -> Result
  ) throws -> Result {
    WriteScope.requireOutside(writers)
    let end = IndexCore.endOfPatience()
    let (result, lsn) = try writers.sync { try applying(body, waitingUntil: end) { false } }
    if let lsn { try core.keep(lsn) }
    return result
  }

  /// Returns the result of the closure, and the number of its batch in the log, or nil if the batch
  /// is empty.
  ///
  /// - Parameters:
  ///   - end: The end of the wait for the lock.
  ///   - isCancelled: Tells that the closure is not to run.
  /// - Throws: `CancellationError` in place of it.
  private func applying<Result>(
    _ body: (inout Batch<Document>) throws -> Result,
    waitingUntil end: ContinuousClock.Instant, isCancelled: () -> Bool
  ) throws -> (Result, LogSequenceNumber?) {
    if isCancelled() { throw CancellationError() }
    let session: Int
    do {
      session = try core.beginWriting(waitingUntil: end, isCancelled: isCancelled)
    } catch {
      if isCancelled() { throw CancellationError() }
      throw error
    }
    defer { core.endWriting(session) }
    if isCancelled() { throw CancellationError() }
    var batch = Batch(codec, core)
    let result = try WriteScope.run(writers) { try body(&batch) }
    return (result, batch.isEmpty ? nil : try core.apply(batch.changes, in: session))
  }
}
