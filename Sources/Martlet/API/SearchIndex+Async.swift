import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The long operations for asynchronous code. They run away from the thread pool of tasks, which
/// they would block.
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
  /// See ``open(path:schema:options:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``init(path:options:)``.
  public static func open(
    at url: URL, schema: Schema<Document>? = nil, options: IndexOptions = IndexOptions()
  ) async throws(SearchError) -> SearchIndex<Document> {
    try await open(path: path(url), schema: schema, options: options)
  }

  /// Makes all earlier writes survive a loss of power; see the synchronous form.
  ///
  /// - Throws: The errors of the synchronous form.
  public func sync() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.synchronize() }
  }

  /// Writes the changes in memory to a segment file, and retires the log; see the synchronous form.
  ///
  /// - Throws: The errors of the synchronous form.
  public func checkpoint() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.checkpoint() }
  }

  /// Rewrites the index as one segment without deleted documents; see the synchronous form.
  ///
  /// Searches and writes go on. Cancelling the task does not stop it.
  ///
  /// - Throws: The errors of the synchronous form.
  public func compact(reordering: Bool = false) async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.compact(reordering: reordering) }
  }

  /// Reads every byte of the index and reports what is wrong; see the synchronous form.
  ///
  /// - Throws: The errors of the synchronous form.
  public func verify() async throws(SearchError) -> VerificationReport {
    let core = core
    return try await Detour.run { () throws(SearchError) in
      let problems = try core.verify()
      return VerificationReport(problems: problems, statistics: core.statistics)
    }
  }

  /// Writes a checkpoint and lets another writer open the index; see the synchronous form.
  ///
  /// - Throws: The errors of the synchronous form.
  public func close() async throws(SearchError) {
    let core = core
    try await Detour.run { () throws(SearchError) in try core.close() }
  }
}

extension Snapshot {
  /// Returns the number of documents that match `query`, without blocking the actor of the caller.
  ///
  /// - Throws: The errors of the synchronous form.
  @concurrent
  public func count(_ query: Query) async throws(SearchError) -> Int {
    try core.count(query, in: state, schema)
  }
}

/// A way for a task to wait for work that would block its thread.
private enum Detour {
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
}
