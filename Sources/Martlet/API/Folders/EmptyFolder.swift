#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An empty folder for a copy of an index, from which others are kept away while it is filled.
///
/// Nothing is removed from a folder that another writer was the first to use.
struct EmptyFolder {
  private let path: String
  private let storage: FileStorage

  /// Opens the folder at `path`, which is created if it is missing, for those who may read the
  /// source.
  ///
  /// - Parameter source: The index that is copied. A copy in its folder would be lost with it, and
  ///   would keep what is erased there.
  /// - Throws: `io` if it is not empty, is in the folder of `source`, or the system refuses access.
  init(
    path: String, outside source: any Storage, _ options: IndexOptions
  ) throws(SearchError) {
    self.path = path
    if let source = source as? FileStorage { try Self.require(path, outside: source) }
    storage = try FileStorage(
      path: path, createIfMissing: true, like: source as? FileStorage,
      protection: options.fileProtection, allowsSharedVolumes: options.allowsSharedVolumes)
    // A copy that was interrupted at once has left no more than the lock.
    try requireEmpty([FileName.lock.text])
  }

  /// Returns the result of `body`, which makes an index in the folder and has the lock of its
  /// writer. If it throws or returns nil, the files of the index are removed.
  ///
  /// - Throws: `writerBusy` if another writer has the folder; `io` if it has had it since this
  ///   value was made; the errors of `body`.
  func fill<Result>(
    _ body: (any Storage, any WriterLock) throws(SearchError) -> Result?
  ) throws(SearchError) -> Result? {
    let lock = try storage.acquireWriterLock()
    defer { lock.release() }
    try requireEmpty([FileName.lock.text])
    var result: Result?
    defer { if result == nil { clear(lock) } }
    result = try body(storage, lock)
    return result
  }

  private func requireEmpty(_ allowed: Set<String>) throws(SearchError) {
    guard try allowed.isSuperset(of: storage.list()) else {
      throw SearchError(
        .io, "expected an empty folder at \(path), found files in it; name a new one")
    }
  }

  /// Requires that no folder around the one at `path` is that of `source`, which may have been
  /// renamed since it was opened.
  private static func require(_ path: String, outside source: FileStorage) throws(SearchError) {
    var around = resolvedComponents(of: path).dropLast()
    while let last = around.popLast() {
      let folder = "/" + (around + [last]).dropFirst().joined(separator: "/")
      guard source.isFolder(at: folder) else { continue }
      throw SearchError(
        .io,
        "expected a folder outside of the index for its copy, found \(path), which is in "
          + "\(source.displayName); name another one")
    }
  }

  /// Returns the components of a path without symbolic links, also where nothing is there yet.
  private static func resolvedComponents(of path: String) -> [String] {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    var missing: [String] = []
    while !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)),
      folder.path != "/"
    {
      missing.append(folder.lastPathComponent)
      folder.deleteLastPathComponent()
    }
    return folder.resolvingSymlinksInPath().pathComponents + missing.reversed()
  }

  /// Removes the files of the index, unless another writer may have taken the folder meanwhile.
  private func clear(_ lock: any WriterLock) {
    let names = ((try? storage.list()) ?? []).filter { FileName($0) != nil }
    // After the list: what was there while no other writer could be is of this copy.
    guard lock.isIntact else { return }
    for name in names where name != FileName.lock.text { try? storage.remove(name) }
    try? storage.remove(FileName.lock.text)
  }
}
