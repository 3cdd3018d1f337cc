/// A folder that may have an index, which need not be readable.
struct IndexFolder {
  private let storage: any Storage

  init(_ storage: any Storage) { self.storage = storage }

  /// True if the folder has a manifest, or a file that belonged to one, and is not being removed.
  var hasIndex: Bool {
    get throws(SearchError) {
      try storage.indexFiles().contains { FileName($0)?.isEvidence ?? false }
    }
  }

  /// Removes all files of the index, also after a removal that was interrupted.
  ///
  /// - Throws: `writerBusy` if a writer has the index open; `readOnly`, `io`.
  func removeIndex() throws(SearchError) {
    let hasBegun = try IndexRemoval.hasBegun(in: storage)
    if try !hasIndex, !hasBegun { return }
    let lock = try storage.acquireWriterLock()
    defer { lock.release() }
    try IndexRemoval.run(in: storage)
    try storage.remove(FileName.lock.text)
  }
}
