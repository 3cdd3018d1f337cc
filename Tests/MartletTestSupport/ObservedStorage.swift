package import Martlet

/// Files in memory, on a volume that says how much room it has and may be full, with a look at
/// every file that is made and at everything that is appended.
package final class ObservedStorage: Storage {
  private let base: MemoryStorage
  private let available = Lock<UInt64?>(nil)
  private let appendsLeft = Lock(Int.max)
  private let didList: @Sendable () -> Void
  private let willCreate: @Sendable (String) -> Void
  private let willAppend: @Sendable (String) -> Void
  fileprivate let willSynchronize: @Sendable (String) -> Void
  private let willRemove: @Sendable (String) -> Void
  private let didMap: @Sendable (String) -> Void
  private let willRead: @Sendable (String, Range<Int>) throws(SearchError) -> Void
  private let didRead: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - willCreate: Called with the name of each file before it is made.
  ///   - willAppend: Called with the name of a file before something is appended to it.
  ///   - willSynchronize: Called with the name of a file before it is synced.
  ///   - willRemove: Called with the name of each file before it is removed.
  ///   - didMap: Called with the name of a file that was mapped.
  ///   - willRead: Called with the name of a file that is not mapped, and the range that is to be
  ///     read; what it throws is the failure of a medium.
  ///   - didRead: Called with the number of bytes that were read of a file that is not mapped.
  ///   - didList: Called when the names of the files were looked at.
  package init(
    _ base: MemoryStorage, willCreate: @escaping @Sendable (String) -> Void = { _ in },
    willAppend: @escaping @Sendable (String) -> Void = { _ in },
    willSynchronize: @escaping @Sendable (String) -> Void = { _ in },
    willRemove: @escaping @Sendable (String) -> Void = { _ in },
    didMap: @escaping @Sendable (String) -> Void = { _ in },
    willRead: @escaping @Sendable (String, Range<Int>) throws(SearchError) -> Void = { _, _ in },
    didRead: @escaping @Sendable (Int) -> Void = { _ in },
    didList: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    self.didList = didList
    self.willCreate = willCreate
    self.willAppend = willAppend
    self.willSynchronize = willSynchronize
    self.willRemove = willRemove
    self.didMap = didMap
    self.willRead = willRead
    self.didRead = didRead
  }

  /// Sets the number of times that something can still be appended to a file.
  package func setAppendsLeft(_ count: Int) { appendsLeft.withLock { $0 = count } }

  fileprivate func spendAppend(_ name: String) throws(SearchError) {
    willAppend(name)
    let isFull = appendsLeft.withLock { left in
      defer { left = max(0, left - 1) }
      return left == 0
    }
    if isFull { throw SearchError(.diskFull, "there is no room in this test", file: name) }
  }

  package func setAvailable(_ count: UInt64?) { available.withLock { $0 = count } }

  package var displayName: String { base.displayName }

  package func list() -> [String] {
    defer { didList() }
    return base.list()
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    willCreate(name)
    return ObservedFile(try base.create(name), name, of: self)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    let bytes = try base.read(name, from: offset, atMost: count)
    try willRead(name, offset..<(offset + bytes.count))
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
  private let name: String
  private let storage: ObservedStorage

  init(_ base: any WritableFile, _ name: String, of storage: ObservedStorage) {
    self.base = base
    self.name = name
    self.storage = storage
  }

  var byteCount: Int { base.byteCount }

  func append(_ bytes: ByteView) throws(SearchError) {
    try storage.spendAppend(name)
    try base.append(bytes)
  }

  func reserve(_ byteCount: Int) { base.reserve(byteCount) }

  func synchronize(_ flush: Flush) throws(SearchError) {
    storage.willSynchronize(name)
    try base.synchronize(flush)
  }

  func close() throws(SearchError) { try base.close() }
}
