import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The long operations. They run away from the thread pool of tasks, which they would block.
extension SearchIndex {
  /// Opens the index in the folder at `path` for reading and writing, or creates one there.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The fields that are searched; nil for ``SearchDocument/searchSchema``.
  ///   - options: The options for this opening. They are not kept in the index.
  /// - Throws: The errors of ``init(path:options:)``.
  public static func open(
    path: String, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Document> {
    try await Detour.run { () throws(SearchError) in
      try SearchIndex(path: path, schema: schema ?? Document.searchSchema, options: options)
    }
  }

  /// Opens the index in the folder at `url` for reading and writing, or creates one there.
  ///
  /// The parameters are those of the form that takes a path.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``init(path:options:)``.
  public static func open(
    at url: URL, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Document> {
    try await open(path: path(url), schema: schema, options: options)
  }

  /// Opens the index in the folder at `path` for reading only.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - schema: The schema that the index was made with; nil for ``SearchDocument/searchSchema``.
  ///   - options: The options for this opening.
  /// - Throws: The errors of ``readOnly(path:options:)``.
  public static func openReadOnly(
    path: String, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Document> {
    try await Detour.run { () throws(SearchError) in
      try readOnly(path: path, schema: schema ?? Document.searchSchema, options: options)
    }
  }

  /// Opens the index in the folder at `url` for reading only.
  ///
  /// See ``openReadOnly(path:schema:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``readOnly(path:options:)``.
  public static func openReadOnly(
    at url: URL, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Document> {
    try await openReadOnly(path: path(url), schema: schema, options: options)
  }

  /// Makes all earlier writes survive a loss of power, at any level of durability.
  ///
  /// The index does this itself within a tenth of a second at level ``Durability/normal``, and
  /// before `write` returns at level ``Durability/full``. Call this method before an app is
  /// suspended.
  ///
  /// - Throws: `readOnly` if the index was opened for reading; `closed` or `suspended` if it is;
  ///   `writerBusy` if the lock is taken for each write and another writer keeps it for two
  ///   seconds; `durabilityUnknown` if the state of the disk is unknown; at level
  ///   ``Durability/none``, the errors of ``checkpoint()``.
  public func flush() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.synchronize() }
  }

  /// Writes the changes in memory to a segment file, and retires the log.
  ///
  /// The index does this itself when its memory is full or its log long, once nothing was written
  /// for a while, and in ``suspend()``, ``compact(reordering:)`` and ``close(discardingUnsaved:)``.
  /// Nothing is lost without it.
  ///
  /// - Throws: `readOnly` if the index was opened for reading; `closed` or `suspended` if it was
  ///   closed or suspended; `writerBusy` if another process writes; `diskFull` or `io` if a file
  ///   cannot be written; `limitExceeded` if there is too much for the format; `durabilityUnknown`
  ///   if the state of the disk is unknown.
  public func checkpoint() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.checkpoint() }
  }

  /// Rewrites the index as one segment without deleted documents.
  ///
  /// This is the smallest form and the fastest to search, for an index that will change little. A
  /// merge makes a segment of at most 5 GiB (1 GiB where addresses have 32 bits), so a larger index
  /// keeps several. Searches and writes go on. Cancelling the task does not stop it.
  ///
  /// Afterwards, no file of the folder has the texts, words, values or keys of documents that were
  /// deleted or replaced before. Until then they may be in segments and in the log. The kept end of
  /// a log that a crash left torn (``IndexStatistics/droppedLog``) is removed. A file that a
  /// snapshot, a hit or a search of this process still uses is removed within seconds after the
  /// last of them is gone; if the index was closed before that, when it is opened and written
  /// again. What the system keeps of removed files, backups, and indexes that are open elsewhere
  /// are beyond its reach.
  ///
  /// - Parameter reordering: True to place documents near others that share words with them. This
  ///   makes the index smaller and most searches faster. It changes the order of documents with
  ///   equal scores. The default is false.
  /// - Throws: The errors of ``checkpoint()``; `cancelled` or `suspended` if the index is closed or
  ///   suspended meanwhile; `corrupted` if a segment is damaged, also one that is left out
  ///   (``CorruptionPolicy/salvage``): all others have been merged then, and its file still has
  ///   what was deleted.
  /// - Complexity: Reads and writes the whole index, and needs free space on the volume for two and
  ///   a half times the size of what is not deleted, or else throws `diskFull` at once. Reordering
  ///   takes about as long again, up to 256 MiB of memory, 40 bytes more for each document, and on
  ///   each thread up to 8 for each occurrence of a word and 32 for each document that has it.
  public func compact(reordering: Bool = false) async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.compact(reordering: reordering) }
  }

  /// Reads every byte of the index and compares it with its hash.
  ///
  /// The report lists all damage, including the parts that searches leave out. Searches and writes
  /// can go on at the same time.
  ///
  /// - Throws: `io` or `dataProtected` if the index cannot be read at all.
  /// - Complexity: O(*n*), where *n* is the size of the index in bytes.
  public func verify() async throws(SearchError) -> VerificationReport {
    let core = core
    return try await Detour.run { () throws(SearchError) in
      VerificationReport(problems: try core.verify(), statistics: core.statistics)
    }
  }

  /// Writes all changes to files and releases the lock, before an app is suspended.
  ///
  /// A suspended index can be searched. Every write throws `suspended` until ``resume()``. Another
  /// process can open the index for writing meanwhile. Merges in the background stop at once and
  /// begin anew later. Suspending an index twice, or one that is closed or was opened for reading,
  /// has no effect, except that what could not be written before is tried again.
  ///
  /// Apple's mobile systems end an app that is suspended while it holds a lock in a folder that it
  /// shares with others, such as that of an app group.
  ///
  /// - Throws: `diskFull` or `io` if a file cannot be written; `durabilityUnknown` if the state of
  ///   the disk is unknown. The lock is released even so, and the log has the changes. At the level
  ///   ``Durability/none``, only memory has them: suspend or close the index again when there is
  ///   room. If another writer comes before, they are lost, and both methods throw an error that
  ///   says so.
  public func suspend() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.suspend() }
  }

  /// Goes on after ``suspend()``: takes the lock again, and finds what other processes have written
  /// meanwhile.
  ///
  /// Has no effect on an index that is not suspended. If ``suspend()`` could not write changes that
  /// have no log, and another writer has come since, these changes are gone, and
  /// ``IndexStatistics/lastFailure`` says so.
  ///
  /// - Throws: `writerBusy` if another process has the index open for writing, or keeps writing for
  ///   two seconds with a lock for each write; `notFound` if another index is in its place;
  ///   `schemaMismatch` if a newer program has added fields; `closed` if it was closed while
  ///   suspended; `corrupted`, `io` and the like if the files cannot be read. The index then stays
  ///   suspended, and this method can be called again.
  public func resume() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.resume() }
  }

  /// Makes all changes durable, ends writing, and lets another writer in.
  ///
  /// A closed index can still be searched and read, and so can its snapshots and hits. They see the
  /// state at closing, whatever another writer does to the folder, until they are released. Every
  /// write throws `closed`. Closing an index twice has no effect.
  ///
  /// - Parameter discardingUnsaved: True to close at the level ``Durability/none`` too if changes
  ///   cannot be written for `diskFull` or `io`, which are lost then without an error.
  /// - Throws: `diskFull` or `io` if a file cannot be written; `durabilityUnknown` if the state of
  ///   the disk is unknown. The index is closed even so, and the log has the changes. At the level
  ///   ``Durability/none``, only memory has them: after `diskFull` and `io` the index stays open,
  ///   and can be closed again when there is room.
  public func close(discardingUnsaved: Bool = false) async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in
      try core.close(discardingUnsaved: discardingUnsaved)
    }
  }
}

/// The same for code that is not asynchronous.
///
/// They have names of their own. With one name for both, the compiler would take the synchronous
/// form at the top level of a program, even after `await`.
extension SearchIndex {
  /// Makes all earlier writes survive a loss of power, on the calling thread. See ``flush()``.
  ///
  /// - Throws: The errors of ``flush()``.
  @available(*, noasync, message: "Use flush(), which does not block the thread.")
  public func flushSync() throws(SearchError) { try core.synchronize() }

  /// Writes the changes in memory to a segment file, on the calling thread. See ``checkpoint()``.
  ///
  /// - Throws: The errors of ``checkpoint()``.
  @available(*, noasync, message: "Use checkpoint(), which does not block the thread.")
  public func checkpointSync() throws(SearchError) { try core.checkpoint() }

  /// Rewrites the index as one segment without deleted documents, on the calling thread.
  ///
  /// See ``compact(reordering:)``.
  ///
  /// - Throws: The errors of ``compact(reordering:)``.
  @available(*, noasync, message: "Use compact(reordering:), which does not block the thread.")
  public func compactSync(reordering: Bool = false) throws(SearchError) {
    try core.compact(reordering: reordering)
  }

  /// Reads every byte of the index and compares it with its hash, on the calling thread.
  ///
  /// See ``verify()``.
  ///
  /// - Throws: The errors of ``verify()``.
  @available(*, noasync, message: "Use verify(), which does not block the thread.")
  public func verifySync() throws(SearchError) -> VerificationReport {
    VerificationReport(problems: try core.verify(), statistics: core.statistics)
  }

  /// Writes all changes to files and releases the lock, on the calling thread. See ``suspend()``.
  ///
  /// - Throws: The errors of ``suspend()``.
  @available(*, noasync, message: "Use suspend(), which does not block the thread.")
  public func suspendSync() throws(SearchError) { try core.suspend() }

  /// Goes on after ``suspend()``, on the calling thread. See ``resume()``.
  ///
  /// - Throws: The errors of ``resume()``.
  @available(*, noasync, message: "Use resume(), which does not block the thread.")
  public func resumeSync() throws(SearchError) { try core.resume() }

  /// Makes all changes durable, ends writing, and lets another writer in, on the calling thread.
  ///
  /// See ``close(discardingUnsaved:)``.
  ///
  /// - Throws: The errors of ``close(discardingUnsaved:)``.
  @available(*, noasync, message: "Use close(), which does not block the thread.")
  public func closeSync(discardingUnsaved: Bool = false) throws(SearchError) {
    try core.close(discardingUnsaved: discardingUnsaved)
  }
}

/// A way for a task to wait for work that would block its thread.
enum Detour {
  /// Runs `body` on a thread of the system, and returns its result.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(SearchError) -> Result
  ) async throws(SearchError) -> Result {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Swift.Result(catching: body))
      }
    }
    return try result.get()
  }

  /// Runs `body` on a thread of the system, with a flag that says whether the task was cancelled.
  static func cancellable<Result: Sendable>(
    _ body: @escaping @Sendable (SearchCancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = SearchCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Swift.Result { try body(cancellation) })
        }
      }
    } onCancel: {
      cancellation.request()
    }
  }
}
