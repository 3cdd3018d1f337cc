import Synchronization

/// Removes the files of an index that nobody needs any more, and no others.
///
/// A file is needed by the newest manifest, by the one before it (its own file only, to see what
/// was), by the log that follows, or by a ``FileHold``: a snapshot that may still open its files,
/// or somebody who writes a file that a later manifest will name. Foreign files are left alone.
///
/// Order matters only for the caller: a file is removed after the manifest that no longer needs it
/// is durable. Removing keeps mapped bytes valid, so views need no hold.
///
/// Used by any number of threads. Whoever takes a hold on existing files must be sure of them at
/// that moment, for example through another hold.
package final class FileReclaimer: Sendable {
  private let holds = Lock<[String: Int]>([:])

  package init() {}

  /// Keeps `names` until the returned object is released or let go.
  package func hold(_ names: Set<String>) -> FileHold {
    holds.withLock { holds in
      for name in names { holds[name, default: 0] += 1 }
    }
    return FileHold(names, of: self)
  }

  /// Gives a hold back. Called once for each hold.
  fileprivate func release(_ names: Set<String>) {
    holds.withLock { holds in
      for name in names {
        let count = holds[name, default: 0]
        holds[name] = count > 1 ? count - 1 : nil
      }
    }
  }

  /// Names that somebody holds.
  package var heldNames: Set<String> { holds.withLock { Set($0.keys) } }

  /// Returns those of `names` that may be removed when `manifest` is the newest one and durable.
  func removable(_ names: [String], newest manifest: Manifest) -> [String] {
    let held = PlantedBug.reclaimsHeldFiles.isPlanted ? [] : heldNames
    let needed = manifest.fileNames.union(held)
    return names.filter { name in
      guard let kind = FileName(name), !needed.contains(name) else { return false }
      return switch kind {
      case .lock, .temporary, .tornLog: false
      case .manifest(let generation): generation < manifest.generation &- 1
      case .log(let sequence): sequence < manifest.firstLogSequence
      case .segment, .liveDocuments: true
      }
    }
  }

  /// Removes what earlier writers left in the index that `manifest` describes. Only for the writer,
  /// before it makes files.
  ///
  /// - Precondition: `manifest` is durable.
  func removeLeftovers(from storage: any Storage, newest manifest: Manifest) throws(SearchError) {
    let names = try storage.list()
    let unfinished = names.filter { name in
      if case .temporary = FileName(name) { true } else { false }
    }
    remove(unfinished + removable(names, newest: manifest), from: storage)
  }

  /// Removes the files called `names`. What cannot be removed, such as a folder of such a name, is
  /// passed over and tried again the next time.
  package func remove(_ names: [String], from storage: any Storage) {
    for name in names { try? storage.remove(name) }
  }
}

/// Keeps files from being removed while somebody may still open them.
package final class FileHold: Sendable {
  /// The files that are kept.
  package let names: Set<String>
  private let reclaimer: FileReclaimer
  private let isReleased = Atomic(false)

  fileprivate init(_ names: Set<String>, of reclaimer: FileReclaimer) {
    self.names = names
    self.reclaimer = reclaimer
  }

  deinit { release() }

  /// Lets the files go. Releasing twice is harmless.
  package func release() {
    if !isReleased.exchange(true, ordering: .relaxed) { reclaimer.release(names) }
  }
}
