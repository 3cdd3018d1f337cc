import Dispatch
import Synchronization

/// Removing files that are not needed any more.
extension IndexCore {
  /// Removes the inputs of merges, which were still in use when the manifest without them was
  /// written.
  ///
  /// Removing gigabytes takes a while, and no writer should wait for that. Only the names of
  /// segments are never given again, not even by another process.
  ///
  /// - Returns: True if other files stay because they are in use at this moment.
  // Inlined, it would be 2 kB in each of its callers.
  @inline(never) @discardableResult
  func reclaim() -> Bool {
    let (segments, areOthersInUse) = writing.withLock { writer -> ([String], Bool) in
      guard let files = try? writableFiles(writer) else { return ([], false) }
      var (names, areOthersInUse) = files.unneededFiles()
      let middle = names.partition { if case .segment = FileName($0) { true } else { false } }
      files.reclaimer.remove(Array(names[..<middle]), from: storage)
      return (Array(names[middle...]), areOthersInUse)
    }
    files?.reclaimer.remove(segments, from: storage)
    return areOthersInUse
  }

  /// Removes the files that are not needed any more, those that searches, snapshots and hits still
  /// use as soon as they do not: waits for searches, and looks again for the others in the
  /// background.
  func reclaimWhenUnused() {
    for pause in [1, 4, 16, 64] {
      guard reclaim() else { return }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(pause))
    }
    if reclaim() { reclaimLater(after: 100) }
  }

  /// Looks again for files that are not in use any more, after some milliseconds.
  func reclaimLater(after pause: Int) {
    guard !isReclaimAwaited.exchange(true, ordering: .relaxed) else { return }
    background.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      guard let self else { return }
      isReclaimAwaited.store(false, ordering: .relaxed)
      guard !isEnding else { return }
      let next = min(pause * 2, 2_000)
      do throws(SearchError) {
        try whileLocked { (_) throws(SearchError) in
          if reclaim() { reclaimLater(after: next) }
        }
      } catch {
        // Unless another process writes at this moment, nothing can be removed any more.
        if error.code == .writerBusy { reclaimLater(after: next) }
      }
    }
  }
}
