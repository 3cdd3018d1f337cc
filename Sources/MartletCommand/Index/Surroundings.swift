import Martlet

/// The folder where an index may be made, so that a run that fails can leave it as it was.
struct Surroundings {
  private let storage: FileStorage
  /// The files with names like those of an index that were there before.
  private let filesBefore: Set<String>
  /// The files of the index that this run has made.
  private var madeFiles: Set<String> = []

  /// Opens the folder, or makes it; nil when it has an index.
  ///
  /// - Throws: When there is no such folder and none can be made, or it cannot be listed.
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

  /// Notes which files the index has that was made just now, and is open for writing.
  mutating func noteIndex() throws(SearchError) {
    madeFiles = try Self.ownFiles(in: storage).subtracting(filesBefore)
  }

  /// Removes the files of the index, which is closed, and the folders that this run has made, if
  /// nothing else is in them.
  ///
  /// Nothing is removed when another program has the index open, or has written to it since.
  func restore() {
    if let lock = try? storage.acquireWriterLock() {
      removeFiles()
      lock.release()
    }
    for folder in storage.madeFolders { FileStorage.removeEmptyFolder(folder) }
  }

  /// The lock comes last: while it is there, nobody else makes files.
  private func removeFiles() {
    let lock: Set = [FileName.lock.text]
    guard let found = try? Self.ownFiles(in: storage),
      found.subtracting(lock).isSubset(of: madeFiles.union(filesBefore))
    else { return }
    for name in madeFiles.subtracting(lock).sorted() + lock.subtracting(filesBefore) {
      try? storage.remove(name)
    }
  }

  /// The names in the folder that are exactly those of an index's files.
  private static func ownFiles(in storage: FileStorage) throws(SearchError) -> Set<String> {
    Set(try storage.list().filter { FileName($0) != nil })
  }

  private static func hasManifest(_ names: Set<String>) -> Bool {
    names.contains { name in
      if case .manifest = FileName(name) { true } else { false }
    }
  }
}
