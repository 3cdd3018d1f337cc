package import Martlet
import Synchronization

/// A disk in memory that knows what a loss of power may take.
///
/// Keeps what programs see and what is durable apart: of each file, how many bytes were synced; of
/// the folder, which changes were not. ``image(_:using:)`` gives a disk as it could be found
/// afterwards (Pillai and others, "All File Systems Are Not Created Equal", USENIX OSDI 2014):
/// unsynced bytes are there, zero, garbage or missing, sector by sector; unsynced changes of names
/// are made or not, each for itself. A rename is atomic.
package final class CrashStorage: Storage {
  /// What a loss of power does to what was not synced.
  package enum Loss: Sendable, CaseIterable {
    /// It reached the disk; the process alone was killed.
    case nothing
    /// All of it is gone.
    case everything
    /// Each sector and each name by chance.
    case some
    /// Each sector by chance, names in order up to some point.
    case namesInOrder
  }

  private struct File {
    var content: [UInt8] = []
    var synchronizedCount = 0
  }

  private enum Change {
    case link(name: String, file: Int)
    case unlink(name: String)
    case rename(old: String, new: String, file: Int)
  }

  private struct State {
    var files: [File] = []
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    var changes: [Change] = []
    var isLocked = false
    var note: ByteView?
    /// Notes that may be on the disk in place of the last one.
    var earlierNotes: [ByteView?] = []
    var beforeEvent: (@Sendable () -> Void)?
  }

  package let displayName = "a simulated disk"
  private let state = Lock(State())

  package init() {}

  /// A disk with the files of `image`, all durable.
  package convenience init(_ image: MemoryStorage) {
    self.init()
    state.withLock { state in
      for name in image.list() {
        let content = image[name] ?? []
        state.names[name] = state.files.count
        state.files.append(File(content: content, synchronizedCount: content.count))
      }
      state.durableNames = state.names
    }
  }

  /// Calls `body` before each call that changes something; nil to stop.
  package func beforeEachChange(_ body: (@Sendable () -> Void)?) {
    state.withLock { $0.beforeEvent = body }
  }

  /// The disk as it may be found after power was lost at this moment.
  package func image(_ loss: Loss, using random: inout SeededRandom) -> MemoryStorage {
    let state = state.withLock { $0 }
    var names = state.durableNames
    let made = random.int(in: 0..<(state.changes.count + 1))
    for (index, change) in state.changes.enumerated() {
      let isMade =
        switch loss {
        case .nothing: true
        case .everything: false
        case .some: random.oneIn(2)
        case .namesInOrder: index < made
        }
      if isMade { Self.make(change, in: &names) }
    }
    let image = MemoryStorage()
    for (name, index) in names.sorted(by: { $0.key < $1.key }) {
      image[name] = Self.content(of: state.files[index], after: loss, using: &random)
    }
    image.setWriterNote(Self.note(state, after: loss, using: &random))
    return image
  }

  private static func make(_ change: Change, in names: inout [String: Int]) {
    switch change {
    case .link(let name, let file): names[name] = file
    case .unlink(let name): names[name] = nil
    case .rename(let old, let new, let file):
      if names[old] == file { names[old] = nil }
      names[new] = file
    }
  }

  /// The note as it may be found: it is never synced.
  private static func note(
    _ state: State, after loss: Loss, using random: inout SeededRandom
  ) -> ByteView? {
    guard loss != .nothing, !state.earlierNotes.isEmpty else { return state.note }
    if loss == .everything { return state.earlierNotes[0] }
    let notes = state.earlierNotes + [state.note]
    var bytes = notes[random.int(in: 0..<notes.count)]?.array ?? []
    if random.oneIn(4), !bytes.isEmpty { bytes[random.int(in: 0..<bytes.count)] = 0 }
    return bytes.isEmpty ? nil : ByteView(copying: bytes)
  }

  private static func content(
    of file: File, after loss: Loss, using random: inout SeededRandom
  ) -> [UInt8] {
    switch loss {
    case .nothing: return file.content
    case .everything: return Array(file.content.prefix(file.synchronizedCount))
    case .some, .namesInOrder: break
    }
    let rest = file.content.count - file.synchronizedCount
    let end = file.synchronizedCount + random.int(in: 0..<(rest + 1))
    var content = Array(file.content.prefix(end))
    // Small sectors, because the files of a test are small.
    let sector = [1, 8, 32, 512][random.int(in: 0..<4)]
    var position = file.synchronizedCount
    while position < end {
      let range = position..<min(end, position + sector)
      switch random.int(in: 0..<4) {
      case 0: for index in range { content[index] = 0 }
      case 1: for index in range { content[index] = UInt8(truncatingIfNeeded: random.next()) }
      default: break
      }
      position += sector
    }
    return content
  }

  /// Makes a change of the folder, which is not durable yet.
  private func change(_ make: (inout State) throws(SearchError) -> Void) throws(SearchError) {
    state.withLock { $0.beforeEvent }?()
    try state.withLock { (state) throws(SearchError) in try make(&state) }
  }

  package func list() -> [String] { state.withLock { Array($0.names.keys) } }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    var index = 0
    try change { (state) throws(SearchError) in
      guard state.names[name] == nil else {
        throw SearchError(.io, "the name exists already", file: name)
      }
      index = state.files.count
      state.files.append(File())
      state.names[name] = index
      state.changes.append(.link(name: name, file: index))
    }
    return CrashFile(self, index)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    let content = try content(of: name)
    let start = min(max(0, offset), content.count)
    let end = start + min(max(0, count), content.count - start)
    return ByteView(copying: Array(content[start..<end]))
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    let content = try content(of: name)
    guard content.count == byteCount else {
      throw SearchError(.corrupted, "expected \(byteCount), found \(content.count)", file: name)
    }
    return ByteView(copying: content)
  }

  private func content(of name: String) throws(SearchError) -> [UInt8] {
    try state.withLock { (state) throws(SearchError) in
      guard let index = state.names[name] else {
        throw SearchError(.notFound, "there is no such file", file: name)
      }
      return state.files[index].content
    }
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try change { (state) throws(SearchError) in
      guard let index = state.names.removeValue(forKey: old) else {
        throw SearchError(.notFound, "there is no such file", file: old)
      }
      state.names[new] = index
      state.changes.append(.rename(old: old, new: new, file: index))
    }
  }

  package func remove(_ name: String) throws(SearchError) {
    try change { (state) throws(SearchError) in
      guard state.names.removeValue(forKey: name) != nil else { return }
      state.changes.append(.unlink(name: name))
    }
  }

  package func availableByteCount() -> UInt64? { nil }

  package func writerNote() -> ByteView? { state.withLock { $0.note } }

  fileprivate func leaveNote(_ note: ByteView) {
    state.withLock { state in
      state.earlierNotes.append(state.note)
      state.note = note
    }
  }

  package func synchronizeDirectory(_ flush: Flush) throws(SearchError) {
    try change { (state) throws(SearchError) in
      state.durableNames = state.names
      state.changes = []
    }
  }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    let isFree = state.withLock { state in
      defer { state.isLocked = true }
      return !state.isLocked
    }
    guard isFree else { throw SearchError(.writerBusy, "the simulated disk has a writer") }
    return CrashLock(self)
  }

  fileprivate func unlock() { state.withLock { $0.isLocked = false } }

  fileprivate func append(_ bytes: [UInt8], to file: Int) throws(SearchError) {
    try change { (state) throws(SearchError) in state.files[file].content += bytes }
  }

  fileprivate func synchronize(_ file: Int) throws(SearchError) {
    try change { (state) throws(SearchError) in
      state.files[file].synchronizedCount = state.files[file].content.count
    }
  }

  fileprivate func byteCount(of file: Int) -> Int {
    state.withLock { $0.files[file].content.count }
  }
}

private final class CrashFile: WritableFile {
  private let storage: CrashStorage
  private let index: Int

  init(_ storage: CrashStorage, _ index: Int) {
    self.storage = storage
    self.index = index
  }

  var byteCount: Int { storage.byteCount(of: index) }

  func append(_ bytes: ByteView) throws(SearchError) {
    try storage.append(bytes.array, to: index)
  }

  func synchronize(_ flush: Flush) throws(SearchError) { try storage.synchronize(index) }

  func close() {}
}

private final class CrashLock: WriterLock {
  private let storage: CrashStorage
  private let isHeld = Atomic(true)

  init(_ storage: CrashStorage) { self.storage = storage }

  deinit { release() }

  func leaveNote(_ note: ByteView) { storage.leaveNote(note) }

  func release() {
    if isHeld.exchange(false, ordering: .relaxed) { storage.unlock() }
  }
}
