#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchIndex {
  /// Copies the index as it is now to the folder at `path`, while it is searched and written to.
  ///
  /// Use it for a backup, to ship an index with an app, or to save an index in memory. The copy has
  /// the documents and bookmarks of one moment, and survives a loss of power when this method
  /// returns. It is an index of its own: writes to one do not change the other.
  ///
  /// An index that takes its lock for each write copies what it has seen; call ``refresh()``
  /// before.
  ///
  /// Every page is verified. If copying fails or its task is cancelled, the files of the copy are
  /// removed.
  ///
  /// - Parameter path: The path of a folder that is missing or empty, and not in the folder of this
  ///   index.
  /// - Throws: `CancellationError`; `corrupted` if a part of the index is damaged; `io` if the
  ///   folder is not empty, is in that of the index, or the system refuses access; `writerBusy` if
  ///   another copy is made there; `diskFull` or `durabilityUnknown`.
  /// - Complexity: Reads and writes all files of the index. In memory are the changes since the
  ///   last checkpoint, which the index keeps anyway.
  public func backUp(toPath path: String) async throws {
    try await Detour.cancellable { cancellation in
      guard try self.copy(to: path, cancellation) else { throw CancellationError() }
    }
  }

  /// Copies the index as it is now to the folder at `url`, while it is searched and written to.
  ///
  /// See ``backUp(toPath:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``backUp(toPath:)``.
  public func backUp(to url: URL) async throws {
    try await backUp(toPath: Self.path(url))
  }

  /// Copies the index as it is now to the folder at `url`, on the calling thread.
  ///
  /// See ``backUp(toPath:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``backUp(toPath:)``, but no `CancellationError`.
  @available(*, noasync, message: "Use backUp(to:), which does not block the thread.")
  public func backUpSync(to url: URL) throws(SearchError) {
    _ = try copy(to: Self.path(url), SearchCancellation())
  }

  /// Returns false if the copy was cancelled. Nothing of it is left then.
  private func copy(
    to path: String, _ cancellation: SearchCancellation
  ) throws(SearchError) -> Bool {
    let whole: Void? = try EmptyFolder(path: path, outside: core.storage, core.options).fill {
      (target, lock) throws(SearchError) in
      try core.backUp(core.state, to: target, lock, cancellation) ? () : nil
    }
    return whole != nil
  }
}
