/// The home of an index's files: a folder, the heap, or, in tests, a disk that fails.
///
/// Everything above this seam speaks only to it, so each order of writes and syncs can be run
/// against a simulated disk. Names are made by ``FileName``, never read from a file's content.
///
/// What is durable after each call: nothing but what ``WritableFile/synchronize()`` (a file's
/// bytes) and ``synchronizeDirectory()`` (names made, changed or removed before) returned for.
///
/// Used by any number of threads at once.
package protocol Storage: AnyObject, Sendable {
  /// The place, for messages to a person.
  var displayName: String { get }

  /// The names of all files, in no order; folders and foreign names included.
  func list() throws(SearchError) -> [String]

  /// A new, empty file for appending.
  ///
  /// - Throws: `io` when the name exists already; `diskFull`, `readOnly`.
  func create(_ name: String) throws(SearchError) -> any WritableFile

  /// Up to `count` bytes from `offset`, copied into memory; fewer only where the file ends.
  ///
  /// For files that are small or still grow, which are never mapped.
  ///
  /// - Throws: `notFound` when there is no such file; `dataProtected`, `io`.
  func read(_ name: String, from offset: Int, atMost count: Int) throws(SearchError) -> ByteView

  /// The content of an immutable file, mapped where that is possible.
  ///
  /// - Throws: `notFound`; `corrupted` when the file does not have exactly `byteCount` bytes.
  func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView

  /// Gives `old` the name `new`, atomically replacing what had that name.
  func rename(_ old: String, to new: String) throws(SearchError)

  /// Takes the name away. Views of the content stay valid. A name that does not exist is fine.
  func remove(_ name: String) throws(SearchError)

  /// Makes names that were created, changed or removed durable.
  ///
  /// - Throws: `durabilityUnknown`; then some of these names may be lost, and nothing tells which.
  func synchronizeDirectory(_ flush: Flush) throws(SearchError)

  /// Bytes that can still be written, nil where the volume does not tell.
  func availableByteCount() -> UInt64?

  /// The note that the last writer left with ``WriterLock/leaveNote(_:)``, as far as it is there.
  ///
  /// - Throws: `io`, `dataProtected`.
  func writerNote() throws(SearchError) -> ByteView?

  /// Becomes the only writer until the returned object is released.
  ///
  /// - Throws: `writerBusy` at once when there is another, in this process or in any other;
  ///   `readOnly` where nothing can be written.
  func acquireWriterLock() throws(SearchError) -> any WriterLock
}

extension Storage {
  package func synchronizeDirectory() throws(SearchError) { try synchronizeDirectory(.durable) }

  /// The whole content of a file of at most `limit` bytes.
  ///
  /// - Throws: `notFound`; `corrupted` when the file is longer.
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
  /// Earlier writes reach the medium before any later one. Cheaper where drives have caches that
  /// they empty in order, and otherwise the same as ``durable``.
  case ordered
  /// Earlier writes are on the medium when the call returns.
  case durable
}

/// A file that is being written, from start to end. Used by one thread at a time, except as
/// ``synchronize(_:)`` says.
package protocol WritableFile: AnyObject, Sendable {
  /// Bytes appended so far.
  var byteCount: Int { get }

  /// Adds `bytes` at the end. Each call reaches the operating system, so that a killed process
  /// loses nothing; callers gather small pieces themselves.
  ///
  /// - Throws: `diskFull`, `io`. What was appended in part counts as not written.
  func append(_ bytes: ByteView) throws(SearchError)

  /// Makes room for `byteCount` more bytes: zeros, which whoever reads the file may find after what
  /// was appended, and which later appends replace. A sync of an append that changes nothing but
  /// bytes which are on the medium already takes one write there less.
  ///
  /// Does what it can; a storage without such a difference does nothing.
  func reserve(_ byteCount: Int)

  /// Makes all bytes appended so far durable. May be called while another thread appends; what is
  /// appended meanwhile may or may not be included.
  ///
  /// - Throws: `durabilityUnknown`. The file must not be used again after a failure.
  func synchronize(_ flush: Flush) throws(SearchError)

  /// Ends writing. Only this reports some late failures of the operating system.
  ///
  /// Closing twice is harmless; a file that is let go is closed too.
  func close() throws(SearchError)
}

extension WritableFile {
  package func synchronize() throws(SearchError) { try synchronize(.durable) }

  package func reserve(_ byteCount: Int) {}
}

/// Being the only writer. Given up by ``release()``, or with the object.
package protocol WriterLock: AnyObject, Sendable {
  /// Leaves `note`, of at most 64 bytes, for the next writer, in place of the one before. Never
  /// synced: after a loss of power any earlier note may be there, or half of one.
  ///
  /// Failure is not reported: a note is evidence, and without it only less is known.
  func leaveNote(_ note: ByteView)

  /// True while the folder still has the lock that was taken. After it is removed or replaced,
  /// another writer may be at work.
  var isIntact: Bool { get }

  /// Lets another writer in. Releasing twice is harmless.
  func release()
}

extension WriterLock {
  package var isIntact: Bool { true }
}
