package import Martlet
package import Synchronization

/// Files in memory, where some cannot be made for a while because the disk is full.
package final class StubbornStorage: Storage {
  private let base = MemoryStorage()
  private let prefixes: [String]
  /// True when files whose name begins with one of the prefixes are refused.
  package let isRefusing = Atomic(false)

  package init(refusing prefixes: String...) { self.prefixes = prefixes }

  /// The bytes of all files whose names begin with one of `prefixes`.
  package func byteCount(of prefixes: String...) -> Int {
    base.list().filter { name in prefixes.contains { name.hasPrefix($0) } }
      .reduce(0) { $0 + (base[$1]?.count ?? 0) }
  }

  package var displayName: String { base.displayName }

  package func list() -> [String] { base.list() }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    if isRefusing.load(ordering: .relaxed), prefixes.contains(where: { name.hasPrefix($0) }) {
      throw SearchError(.diskFull, "there is no room in this test", file: name)
    }
    return try base.create(name)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    try base.read(name, from: offset, atMost: count)
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    try base.map(name, byteCount: byteCount)
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try base.rename(old, to: new)
  }

  package func remove(_ name: String) throws(SearchError) { try base.remove(name) }

  package func synchronizeDirectory(_ flush: Flush) { base.synchronizeDirectory(flush) }

  package func availableByteCount() -> UInt64? { base.availableByteCount() }

  package func writerNote() -> ByteView? { base.writerNote() }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try base.acquireWriterLock()
  }
}
