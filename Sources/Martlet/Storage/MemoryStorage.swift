import Synchronization

/// Files in the heap, for an index that is never saved and for most tests.
///
/// Keeps the contract of ``Storage`` except that nothing outlives the process, so syncing does
/// nothing. The bytes of a file that is removed or replaced stay intact for its writer and its
/// views, as in a folder.
package final class MemoryStorage: Storage {
  package let displayName = "memory"
  private let files = Lock<[String: MemoryFile]>([:])
  private let isLocked = Atomic(false)
  private let note = Lock<ByteView?>(nil)

  package init() {}

  package func list() -> [String] {
    files.withLock { Array($0.keys) }
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    try Self.check(name)
    let file = MemoryFile(name: name)
    let isNew = files.withLock { files in
      guard files[name] == nil else { return false }
      files[name] = file
      return true
    }
    guard isNew else {
      throw SearchError(.io, "cannot create the file: the name exists already", file: name)
    }
    return MemoryFileWriter(file)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    try find(name).read(from: offset, atMost: count)
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    let view = try find(name).view()
    guard view.count == byteCount else {
      throw .corrupted("expected \(byteCount) bytes, found \(view.count)", file: name)
    }
    return view
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try Self.check(old)
    try Self.check(new)
    let wasFound = files.withLock { files in
      guard let file = files.removeValue(forKey: old) else { return false }
      files[new] = file
      return true
    }
    guard wasFound else { throw Self.notFound(old) }
  }

  package func remove(_ name: String) throws(SearchError) {
    try Self.check(name)
    files.withLock { $0[name] = nil }
  }

  package func synchronizeDirectory(_ flush: Flush) {}

  package func availableByteCount() -> UInt64? { nil }

  package func writerNote() -> ByteView? { note.withLock { $0 } }

  /// Replaces the note, as its writer would, or as damage would in tests.
  func setWriterNote(_ bytes: ByteView?) { note.withLock { $0 = bytes } }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    guard !isLocked.exchange(true, ordering: .acquiring) else {
      throw SearchError(
        .writerBusy, "another writer of this process has the index open; close it first")
    }
    return MemoryWriterLock(self)
  }

  /// Releases the lock. Called once for each lock.
  fileprivate func unlock() { isLocked.store(false, ordering: .releasing) }

  /// The whole content of a file; nil if there is none. Setting it replaces or removes the file
  /// without notice to its writer, which is how tests damage files.
  package subscript(name: String) -> [UInt8]? {
    get { files.withLock { $0[name] }?.view().array }
    set {
      let file = newValue.map { MemoryFile(name: name, content: $0) }
      files.withLock { $0[name] = file }
    }
  }

  private func find(_ name: String) throws(SearchError) -> MemoryFile {
    try Self.check(name)
    guard let file = files.withLock({ $0[name] }) else { throw Self.notFound(name) }
    return file
  }

  private static func notFound(_ name: String) -> SearchError {
    SearchError(.notFound, "there is no such file in memory", file: name)
  }

  private static func check(_ name: String) throws(SearchError) {
    guard FileStorage.isSafe(name) else {
      throw SearchError(.io, "expected a file name without a path", file: name)
    }
  }
}

/// The bytes of one file, kept alive by its name, its writer and its views.
private final class MemoryFile: Sendable {
  private enum Content {
    case growing([UInt8])
    case still(ByteView)
  }

  let name: String
  private let content: Lock<Content>

  init(name: String, content: [UInt8] = []) {
    self.name = name
    self.content = Lock(.growing(content))
  }

  func append(_ bytes: ByteView) {
    content.withLock { content in
      var all: [UInt8]
      switch content {
      case .growing(let array): all = array
      case .still(let view): all = view.array
      }
      content = .growing([])
      all.append(contentsOf: bytes.array)
      content = .growing(all)
    }
  }

  func read(from offset: Int, atMost count: Int) -> ByteView {
    content.withLock { content in
      switch content {
      case .growing(let array):
        let start = min(max(0, offset), array.count)
        let end = start + min(max(0, count), array.count - start)
        return ByteView(copying: Array(array[start..<end]))
      case .still(let view):
        let start = min(max(0, offset), view.count)
        return view.slice(start..<(start + min(max(0, count), view.count - start)))
      }
    }
  }

  /// Returns the whole content. From then on it is kept only once, as the view.
  func view() -> ByteView {
    content.withLock { content in
      switch content {
      case .growing(let array):
        let view = ByteView(copying: array)
        content = .still(view)
        return view
      case .still(let view):
        return view
      }
    }
  }
}

private final class MemoryFileWriter: WritableFile {
  private let file: MemoryFile
  private let isClosed = Atomic(false)
  private let count = Atomic(0)

  init(_ file: MemoryFile) { self.file = file }

  var byteCount: Int { count.load(ordering: .relaxed) }

  func append(_ bytes: ByteView) throws(SearchError) {
    try requireOpen()
    file.append(bytes)
    count.add(bytes.count, ordering: .relaxed)
  }

  func synchronize(_ flush: Flush) throws(SearchError) { try requireOpen() }

  func close() { isClosed.store(true, ordering: .relaxed) }

  private func requireOpen() throws(SearchError) {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SearchError(.closed, "the file was closed for writing", file: file.name)
    }
  }
}

private final class MemoryWriterLock: WriterLock {
  private let storage: MemoryStorage
  private let isHeld = Atomic(true)

  init(_ storage: MemoryStorage) { self.storage = storage }

  deinit { release() }

  var isIntact: Bool { isHeld.load(ordering: .relaxed) }

  func leaveNote(_ note: ByteView) { storage.setWriterNote(note) }

  func release() {
    if isHeld.exchange(false, ordering: .relaxed) { storage.unlock() }
  }
}
