/// The lock of the only writer of a folder: `flock` on the file `LOCK`, and a register of what this
/// process holds.
///
/// `flock` ends with the process, however it ends, and does not end when some other descriptor of
/// the file is closed, as `fcntl` locks do. Where a system emulates it with those, the register
/// keeps this process from opening the file a second time. The file is never removed and its
/// content, the holder's process number, is only for messages.
final class FileWriterLock: WriterLock {
  private static let held = Lock<Set<FileIdentity>>([])
  private static let name = FileName.lock.text

  private let descriptor: Lock<FileDescriptor?>
  private let identity: FileIdentity
  private let owner = SystemCalls.processID

  private init(_ descriptor: consuming FileDescriptor, _ identity: FileIdentity) {
    self.descriptor = Lock(consume descriptor)
    self.identity = identity
  }

  deinit { release() }

  /// Takes the lock of the folder, without waiting.
  ///
  /// - Throws: `writerBusy`, with who has it; `readOnly` when the folder cannot be written; `io` on
  ///   volumes of other machines, whose locks do not hold.
  static func acquire(
    in folder: borrowing FileDescriptor, path: String
  ) throws(SearchError) -> FileWriterLock {
    guard !SystemCalls.isOnNetworkVolume(folder) else {
      throw SearchError(
        .io,
        "\(path) is on a network volume, where two writers could not be kept apart; "
          + "put the index on a local volume")
    }
    if let present = SystemCalls.identity(of: name, in: folder) {
      guard !held.withLock({ $0.contains(present) }) else { throw busyHere(path) }
    }
    let file = try SystemCalls.openFile(name, in: folder, for: .locking)
    let identity = try SystemCalls.status(of: file, name).identity
    guard held.withLock({ $0.insert(identity).inserted }) else { throw busyHere(path) }
    do {
      try lock(file, identity, in: folder, path: path)
    } catch {
      _ = held.withLock { $0.remove(identity) }
      throw error
    }
    SystemCalls.note(padded("pid \(SystemCalls.processID)"), in: file)
    return FileWriterLock(file, identity)
  }

  private static func lock(
    _ file: borrowing FileDescriptor, _ identity: FileIdentity,
    in folder: borrowing FileDescriptor, path: String
  ) throws(SearchError) {
    guard try SystemCalls.tryLock(file, name) else {
      let note = try? SystemCalls.read(file, from: 0, count: noteByteCount, name)
      throw busyElsewhere(path, holder: note.map { String(decoding: $0.array, as: UTF8.self) })
    }
    guard SystemCalls.identity(of: name, in: folder) == identity else {
      throw SearchError(.writerBusy, "\(path) was replaced while it was opened; try again")
    }
  }

  func release() {
    descriptor.withLock { descriptor in
      guard let file = descriptor.take() else { return }
      // A forked child shares the descriptor: unlocking there would take the parent's lock away.
      guard SystemCalls.processID == owner else { return }
      SystemCalls.unlock(file)
      _ = Self.held.withLock { $0.remove(identity) }
    }
  }

  private static let noteByteCount = 32

  /// One line of fixed length, so that a shorter number leaves nothing of a longer one.
  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: noteByteCount - 1 - text.utf8.count) + "\n"
  }

  private static func busyHere(_ path: String) -> SearchError {
    SearchError(
      .writerBusy, "another writer of this process has \(path) open; close it first",
      file: name)
  }

  private static func busyElsewhere(_ path: String, holder: String?) -> SearchError {
    let who = (holder ?? "").split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    let holder = who.isEmpty ? "another process" : "the process with \(who)"
    return SearchError(
      .writerBusy, "\(holder) has \(path) open for writing; close it there, or open for reading",
      file: name)
  }
}
