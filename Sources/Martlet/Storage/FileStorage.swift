/// Files in a folder of the operating system.
///
/// The folder is opened by path once, and everything else goes through its descriptor, so a folder
/// that is moved or replaced does not mix two indexes. Files are closed as soon as they are read or
/// mapped: besides the folder, only the lock and the files being written stay open.
///
/// Only the process that created this object may change files through it. A forked child shares the
/// writer's lock, and the two would overwrite each other's files.
///
/// Opening and reading write nothing.
package final class FileStorage: Storage {
  package let displayName: String
  /// The folders that opening created, the innermost first.
  package let madeFolders: [String]
  fileprivate let folder: FileDescriptor
  /// The permissions of the folder.
  let folderMode: FileMode
  private var mode: FileMode { folderMode.forFiles }
  private let protection: FileProtection
  private let allowsSharedVolumes: Bool
  fileprivate let owner = SystemCalls.processID

  /// Opens the folder at `path`.
  ///
  /// - Parameters:
  ///   - createIfMissing: True to create the folder and its missing parents. They are durable when
  ///     this returns, as is an existing folder that has no index yet.
  ///   - source: The storage whose folder has the permissions for a folder that is created.
  ///   - protection: The protection of the files on Apple's mobile systems while the device is
  ///     locked.
  ///   - allowsSharedVolumes: True if a writer may use a volume that other machines could write
  ///     too.
  /// - Throws: `notFound` if there is no folder and none is to be created; `readOnly`, `io`.
  @inline(never)
  package init(
    path: String, createIfMissing: Bool, like source: FileStorage? = nil,
    protection: FileProtection = .untilFirstUnlock, allowsSharedVolumes: Bool = false
  ) throws(SearchError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SearchError(.io, "expected the path of a folder, found \"\(path)\"")
    }
    displayName = path
    self.protection = protection
    self.allowsSharedVolumes = allowsSharedVolumes
    do {
      folder = try SystemCalls.openFolder(path)
      madeFolders = []
    } catch {
      guard createIfMissing, error.code == .notFound else { throw error }
      madeFolders = try Self.makeFolders(path, source?.folderMode.forFolders ?? .folder)
      folder = try SystemCalls.openFolder(path)
      SystemCalls.protect(folder, protection)
    }
    folderMode = try SystemCalls.status(of: folder, path).mode
    // The process that created the folder may have ended before it synced the parent folder.
    if createIfMissing, madeFolders.isEmpty, try !hasManifest { try Self.keepName(of: path) }
  }

  private var hasManifest: Bool {
    get throws(SearchError) {
      try list().contains { name in
        if case .manifest = FileName(name) { true } else { false }
      }
    }
  }

  /// Returns true if this folder is at `path` now, which begins with `/` and has no symbolic link.
  func isFolder(at path: String) -> Bool {
    guard let present = SystemCalls.identity(of: path, in: folder) else { return false }
    return present == (try? SystemCalls.status(of: folder, displayName))?.identity
  }

  package func list() throws(SearchError) -> [String] {
    try SystemCalls.names(in: folder, path: displayName)
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    try requireOwner(name)
    try check(name)
    let descriptor = try SystemCalls.openFile(name, in: folder, for: .creating, mode: mode)
    SystemCalls.protect(descriptor, protection)
    return AppendedFile(descriptor, name: name, of: self)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    try check(name)
    let file = try SystemCalls.openFile(name, in: folder, for: .reading)
    let end = try SystemCalls.status(of: file, name).byteCount
    let start = min(max(0, offset), end)
    return try SystemCalls.read(
      file, from: start, count: min(max(0, count), end - start), name)
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    try check(name)
    let file = try SystemCalls.openFile(name, in: folder, for: .reading)
    return try MappedFile.view(of: file, byteCount: byteCount, name: name)
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try requireOwner(old)
    try check(old)
    try check(new)
    try SystemCalls.rename(old, to: new, in: folder)
  }

  package func remove(_ name: String) throws(SearchError) {
    try requireOwner(name)
    try check(name)
    do {
      try SystemCalls.remove(name, in: folder)
    } catch {
      if error.code != .notFound { throw error }
    }
  }

  package func synchronizeDirectory(_ flush: Flush) throws(SearchError) {
    try SystemCalls.synchronize(folder, flush, isFolder: true, displayName)
  }

  package func availableByteCount() -> UInt64? { SystemCalls.availableByteCount(folder) }

  package func writerNote() throws(SearchError) -> ByteView? {
    do throws(SearchError) {
      return try FileWriterLock.note(in: folder)
    } catch {
      guard error.code == .notFound || error.code == .corrupted else { throw error }
      return nil
    }
  }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try requireOwner(FileName.lock.text)
    if !allowsSharedVolumes, SystemCalls.isOnSharedVolume(folder) {
      throw SearchError(
        .io,
        "\(displayName) is on a volume that other machines may share, where two writers could not be "
          + "kept apart; put the index on a local volume, or set allowsSharedVolumes in the options"
      )
    }
    return try FileWriterLock.acquire(
      in: folder, path: displayName, mode: mode, protection: protection, hasIndex: hasManifest
    ) { [self] identity in FileWriterLock.isGone(identity, from: folder) }
  }

  private func requireOwner(_ name: String) throws(SearchError) {
    guard SystemCalls.processID == owner else {
      throw SearchError(
        .readOnly, "a forked process cannot write through its parent's index; open it again",
        file: name)
    }
  }

  private func check(_ name: String) throws(SearchError) {
    guard Self.isSafe(name) else {
      throw SearchError(.io, "expected a file name without a path", file: name)
    }
  }

  /// Returns true if `name` is one component that cannot lead out of a folder.
  static func isSafe(_ name: String) -> Bool {
    let bytes = name.utf8
    return (1...255).contains(bytes.count) && name != "." && name != ".."
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
  }

  /// Creates the folder at `path` and its missing parents, outermost first, and returns those that
  /// it created, innermost first.
  private static func makeFolders(
    _ path: String, _ mode: FileMode
  ) throws(SearchError) -> [String] {
    var missing: [String] = []
    var current = path
    while !exists(current) {
      missing.append(current)
      guard let parent = parent(of: current) else { break }
      current = parent
    }
    // This folder may be left from an earlier attempt that did not get any further.
    if missing.last != current { try keepName(of: current) }
    var made: [String] = []
    for folder in missing.reversed() {
      let mode = folder == path ? mode : .folder
      if try SystemCalls.makeFolder(folder, mode) { made.insert(folder, at: 0) }
      try keepName(of: folder)
    }
    return made
  }

  /// Makes the name of the folder at `path` durable in its parent folder.
  private static func keepName(of path: String) throws(SearchError) {
    let parent = path + "/.."
    // A parent that this process may not open cannot be synced either.
    guard let descriptor = try? SystemCalls.openFolder(parent) else { return }
    try SystemCalls.synchronize(descriptor, .durable, isFolder: true, parent)
  }

  /// Removes the folder at `path` if it is empty.
  package static func removeEmptyFolder(_ path: String) { SystemCalls.removeEmptyFolder(path) }

  private static func exists(_ path: String) -> Bool {
    do {
      _ = try SystemCalls.openFolder(path)
      return true
    } catch {
      return error.code != .notFound
    }
  }

  /// Returns the path of the parent folder of `path`, or nil if there is none.
  private static func parent(of path: String) -> String? {
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    if trimmed == "/" || trimmed == "." { return nil }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}

/// A file of a folder, open for writing.
///
/// Appending and syncing use separate descriptors of the same open file, so that neither waits for
/// the other and both learn of a failure.
private final class AppendedFile: WritableFile {
  private struct Appending: ~Copyable {
    var descriptor: FileDescriptor?
    var byteCount = 0
  }

  private let appending: Lock<Appending>
  private let syncing = Lock<FileDescriptor?>(nil)
  private let name: String
  private let storage: FileStorage

  init(_ descriptor: consuming FileDescriptor, name: String, of storage: FileStorage) {
    appending = Lock(Appending(descriptor: consume descriptor))
    self.name = name
    self.storage = storage
  }

  var byteCount: Int { appending.withLock { $0.byteCount } }

  func append(_ bytes: ByteView) throws(SearchError) {
    guard SystemCalls.processID == storage.owner else {
      throw SearchError(.readOnly, "a forked process cannot write its parent's file", file: name)
    }
    try appending.withLock { (state) throws(SearchError) in
      guard bytes.count <= Int.max - state.byteCount else {
        throw SearchError(
          .limitExceeded,
          "the file would have more than the \(Int.max) bytes that this platform reads", file: name)
      }
      switch state.descriptor {
      case .some(let open): try SystemCalls.append(open, bytes, name)
      case .none: throw closed
      }
      state.byteCount += bytes.count
    }
  }

  func reserve(_ byteCount: Int) {
    guard SystemCalls.processID == storage.owner else { return }
    appending.withLock { state in
      switch state.descriptor {
      case .some(let open): SystemCalls.writeZeros(open, byteCount, from: state.byteCount, name)
      case .none: return
      }
    }
  }

  func presence(as name: String) -> FilePresence {
    // Asked each time: some file systems give a file another number once it is not empty.
    let status = appending.withLock { state -> FileStatus? in
      switch state.descriptor {
      case .some(let open): try? SystemCalls.status(of: open, name)
      case .none: nil
      }
    }
    guard let status else { return .present }
    return SystemCalls.presence(of: status.identity, called: name, in: storage.folder)
  }

  func synchronize(_ flush: Flush) throws(SearchError) {
    try syncing.withLock { (descriptor) throws(SearchError) in
      if descriptor == nil {
        descriptor = try appending.withLock { (state) throws(SearchError) in
          switch state.descriptor {
          case .some(let open): try SystemCalls.duplicate(open, name)
          case .none: throw closed
          }
        }
      }
      switch descriptor {
      case .some(let open): try SystemCalls.synchronize(open, flush, name)
      case .none: throw closed
      }
    }
  }

  func close() throws(SearchError) {
    // Waits for a sync. Closing the last descriptor reports the failures that only closing reveals.
    syncing.withLock { $0 = nil }
    let open = appending.withLock { $0.descriptor.take() }
    guard let open else { return }
    try open.close(file: name)
  }

  private var closed: SearchError {
    SearchError(.closed, "the file was closed for writing", file: name)
  }
}
