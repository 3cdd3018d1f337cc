#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchIndex {
  /// Copies the index as it is now to the folder at `path`, while it is searched and written to.
  ///
  /// Use it for a backup, to ship an index with an app, or to save an index in memory. The copy has the
  /// documents and bookmarks of one moment, and survives a loss of power when this method returns. It
  /// is an index of its own: writes to one do not change the other.
  ///
  /// Every page is verified. If copying fails, the files of the copy are removed.
  ///
  /// - Parameter path: The path of a folder that is missing or empty.
  /// - Throws: `corrupted` if a part of the index is damaged; `io` if the folder is not empty or the
  ///   system refuses access; `diskFull` or `durabilityUnknown`.
  /// - Complexity: Reads and writes all files of the index. In memory are the changes since the last
  ///   checkpoint, which the index keeps anyway.
  public func backUp(toPath path: String) async throws(SearchError) {
    try await Detour.run { () throws(SearchError) in try self.copy(to: path) }
  }

  /// Copies the index as it is now to the folder at `url`, while it is searched and written to.
  ///
  /// See ``backUp(toPath:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``backUp(toPath:)``.
  public func backUp(to url: URL) async throws(SearchError) {
    try await backUp(toPath: Self.path(url))
  }

  /// Copies the index as it is now to the folder at `url`, on the calling thread.
  ///
  /// See ``backUp(toPath:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``backUp(toPath:)``.
  @available(*, noasync, message: "Use backUp(to:), which does not block the thread.")
  public func backUpSync(to url: URL) throws(SearchError) { try copy(to: Self.path(url)) }

  private func copy(to path: String) throws(SearchError) {
    let options = core.options
    let target = try FileStorage(
      path: path, createIfMissing: true, protection: options.fileProtection,
      allowsSharedVolumes: options.allowsSharedVolumes)
    guard try target.list().isEmpty else {
      throw SearchError(
        .io, "expected an empty folder at \(path), found files in it; name a new one")
    }
    try Self.clearing(target) { () throws(SearchError) in try core.backUp(core.state, to: target) }
  }

  /// Returns the result of `body`; removes the files of an index from `storage` if it throws.
  static func clearing<Result>(
    _ storage: any Storage, _ body: () throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    do throws(SearchError) {
      return try body()
    } catch {
      for name in (try? storage.list()) ?? [] where FileName(name) != nil {
        try? storage.remove(name)
      }
      throw error
    }
  }
}
