package import Martlet
import Synchronization

/// A storage of which one call, or every call from one on, fails.
///
/// Counts all calls, those on files being written too, so that a test can run a script once to
/// learn how many there are, and then once for each with that call failing.
package final class FaultyStorage: Storage {
  /// How a call fails.
  package struct Fault: Sendable {
    /// What is left behind by the failed call.
    package enum Effect: Sendable, CaseIterable {
      /// Nothing was done.
      case none
      /// Of an append, the first half; of other calls, nothing.
      case half
      /// Everything, only the report of success is lost.
      case full
    }

    /// The number of the first call that fails, counted from 0.
    package var call: Int
    /// Whether all later calls fail too.
    package var isLasting: Bool
    /// The kind of failure. Syncs always fail with `durabilityUnknown`.
    package var code: SearchError.Code
    package var effect: Effect

    package init(call: Int, isLasting: Bool, code: SearchError.Code, effect: Effect) {
      self.call = call
      self.isLasting = isLasting
      self.code = code
      self.effect = effect
    }
  }

  private let base: any Storage
  private let fault: Fault?
  private let count = Atomic(0)

  package init(_ base: any Storage, fault: Fault?) {
    self.base = base
    self.fault = fault
  }

  /// Calls so far.
  package var callCount: Int { count.load(ordering: .relaxed) }

  /// Whether the fault was met.
  package var hasFailed: Bool { fault.map { callCount > $0.call } ?? false }

  package var displayName: String { base.displayName }

  /// Runs `call` unless it is to fail; `half` is what a half-done call leaves.
  fileprivate func attempt<Result>(
    isSync: Bool = false, half: () throws(SearchError) -> Void = {},
    _ call: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    guard let fault, number == fault.call || (fault.isLasting && number > fault.call) else {
      return try call()
    }
    switch fault.effect {
    case .none: break
    case .half: try half()
    case .full: _ = try call()
    }
    throw SearchError(isSync ? .durabilityUnknown : fault.code, "call \(number) fails in this test")
  }

  package func list() throws(SearchError) -> [String] {
    try attempt { () throws(SearchError) in try base.list() }
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    let file = try attempt { () throws(SearchError) in try base.create(name) }
    return FaultyFile(file, self)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    try attempt { () throws(SearchError) in
      try base.read(name, from: offset, atMost: count)
    }
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    try attempt { () throws(SearchError) in try base.map(name, byteCount: byteCount) }
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try attempt { () throws(SearchError) in try base.rename(old, to: new) }
  }

  package func remove(_ name: String) throws(SearchError) {
    try attempt { () throws(SearchError) in try base.remove(name) }
  }

  package func synchronizeDirectory(_ flush: Flush) throws(SearchError) {
    try attempt(isSync: true) { () throws(SearchError) in try base.synchronizeDirectory(flush) }
  }

  package func availableByteCount() -> UInt64? { base.availableByteCount() }

  package func writerNote() throws(SearchError) -> ByteView? {
    try attempt { () throws(SearchError) in try base.writerNote() }
  }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try attempt { () throws(SearchError) in try base.acquireWriterLock() }
  }
}

private final class FaultyFile: WritableFile {
  private let base: any WritableFile
  private let storage: FaultyStorage

  init(_ base: any WritableFile, _ storage: FaultyStorage) {
    self.base = base
    self.storage = storage
  }

  var byteCount: Int { base.byteCount }

  func append(_ bytes: ByteView) throws(SearchError) {
    try storage.attempt(
      half: { () throws(SearchError) in
        try base.append(bytes.slice(0..<(bytes.count / 2)))
      },
      { () throws(SearchError) in try base.append(bytes) })
  }

  func synchronize(_ flush: Flush) throws(SearchError) {
    try storage.attempt(isSync: true) { () throws(SearchError) in try base.synchronize(flush) }
  }

  func close() throws(SearchError) {
    try storage.attempt { () throws(SearchError) in try base.close() }
  }
}
