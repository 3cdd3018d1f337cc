#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The folder of an index as a whole.
extension SearchIndex {
  /// Returns true if there is an index in the folder at `path`, whatever its schema, damaged or
  /// not.
  ///
  /// - Throws: `io` if the folder cannot be read.
  public static func exists(path: String) throws(SearchError) -> Bool {
    do throws(SearchError) {
      return try IndexFolder(FileStorage(path: path, createIfMissing: false)).hasIndex
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }

  /// Returns true if there is an index in the folder at `url`, whatever its schema, damaged or not.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: `io` if the folder cannot be read.
  public static func exists(at url: URL) throws(SearchError) -> Bool {
    try exists(path: path(url))
  }

  /// Removes the index in the folder at `path`.
  ///
  /// Only files of an index are removed. The folder remains, with everything else in it. Nothing
  /// happens if there is no folder or no index. For whoever opens the folder meanwhile, the index
  /// is there or is not. If the removal is interrupted, the next writer finishes it.
  ///
  /// - Throws: `writerBusy` if a writer has the index open; `readOnly` or `io` if the system
  ///   refuses to remove a file, after which you can call this method again.
  public static func remove(path: String) throws(SearchError) {
    do throws(SearchError) {
      // Who has put an index on a shared volume has allowed that, and takes care of its writers.
      try IndexFolder(
        FileStorage(path: path, createIfMissing: false, allowsSharedVolumes: true)
      ).removeIndex()
    } catch {
      guard error.code == .notFound else { throw error }
    }
  }

  /// Removes the index in the folder at `url`.
  ///
  /// See ``remove(path:)``.
  ///
  /// - Precondition: `url` is a file URL.
  /// - Throws: The errors of ``remove(path:)``.
  public static func remove(at url: URL) throws(SearchError) { try remove(path: path(url)) }
}
