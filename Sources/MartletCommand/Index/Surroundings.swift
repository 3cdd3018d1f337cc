import Martlet

/// The folder in which an index may be created, so that a run that fails can restore it.
struct Surroundings {
  private let storage: FileStorage
  /// The files that were there before and have names like those of an index.
  private let filesBefore: Set<String>
  /// The files of the index that this run has created.
  private var madeFiles: Set<String> = []

  /// Opens the folder, or creates it. The result is nil if the folder has an index.
  ///
  /// - Throws: The error if the folder cannot be created or listed.
  init?(_ folder: String) throws(SearchError) {
    storage = try FileStorage(path: folder, createIfMissing: true)
    filesBefore = try Self.ownFiles(in: storage)
    if Self.hasManifest(filesBefore) { return nil }
  }

  /// Returns true if the folder has an index.
  static func hasIndex(_ folder: String) -> Bool {
    guard let storage = try? FileStorage(path: folder, createIfMissing: false),
      let names = try? ownFiles(in: storage)
    else { return false }
    return hasManifest(names)
  }

  /// Returns true if the name is that of a file of an index.
  static func isIndexFile(_ name: String) -> Bool { FileName(name) != nil }

  /// Records the files of the index that was just created, and is open for writing.
  mutating func noteIndex() throws(SearchError) {
    madeFiles = try Self.ownFiles(in: storage).subtracting(filesBefore)
  }

  /// Removes the files of the index, which must be closed, and the folders that this run has
  /// created, if they are empty.
  ///
  /// Nothing is removed if another program has the index open, or has written to it since.
  func restore() {
    if let lock = try? storage.acquireWriterLock() {
      removeFiles()
      lock.release()
    }
    for folder in storage.madeFolders { FileStorage.removeEmptyFolder(folder) }
  }

  /// Removes the files of the index. The lock is the last: while it is there, no other program
  /// creates files.
  private func removeFiles() {
    let lock: Set = [FileName.lock.text]
    guard let found = try? Self.ownFiles(in: storage),
      found.subtracting(lock).isSubset(of: madeFiles.union(filesBefore))
    else { return }
    for name in madeFiles.subtracting(lock).sorted() + lock.subtracting(filesBefore) {
      try? storage.remove(name)
    }
  }

  /// Removes the index in a folder, so that another one can be made there. Has no effect if there
  /// is none.
  ///
  /// - Throws: `writerBusy` if another program has the index open for writing; `io` if the folder
  ///   has other files, among which no index is made; `readOnly`. Nothing is removed then.
  static func removeIndex(in folder: String) throws(SearchError) {
    // Also what is left of one.
    guard try SearchIndex<Record>.exists(path: folder) else { return }
    try DurableIndex.refuseForeignFiles(in: FileStorage(path: folder, createIfMissing: false))
    try SearchIndex<Record>.remove(path: folder)
  }

  /// Returns the names in the folder that are exactly those of an index's files.
  private static func ownFiles(in storage: FileStorage) throws(SearchError) -> Set<String> {
    Set(try storage.list().filter { FileName($0) != nil })
  }

  private static func hasManifest(_ names: Set<String>) -> Bool {
    names.contains(where: isManifest)
  }

  /// Returns true if the name is that of a manifest, so that its folder has an index.
  static func isManifest(_ name: String) -> Bool {
    if case .manifest = FileName(name) { true } else { false }
  }
}
