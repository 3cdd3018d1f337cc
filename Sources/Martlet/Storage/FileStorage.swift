/// Files in a folder of the operating system.
///
/// The folder is opened once, by path; everything after goes through its descriptor, so that a
/// folder that is moved or replaced does not mix two indexes. Files are closed as soon as they are
/// read or mapped: besides the folder, only files being written and the lock stay open.
///
/// Only the process that made this object may change files through it: a forked child shares the
/// writer's lock, and the two would write over each other.
///
/// Opening and reading never write anything.
package final class FileStorage: Storage {
  package let displayName: String
  private let folder: FileDescriptor
  private let owner = SystemCalls.processID

  /// Opens the folder at `path`.
  ///
  /// - Parameter createIfMissing: Whether to make the folder, and those around it. They are durable
  ///   when this returns.
  /// - Throws: `notFound` when there is no folder and none is to be made; `readOnly`, `io`.
  package init(path: String, createIfMissing: Bool) throws(SearchError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SearchError(.io, "expected the path of a folder, found \"\(path)\"")
    }
    displayName = path
    do {
      folder = try SystemCalls.openFolder(path)
    } catch {
      guard createIfMissing, error.code == .notFound else { throw error }
      try Self.makeFolders(path)
      folder = try SystemCalls.openFolder(path)
    }
  }

  package func list() throws(SearchError) -> [String] {
    try SystemCalls.names(in: folder, path: displayName)
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    try requireOwner(name)
    try check(name)
    let descriptor = try SystemCalls.openFile(name, in: folder, for: .creating)
    return AppendedFile(descriptor, name: name, owner: owner)
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

  package func synchronizeDirectory() throws(SearchError) {
    try SystemCalls.synchronize(folder, isFolder: true, displayName)
  }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try requireOwner(FileName.lock.text)
    return try FileWriterLock.acquire(in: folder, path: displayName)
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
      throw SearchError(.io, "not a plain file name", file: name)
    }
  }

  /// Whether `name` is one component that cannot lead out of a folder.
  static func isSafe(_ name: String) -> Bool {
    let bytes = name.utf8
    return (1...255).contains(bytes.count) && name != "." && name != ".."
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
  }

  /// Makes the folder at `path` and those above it that are missing, outermost first.
  private static func makeFolders(_ path: String) throws(SearchError) {
    var missing: [String] = []
    var current = path
    while !exists(current) {
      missing.append(current)
      guard let parent = parent(of: current) else { break }
      current = parent
    }
    for folder in missing.reversed() {
      try SystemCalls.makeFolder(folder)
      // A parent that this process may not open cannot be synchronized either.
      guard let parent = parent(of: folder),
        let descriptor = try? SystemCalls.openFolder(parent)
      else { continue }
      try SystemCalls.synchronize(descriptor, isFolder: true, parent)
    }
  }

  private static func exists(_ path: String) -> Bool {
    do {
      _ = try SystemCalls.openFolder(path)
      return true
    } catch {
      return error.code != .notFound
    }
  }

  /// The path of the folder around `path`; nil when there is none above.
  private static func parent(of path: String) -> String? {
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    if trimmed == "/" || trimmed == "." { return nil }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}

/// A file of a folder that is being written.
private final class AppendedFile: WritableFile {
  private var descriptor: FileDescriptor?
  private let name: String
  private let owner: Int32
  private(set) var byteCount = 0

  init(_ descriptor: consuming FileDescriptor, name: String, owner: Int32) {
    self.descriptor = consume descriptor
    self.name = name
    self.owner = owner
  }

  func append(_ bytes: ByteView) throws(SearchError) {
    guard SystemCalls.processID == owner else {
      throw SearchError(.readOnly, "a forked process cannot write its parent's file", file: name)
    }
    switch descriptor {
    case .some(let open): try SystemCalls.append(open, bytes, name)
    case .none: throw closed
    }
    byteCount += bytes.count
  }

  func synchronize() throws(SearchError) {
    switch descriptor {
    case .some(let open): try SystemCalls.synchronize(open, name)
    case .none: throw closed
    }
  }

  func close() throws(SearchError) {
    guard let descriptor = descriptor.take() else { return }
    try descriptor.close(file: name)
  }

  private var closed: SearchError {
    SearchError(.closed, "the file was closed for writing", file: name)
  }
}
