package import Martlet

/// Files in memory, on a volume that says how much room it has, with a look at every file that is
/// made and at everything that is appended.
package final class ObservedStorage: Storage {
  private let base: MemoryStorage
  private let available = Lock<UInt64?>(nil)
  private let didList: @Sendable () -> Void
  private let willCreate: @Sendable (String) -> Void
  private let willAppend: @Sendable (String) -> Void
  private let willRemove: @Sendable (String) -> Void
  private let didMap: @Sendable (String) -> Void
  private let didRead: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - willCreate: Called with the name of each file before it is made.
  ///   - willAppend: Called with the name of a file before something is appended to it.
  ///   - willRemove: Called with the name of each file before it is removed.
  ///   - didMap: Called with the name of a file that was mapped.
  ///   - didRead: Called with the number of bytes that were read of a file that is not mapped.
  ///   - didList: Called when the names of the files were looked at.
  package init(
    _ base: MemoryStorage, willCreate: @escaping @Sendable (String) -> Void = { _ in },
    willAppend: @escaping @Sendable (String) -> Void = { _ in },
    willRemove: @escaping @Sendable (String) -> Void = { _ in },
    didMap: @escaping @Sendable (String) -> Void = { _ in },
    didRead: @escaping @Sendable (Int) -> Void = { _ in },
    didList: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    self.didList = didList
    self.willCreate = willCreate
    self.willAppend = willAppend
    self.willRemove = willRemove
    self.didMap = didMap
    self.didRead = didRead
  }

  package func setAvailable(_ count: UInt64?) { available.withLock { $0 = count } }

  package var displayName: String { base.displayName }

  package func list() -> [String] {
    defer { didList() }
    return base.list()
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    willCreate(name)
    let append = willAppend
    return ObservedFile(try base.create(name)) { append(name) }
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    let bytes = try base.read(name, from: offset, atMost: count)
    didRead(bytes.count)
    return bytes
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    let view = try base.map(name, byteCount: byteCount)
    didMap(name)
    return view
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try base.rename(old, to: new)
  }

  package func remove(_ name: String) throws(SearchError) {
    willRemove(name)
    try base.remove(name)
  }

  package func synchronizeDirectory(_ flush: Flush) { base.synchronizeDirectory(flush) }

  package func availableByteCount() -> UInt64? { available.withLock { $0 } }

  package func writerNote() -> ByteView? { base.writerNote() }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try base.acquireWriterLock()
  }
}

private final class ObservedFile: WritableFile {
  private let base: any WritableFile
  private let willAppend: @Sendable () -> Void

  init(_ base: any WritableFile, willAppend: @escaping @Sendable () -> Void) {
    self.base = base
    self.willAppend = willAppend
  }

  var byteCount: Int { base.byteCount }

  func append(_ bytes: ByteView) throws(SearchError) {
    willAppend()
    try base.append(bytes)
  }

  func reserve(_ byteCount: Int) { base.reserve(byteCount) }

  func synchronize(_ flush: Flush) throws(SearchError) { try base.synchronize(flush) }

  func close() throws(SearchError) { try base.close() }
}
