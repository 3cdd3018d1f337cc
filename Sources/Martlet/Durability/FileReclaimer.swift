import Synchronization

/// Removes the files of an index that are not needed any more, and no others.
///
/// A file is needed by the newest manifest, by the one before it (its own file only, as a record of
/// the previous state), by the log that follows, or by a ``FilePin``. Snapshots that may still
/// open their files, and writers of files that a later manifest will name, have such a pin.
/// Foreign files are left alone.
///
/// The caller must respect one order: a file is removed after the manifest that no longer needs it
/// is durable. Mapped bytes stay valid when their file is removed, so views need no pin.
///
/// Used by any number of threads. A caller that pins existing files must be sure that they exist at
/// that moment, for example through another pin.
final class FileReclaimer: Sendable {
  private let pins = Lock<[String: Int]>([:])

  init() {}

  /// Pins the files called `names` until the returned object is released or deallocated.
  func pin(_ names: Set<String>) -> FilePin {
    pins.withLock { pins in
      for name in names { pins[name, default: 0] += 1 }
    }
    return FilePin(names, of: self)
  }

  /// Releases a pin. Called once for each pin.
  fileprivate func release(_ names: Set<String>) {
    pins.withLock { pins in
      for name in names {
        let count = pins[name, default: 0]
        pins[name] = count > 1 ? count - 1 : nil
      }
    }
  }

  /// The names of the pinned files.
  var pinnedNames: Set<String> { pins.withLock { Set($0.keys) } }

  /// Returns those of `names` that may be removed once `manifest` is the newest one and durable.
  func removable(_ names: [String], newest manifest: Manifest) -> [String] {
    unneeded(names, newest: manifest).removable
  }

  /// Returns those of `names` that `manifest` does not need once it is the newest one and durable:
  /// the ones that may be removed, and the ones that are pinned. Both are told from one look at the
  /// pins, so that a file whose last pin is released meanwhile is among either.
  func unneeded(
    _ names: [String], newest manifest: Manifest
  ) -> (removable: [String], pinned: [String]) {
    var removable = unneeded(names, by: manifest)
    let pins = PlantedBug.reclaimsPinnedFiles.isPlanted ? [] : pinnedNames
    let middle = removable.partition(by: pins.contains)
    let pinned = Array(removable[middle...])
    removable.removeSubrange(middle...)
    return (removable, pinned)
  }

  private func unneeded(_ names: [String], by manifest: Manifest) -> [String] {
    let needed = manifest.fileNames
    return names.filter { name in
      guard let kind = FileName(name), !needed.contains(name) else { return false }
      return switch kind {
      case .lock, .removal, .temporary, .tornLog: false
      case .manifest(let generation): generation < manifest.generation &- 1
      case .log(let sequence): sequence < manifest.firstLogSequence
      case .segment, .liveDocuments: true
      }
    }
  }

  /// Removes what earlier writers left in the index that `manifest` describes. Only the writer may
  /// call this, before it creates files.
  ///
  /// - Precondition: `manifest` is durable.
  func removeLeftovers(
    from storage: any Storage, newest manifest: Manifest,
    afterListing check: () throws(SearchError) -> Void
  ) throws(SearchError) {
    let names = try storage.list()
    try check()
    let unfinished = names.filter { name in
      if case .temporary = FileName(name) { true } else { false }
    }
    remove(unfinished + removable(names, newest: manifest), from: storage)
  }

  /// Removes unfinished files and the files of segments that are among `names` and not among
  /// `named`, the files that any manifest names. Only the writer may call this, before it creates
  /// files.
  func removeUnnamed(_ names: [String], besides named: Set<String>, from storage: any Storage) {
    let unnamed = names.filter { name in
      switch FileName(name) {
      case .temporary: true
      case .segment, .liveDocuments: !named.contains(name)
      case .lock, .removal, .manifest, .log, .tornLog, nil: false
      }
    }
    remove(unnamed, from: storage)
  }

  /// Removes the sections of merges whose process was killed: those of segments that this process
  /// is not writing. Only the writer may call this.
  func removeAbandonedSections(from storage: any Storage, ifAfterListing isOwner: () -> Bool) {
    let names = (try? storage.list()) ?? []
    guard isOwner() else { return }
    // After the list: a segment is pinned before the first of its sections is there.
    let pinned = pinnedNames
    let abandoned = names.filter { name in
      guard let segment = FileName(name)?.segmentOfSection else { return false }
      return !pinned.contains(name) && !pinned.contains(FileName.segment(segment).text)
    }
    remove(abandoned, from: storage)
  }

  /// Removes the files called `names`. What cannot be removed, such as a folder of such a name, is
  /// skipped and tried again the next time.
  func remove(_ names: [String], from storage: any Storage) {
    for name in names { try? storage.remove(name) }
  }
}

/// Pins files: keeps them from being removed while they may still be opened.
final class FilePin: Sendable {
  /// The names of the pinned files.
  let names: Set<String>
  private let reclaimer: FileReclaimer
  private let isReleased = Atomic(false)

  fileprivate init(_ names: Set<String>, of reclaimer: FileReclaimer) {
    self.names = names
    self.reclaimer = reclaimer
  }

  deinit { release() }

  /// Unpins the files. Releasing twice is harmless.
  func release() {
    if !isReleased.exchange(true, ordering: .relaxed) { reclaimer.release(names) }
  }
}
