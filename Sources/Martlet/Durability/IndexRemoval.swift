/// The removal of all files of an index.
///
/// A manifest becomes the mark, the file ``FileName/removal``, before the first file is removed,
/// and the mark goes after the last one. While it is there, the folder has no index, whatever else
/// is left in it: readers find none, and the next writer finishes the removal. So an index is there
/// or is not, also for a process that opens the folder meanwhile, or after a crash. Renaming needs
/// no room on a full disk, and an index without a manifest needs no mark: it cannot be opened
/// anyway.
enum IndexRemoval {
  /// Returns true if a removal has begun in `storage` and not ended.
  static func hasBegun(in storage: any Storage) throws(SearchError) -> Bool {
    try storage.list().contains(FileName.removal.text)
  }

  /// Finishes a removal that has begun in `storage`. The caller has the lock of the writer.
  ///
  /// - Throws: As ``run(in:)``.
  static func finish(in storage: any Storage) throws(SearchError) {
    if try hasBegun(in: storage) { try run(in: storage) }
  }

  /// Removes all files of an index in `storage` but the lock, which the caller must have.
  ///
  /// - Throws: `readOnly`, `io`, `durabilityUnknown`, after which the folder has no index if it has
  ///   the mark.
  static func run(in storage: any Storage) throws(SearchError) {
    let mark = FileName.removal.text
    var names = try storage.list()
    if !names.contains(mark), let manifest = names.firstIndex(where: isManifest) {
      try storage.rename(names.remove(at: manifest), to: mark)
      try storage.synchronizeDirectory(.ordered)
    }
    names.removeAll { name in
      let kind = FileName(name)
      return kind == nil || kind == .lock || kind == .removal
    }
    for name in names { try storage.remove(name) }
    try storage.synchronizeDirectory(.ordered)
    try storage.remove(mark)
    try storage.synchronizeDirectory(.durable)
  }

  private static func isManifest(_ name: String) -> Bool {
    if case .manifest = FileName(name) { true } else { false }
  }
}

extension Storage {
  /// Returns the names of the files of the index; none while the index is being removed.
  func indexFiles() throws(SearchError) -> [String] {
    let names = try list()
    return names.contains(FileName.removal.text) ? [] : names.filter { FileName($0) != nil }
  }
}
