/// An empty folder for a copy of an index, from which others are kept away while it is filled.
///
/// Nothing is removed from a folder that another writer was the first to use.
struct EmptyFolder {
  private let path: String
  private let storage: FileStorage

  /// Opens the folder at `path`, which is created if it is missing.
  ///
  /// - Throws: `io` if it is not empty or the system refuses access.
  init(path: String, _ options: IndexOptions) throws(SearchError) {
    self.path = path
    storage = try FileStorage(
      path: path, createIfMissing: true, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    try requireEmpty([])
  }

  /// Returns the result of `body`, which makes an index in the folder and has the lock of its writer.
  /// If it throws or returns nil, the files of the index are removed.
  ///
  /// - Throws: `writerBusy` if another writer has the folder; `io` if it has had it since this value
  ///   was made; the errors of `body`.
  func fill<Result>(
    _ body: (any Storage, any WriterLock) throws(SearchError) -> Result?
  ) throws(SearchError) -> Result? {
    let lock = try storage.acquireWriterLock()
    defer { lock.release() }
    try requireEmpty([FileName.lock.text])
    var result: Result?
    defer { if result == nil { clear() } }
    result = try body(storage, lock)
    return result
  }

  private func requireEmpty(_ allowed: Set<String>) throws(SearchError) {
    guard try allowed.isSuperset(of: storage.list()) else {
      throw SearchError(
        .io, "expected an empty folder at \(path), found files in it; name a new one")
    }
  }

  private func clear() {
    for name in (try? storage.list()) ?? [] where FileName(name) != nil {
      try? storage.remove(name)
    }
  }
}
