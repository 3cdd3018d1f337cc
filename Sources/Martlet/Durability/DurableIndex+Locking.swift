/// Releasing the lock of the writer, and taking it again when another process may have written.
extension DurableIndex {
  /// Releases the lock, so that another process can write, until ``relock()``. All changes must be
  /// in the log or in files that the manifest names.
  func unlock() { lock.release() }

  /// True while this object holds the lock.
  var isLocked: Bool { lock.isHeld }

  /// Makes sure that the folder still has the lock, if it is held, and the log. Otherwise the folder
  /// may be gone, or another writer at work in its place.
  ///
  /// - Throws: `durabilityUnknown`; from then on, nothing is written.
  func requireOwnFiles() throws(SearchError) {
    if lock.isLost {
      throw latch.close(because: .lostLock(of: storage, "what is written here would be lost"))
    }
    // Whoever has the lock removes the log once it is applied.
    guard isLocked, let name = log.lostFile else { return }
    throw latch.close(
      because: SearchError(
        .io,
        "the file \(name) of \(storage.displayName) was removed or replaced, so changes that it had, "
          + "and what would be written to it, are lost: open the index again", file: name))
  }

  /// True while the lock is held and the folder has it, so that files in the folder may be removed.
  var ownsFolder: Bool { isLocked && !lock.isLost }

  /// Returns what `body` returns, which writes, if the folder has the lock and the log before and
  /// after that.
  ///
  /// - Throws: As ``requireOwnFiles()``, also in place of an error of `body`.
  func withOwnFiles<Result>(
    _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    try requireOwnFiles()
    do throws(SearchError) {
      let result = try body()
      try requireOwnFiles()
      return result
    } catch {
      try requireOwnFiles()
      throw error
    }
  }

  /// Takes the lock again, unless another writer has changed the index meanwhile.
  ///
  /// - Returns: In that case the lock, for opening the index again: these files must not be used for
  ///   writing any more, and do not have the lock.
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
  /// Every writer continues the log in a file of its own. As long as this one has none, the one before
  /// may go on in the last file, which is read from where it was left.
  private func isLogSame() throws(SearchError) -> Bool {
    guard (try LogRecovery.sequences(in: storage).last ?? 0) < log.nextSequence else {
      return false
    }
    let known = log.lastLSN
    guard !log.hasFile else { return log.lostFile == nil }
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
