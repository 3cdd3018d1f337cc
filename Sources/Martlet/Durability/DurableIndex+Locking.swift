/// Releasing the lock of the writer, and taking it again when another process may have written.
extension DurableIndex {
  /// Releases the lock, so that another process can write, until ``relock()``. All changes must be
  /// in the log or in files that the manifest names.
  func unlock() { lock.release() }

  /// True while this object holds the lock.
  var isLocked: Bool { lock.isHeld }

  /// Makes sure that the folder still has the lock, if it is held. Otherwise the folder may be
  /// gone, or another writer at work in its place.
  ///
  /// - Throws: `durabilityUnknown`; from then on, nothing is written.
  @inline(never)
  func requireLockFile() throws(SearchError) {
    guard lock.isLost else { return }
    throw latch.close(because: .lostLock(of: storage, "what is written here would be lost"))
  }

  /// True if the folder does not have the log any more that this writer appends to, and it is
  /// nobody else's right to remove that. Memory has everything: a checkpoint takes the place of the
  /// log.
  var hasLostLog: Bool {
    // The lock comes last: once it is released, another writer may apply the log, and remove it.
    log.filePresence != .present && isLocked
  }

  /// Writes nothing any more, because changes may be lost.
  ///
  /// - Returns: The error that every call throws from now on.
  func stop(because error: SearchError) -> SearchError { latch.close(because: error) }

  /// True while the lock is held and the folder has it, so that files in the folder may be removed.
  var ownsFolder: Bool { isLocked && !lock.isLost }

  /// Returns what `body` returns, which writes, if the folder has the lock before and after that.
  ///
  /// - Throws: As ``requireLockFile()``, also in place of an error of `body`.
  func withLockFile<Result>(
    _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    try requireLockFile()
    do throws(SearchError) {
      let result = try body()
      try requireLockFile()
      return result
    } catch {
      try requireLockFile()
      throw error
    }
  }

  /// Takes the lock again, unless another writer has changed the index meanwhile.
  ///
  /// - Returns: In that case the lock, for opening the index again: these files must not be used
  ///   for writing any more, and do not have the lock.
  /// - Throws: `writerBusy` if another writer has the index open; `readOnly`, `io`.
  func relock() throws(SearchError) -> (any WriterLock)? {
    let acquired = try storage.acquireWriterLock()
    do throws(SearchError) {
      // Another index may have been made in the folder, with the same numbers.
      let newest = try ManifestStore.readNewest(from: storage, forWriting: true)
      guard newest?.indexID == manifest.indexID, newest?.generation == manifest.generation,
        try isLogSame()
      else { return acquired }
      // Not before it is known that nothing has changed: a flush may be waiting for the lock.
      lock.replace(acquired)
      return nil
    } catch {
      acquired.release()
      throw error
    }
  }

  /// Returns true if the log ends where this writer has seen its end.
  ///
  /// Every writer continues the log in a file of its own. As long as this one has none, the one
  /// before may go on in the last file, which is read from where it was left.
  private func isLogSame() throws(SearchError) -> Bool {
    guard (try LogRecovery.sequences(in: storage).last ?? 0) < log.nextSequence else {
      return false
    }
    let known = log.lastLSN
    // A log that is only missing was not removed by a writer: that would have made a manifest.
    guard !log.hasFile else { return log.filePresence != .replaced }
    let manifest = manifest
    return seenTail.withLock { seen in
      // A manifest of this writer's own has retired what was seen before.
      if seen?.generation != manifest.generation { seen = nil }
      var tail = seen?.tail ?? LogTail(manifest, after: known)
      do throws(SearchError) {
        try tail.read(from: storage, flushed: 0) { _ in }
      } catch {
        // Opening again tells what is wrong.
        return false
      }
      seen = (tail, manifest.generation)
      return tail.lastLSN == known
    }
  }

  /// Returns the lock, for opening the index again. From then on this object must not be used for
  /// writing.
  ///
  /// - Precondition: The lock is held.
  func handOver() -> any WriterLock { lock.take() }
}
