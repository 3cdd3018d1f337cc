/// The files of an index: in a folder, in the heap or, in tests, on a simulated disk.
///
/// The layers above use files only through this protocol, so every order of writes and syncs can be
/// run against a simulated disk. Names are made by ``FileName``, never read from a file's content.
///
/// Only what ``WritableFile/synchronize()`` (the bytes of a file) and ``synchronizeDirectory()``
/// (the names created, changed or removed before) have returned for is durable.
///
/// Used by any number of threads at once.
package protocol Storage: AnyObject, Sendable {
  /// The storage's location, for messages.
  var displayName: String { get }

  /// Returns the names of all files, in no order, including folders and foreign names.
  func list() throws(SearchError) -> [String]

  /// Creates an empty file for appending.
  ///
  /// - Throws: `io` if the name exists already; `diskFull`, `readOnly`.
  func create(_ name: String) throws(SearchError) -> any WritableFile

  /// Returns up to `count` bytes from `offset`, copied into memory; fewer only at the end of the
  /// file.
  ///
  /// For files that are small or still grow, which are never mapped.
  ///
  /// - Throws: `notFound` if there is no such file; `dataProtected`, `io`.
  func read(_ name: String, from offset: Int, atMost count: Int) throws(SearchError) -> ByteView

  /// Returns the content of an immutable file, mapped where that is possible.
  ///
  /// - Throws: `notFound` if there is no such file; `corrupted` if it does not have exactly
  ///   `byteCount` bytes.
  func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView

  /// Renames `old` to `new`, atomically replacing the file that had that name.
  func rename(_ old: String, to new: String) throws(SearchError)

  /// Removes the name, if it exists. Views of the content stay valid.
  func remove(_ name: String) throws(SearchError)

  /// Makes names that were created, changed or removed durable.
  ///
  /// - Throws: `durabilityUnknown` if that fails. Some of these names may then be lost, and nothing
  ///   tells which.
  func synchronizeDirectory(_ flush: Flush) throws(SearchError)

  /// Returns the number of bytes that can still be written; nil if the volume does not report it.
  func availableByteCount() -> UInt64?

  /// Returns the note that the last writer left with ``WriterLock/leaveNote(_:)``, as far as it
  /// survived.
  ///
  /// - Throws: `io` or `dataProtected` if the note cannot be read.
  func writerNote() throws(SearchError) -> ByteView?

  /// Acquires the writer's lock, which is held until the returned object is released.
  ///
  /// - Throws: `writerBusy` at once if there is another writer, in this process or in any other;
  ///   `readOnly` if nothing can be written.
  func acquireWriterLock() throws(SearchError) -> any WriterLock
}

extension Storage {
  package func synchronizeDirectory() throws(SearchError) { try synchronizeDirectory(.durable) }

  /// Returns the whole content of a file of at most `limit` bytes.
  ///
  /// - Throws: `notFound` if there is no such file; `corrupted` if it is longer.
  package func read(_ name: String, limit: Int) throws(SearchError) -> ByteView {
    let content = try read(name, from: 0, atMost: limit + 1)
    guard content.count <= limit else {
      throw SearchError(.corrupted, "expected at most \(limit) bytes, found more", file: name)
    }
    return content
  }
}

/// The guarantee that a sync gives.
package enum Flush: Sendable {
  /// Earlier writes reach the medium before any later one. Cheaper than ``durable`` on drives that
  /// can empty their caches in order; otherwise the same.
  case ordered
  /// Earlier writes are on the medium when the call returns.
  case durable
}

/// The presence of a file in its folder, as far as the system tells: a call that fails says
/// `present`.
package enum FilePresence: Sendable {
  case present
  /// The folder has no file of this name.
  case missing
  /// The folder has another file of this name.
  case replaced
}

/// A file that is being written from start to end. Used by one thread at a time, except as
/// ``synchronize(_:)`` says.
package protocol WritableFile: AnyObject, Sendable {
  /// The number of bytes appended so far.
  var byteCount: Int { get }

  /// Appends `bytes`. Each call reaches the operating system, so that a killed process loses
  /// nothing; callers buffer small pieces themselves.
  ///
  /// - Throws: `diskFull`, `io`. Bytes that were appended in part count as not written.
  func append(_ bytes: ByteView) throws(SearchError)

  /// Reserves room for `byteCount` more bytes by writing zeros, which readers of the file may find
  /// after the appended bytes, and which later appends replace. Syncing an append that only
  /// replaces bytes that are on the medium already takes one write less.
  ///
  /// A failure is not reported. A storage for which this makes no difference does nothing.
  func reserve(_ byteCount: Int)

  /// Makes all bytes appended so far durable. May be called while another thread appends; bytes
  /// that are appended meanwhile may or may not be included.
  ///
  /// - Throws: `durabilityUnknown` if that fails. The file must not be used again then.
  func synchronize(_ flush: Flush) throws(SearchError)

  /// Returns the presence of this file in the folder under `name`. If it was removed or replaced,
  /// what is appended is lost.
  func presence(as name: String) -> FilePresence

  /// Ends writing. Only this call reports some late failures of the operating system.
  ///
  /// Closing twice is harmless; a file that is deallocated is closed too.
  func close() throws(SearchError)
}

extension WritableFile {
  package func synchronize() throws(SearchError) { try synchronize(.durable) }

  package func reserve(_ byteCount: Int) {}

  package func presence(as name: String) -> FilePresence { .present }
}

/// The exclusive right to write. Ends with ``release()`` or with the object.
package protocol WriterLock: AnyObject, Sendable {
  /// Leaves `note`, of at most 64 bytes, for the next writer, replacing the note before. The note
  /// is never synced: after a loss of power it may be any earlier note, or half of one.
  ///
  /// A failure is not reported. The note is only evidence: without it, less damage is detected.
  func leaveNote(_ note: ByteView)

  /// True while the lock is held, and the folder still has it. After it is released, removed or
  /// replaced, there may be another writer.
  var isIntact: Bool { get }

  /// Releases the lock. Releasing twice is harmless.
  func release()
}

extension WriterLock {
  /// Makes sure that `folder` still has the lock.
  ///
  /// - Throws: The error of ``SearchError/lostLock(of:_:)`` otherwise.
  func require(in folder: any Storage, _ outcome: String) throws(SearchError) {
    if !isIntact { throw .lostLock(of: folder, outcome) }
  }
}

extension SearchError {
  /// Returns the error of a writer whose lock is not in the folder any more.
  ///
  /// - Parameter outcome: What this means, and what to do.
  static func lostLock(of folder: any Storage, _ outcome: String) -> SearchError {
    SearchError(
      .writerBusy,
      "the file \(FileName.lock.text) of \(folder.displayName) was removed or replaced, alone or with "
        + "the folder, so another writer may be at work; \(outcome)")
  }
}
