@testable import Martlet

/// The least storage that a section buffer and an image writer need, on the heap.
final class TestStorage: Storage {
  let displayName = "test"
  private let files = Lock<[String: [UInt8]]>([:])

  var names: [String] { files.withLock { $0.keys.sorted() } }

  func content(_ name: String) -> [UInt8] { files.withLock { $0[name] ?? [] } }

  func list() throws(SearchError) -> [String] { names }

  func create(_ name: String) throws(SearchError) -> any WritableFile {
    files.withLock { $0[name] = [] }
    return TestFile { bytes in self.files.withLock { $0[name]?.append(contentsOf: bytes) } }
  }

  func read(_ name: String, from offset: Int, atMost count: Int) throws(SearchError) -> ByteView {
    guard let bytes = files.withLock({ $0[name] }) else {
      throw SearchError(.notFound, "no such file", file: name)
    }
    return ByteView(copying: Array(bytes.dropFirst(offset).prefix(count)))
  }

  func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    let view = try read(name, from: 0, atMost: .max)
    guard view.count == byteCount else { throw .corrupted("\(view.count) bytes", file: name) }
    return view
  }

  func rename(_ old: String, to new: String) throws(SearchError) {
    files.withLock { $0[new] = $0.removeValue(forKey: old) }
  }

  func remove(_ name: String) throws(SearchError) {
    files.withLock { $0[name] = nil }
  }

  func synchronizeDirectory() throws(SearchError) {}

  func acquireWriterLock() throws(SearchError) -> any WriterLock { TestLock() }
}

private final class TestLock: WriterLock {
  func release() {}
}

private final class TestFile: WritableFile {
  private(set) var byteCount = 0
  private let add: ([UInt8]) -> Void

  init(add: @escaping ([UInt8]) -> Void) { self.add = add }

  func append(_ bytes: ByteView) throws(SearchError) {
    byteCount += bytes.count
    add(bytes.array)
  }

  func synchronize() throws(SearchError) {}
  func close() throws(SearchError) {}
}
