/// The lock of the only writer of a folder: `flock` on the file `LOCK`, and a register of the locks
/// that this process holds.
///
/// `flock` ends with the process, however it ends, and, unlike the locks of `fcntl`, does not end
/// when another descriptor of the file is closed. On systems that emulate `flock` with `fcntl`, the
/// register keeps this process from opening the file a second time. The file is never removed, and
/// the process number in it is only for messages.
final class FileWriterLock: WriterLock {
  private static let held = Lock<Set<FileIdentity>>([])
  private static let name = FileName.lock.text

  private let descriptor: Lock<FileDescriptor?>
  private let identity: FileIdentity
  /// Returns true if the folder does not have the lock file with this identity any more.
  private let isGone: @Sendable (FileIdentity) -> Bool
  private let owner = SystemCalls.processID

  private init(
    _ descriptor: consuming FileDescriptor, _ identity: FileIdentity,
    _ isGone: @escaping @Sendable (FileIdentity) -> Bool
  ) {
    self.descriptor = Lock(consume descriptor)
    self.identity = identity
    self.isGone = isGone
  }

  deinit { release() }

  /// Returns true if `folder` does not have the lock file with this identity.
  static func isGone(_ identity: FileIdentity, from folder: borrowing FileDescriptor) -> Bool {
    SystemCalls.presence(of: identity, called: name, in: folder) != .present
  }

  var isIntact: Bool { isHeld && !isGone(identity) }

  private var isHeld: Bool {
    descriptor.withLock { descriptor in
      switch descriptor {
      case .some: true
      case .none: false
      }
    }
  }

  /// Acquires the lock of the folder, without waiting.
  ///
  /// - Parameters:
  ///   - hasIndex: True if the folder has an index. If it has none, a file called `LOCK` with other
  ///     content belongs to another program.
  ///   - isGone: Returns true if the folder does not have the lock file at a later time.
  /// - Throws: `writerBusy`, with the holder, if the lock is taken; `readOnly` if the folder cannot
  ///   be written; `io` if the file belongs to another program.
  static func acquire(
    in folder: borrowing FileDescriptor, path: String, mode: FileMode,
    protection: FileProtection, hasIndex: Bool,
    isGone: @escaping @Sendable (FileIdentity) -> Bool
  ) throws(SearchError) -> FileWriterLock {
    let ignoresOthers = PlantedBug.ignoresOtherWriters.isPlanted
    if let present = SystemCalls.identity(of: name, in: folder), !ignoresOthers {
      guard !held.withLock({ $0.contains(present) }) else { throw busyHere(path) }
    }
    let file = try opened(in: folder, path: path, mode: mode)
    // Readers need the note in the file.
    SystemCalls.protect(file, protection)
    let identity = try SystemCalls.status(of: file, name).identity
    guard held.withLock({ $0.insert(identity).inserted }) || ignoresOthers else {
      throw busyHere(path)
    }
    do {
      try lock(file, identity, in: folder, path: path)
    } catch {
      _ = held.withLock { $0.remove(identity) }
      throw error
    }
    let noted: FileIdentity
    do throws(SearchError) {
      if try isOurs(file) {
        SystemCalls.note(holder(SystemCalls.processID), at: 0, in: file)
      } else if !hasIndex {
        throw SearchError(
          .io,
          "\(path) has no index, and its file \(name) was not created by an index; choose another "
            + "folder",
          file: name)
      }
      // Some file systems give a file another number once it is not empty.
      noted = try SystemCalls.status(of: file, name).identity
    } catch {
      _ = held.withLock { $0.remove(identity) }
      throw error
    }
    if noted != identity {
      held.withLock {
        $0.remove(identity)
        $0.insert(noted)
      }
    }
    return FileWriterLock(file, noted, isGone)
  }

  /// Opens the file, or creates it.
  ///
  /// - Throws: As ``acquire(in:path:mode:protection:hasIndex:isGone:)``, with the folder.
  private static func opened(
    in folder: borrowing FileDescriptor, path: String, mode: FileMode
  ) throws(SearchError) -> FileDescriptor {
    do {
      return try SystemCalls.openFile(name, in: folder, for: .locking, mode: mode)
    } catch {
      let way =
        switch error.code {
        case .notFound: "; the folder was removed or replaced: open the index again"
        case .readOnly: "; open the index for reading with readOnly(path:)"
        default: ""
        }
      throw SearchError(error.code, "\(path): \(error.message)\(way)", file: error.file)
    }
  }

  /// Returns true if the file is new or was written by a holder of the lock. After a loss of power,
  /// the holder's line may be zeros.
  private static func isOurs(_ file: borrowing FileDescriptor) throws(SearchError) -> Bool {
    let line = try SystemCalls.read(file, from: 0, count: holderByteCount, name).array
    return line.starts(with: "pid ".utf8) || line.allSatisfy { $0 == 0 }
  }

  private static func lock(
    _ file: borrowing FileDescriptor, _ identity: FileIdentity,
    in folder: borrowing FileDescriptor, path: String
  ) throws(SearchError) {
    guard try SystemCalls.tryLock(file, name) || PlantedBug.ignoresOtherWriters.isPlanted else {
      let note = try? SystemCalls.read(file, from: 0, count: holderByteCount, name)
      throw busyElsewhere(path, holder: note.flatMap { processID(in: $0) })
    }
    guard SystemCalls.identity(of: name, in: folder) == identity else {
      throw SearchError(.writerBusy, "\(path) was replaced while it was being opened; try again")
    }
  }

  func release() {
    descriptor.withLock { descriptor in
      guard let file = descriptor.take() else { return }
      // A forked child shares the descriptor: unlocking there would release the parent's lock.
      guard SystemCalls.processID == owner else { return }
      SystemCalls.unlock(file)
      _ = Self.held.withLock { $0.remove(identity) }
    }
  }

  func leaveNote(_ note: ByteView) {
    precondition(
      note.count <= Self.noteByteCount,
      "a note of \(note.count) bytes, expected at most \(Self.noteByteCount)")
    descriptor.withLock { descriptor in
      guard SystemCalls.processID == owner else { return }
      switch descriptor {
      case .some(let file): SystemCalls.note(note, at: Self.noteOffset, in: file)
      case .none: return
      }
    }
  }

  /// Returns the note that the last writer left; nil if it left none.
  ///
  /// - Throws: `notFound` if there was never a writer; `io`, `dataProtected`.
  static func note(in folder: borrowing FileDescriptor) throws(SearchError) -> ByteView? {
    let file = try SystemCalls.openFile(name, in: folder, for: .reading)
    let note = try SystemCalls.read(file, from: noteOffset, count: noteByteCount, name)
    return note.count > 0 ? note : nil
  }

  /// The file has one line with the holder for people, and the note after it.
  private static let holderByteCount = 32
  private static let noteOffset = 64
  private static let noteByteCount = 64

  /// Returns a line of fixed length, so that a shorter number leaves nothing of a longer one.
  private static func holder(_ processID: Int32) -> ByteView {
    let text = "pid \(processID)"
    let padding = String(repeating: " ", count: holderByteCount - 1 - text.utf8.count)
    return ByteView(copying: Array((text + padding + "\n").utf8))
  }

  /// Returns the process number in such a line; nil if there is none.
  private static func processID(in line: ByteView) -> Int32? {
    String(decoding: line.array, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      .last.flatMap { Int32($0) }
  }

  private static func busyHere(_ path: String) -> SearchError {
    SearchError(
      .writerBusy, "another writer of this process has \(path) open; close it first",
      file: name)
  }

  private static func busyElsewhere(_ path: String, holder processID: Int32?) -> SearchError {
    let holder =
      switch processID {
      case nil: "another process"
      case let id? where SystemCalls.isRunning(processID: id): "the process with pid \(id)"
      case let id?: "a process that the ended process with pid \(id) forked"
      }
    return SearchError(
      .writerBusy, "\(holder) has \(path) open for writing; close it there, or open for reading",
      file: name)
  }
}
