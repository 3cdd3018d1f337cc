/// A folder that may have an index, which need not be readable.
struct IndexFolder {
  private let storage: any Storage

  init(_ storage: any Storage) { self.storage = storage }

  /// True if the folder has a manifest, or a file that belonged to one.
  var hasIndex: Bool {
    get throws(SearchError) { try storage.list().contains { FileName($0)?.isEvidence ?? false } }
  }

  /// Removes all files of the index. Manifests come last, so that an interrupted removal can be
  /// repeated.
  ///
  /// - Throws: `writerBusy` if a writer has the index open; `readOnly`, `io`.
  func removeIndex() throws(SearchError) {
    guard try hasIndex else { return }
    let lock = try storage.acquireWriterLock()
    defer { lock.release() }
    var manifests: [FileName] = []
    for name in try storage.list().compactMap({ FileName($0) }) where name != .lock {
      if case .manifest = name { manifests.append(name) } else { try storage.remove(name.text) }
    }
    for manifest in manifests { try storage.remove(manifest.text) }
    try storage.remove(FileName.lock.text)
    try storage.synchronizeDirectory(.durable)
  }
}
