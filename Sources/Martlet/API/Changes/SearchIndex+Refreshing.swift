extension SearchIndex {
  /// Makes what other processes have written since visible in an index that was opened for reading.
  ///
  /// Reads only what is new: segments that stay are not opened again, and the log is read on from
  /// where it was left. Searches go on meanwhile. They see the state before or the new one, each a
  /// state after some write, and never one older than a search before. If this method throws,
  /// searches go on with the state before.
  ///
  /// To let the index do this by itself, set ``IndexOptions/automaticRefresh``. An index that is
  /// open for writing is always up to date; while it is suspended, it stays as it was. One that
  /// takes its lock for each write (``IndexOptions/WriterLock/perWrite``) takes the lock for a
  /// moment, so it cannot see what another process writes that keeps the lock.
  ///
  /// - Returns: True if documents or bookmarks may have changed.
  /// - Throws: `notFound` if the index is not there any more, or another one is in its place;
  ///   `schemaMismatch` if a newer version of the program has added fields; `closed` if it was
  ///   closed; `corrupted` if damage is found; `formatTooNew`, or `io` if the system refuses
  ///   access. An index that takes its lock for each write also throws `writerBusy` if another
  ///   writer keeps it, and `suspended`.
  /// - Complexity: O(*n*), where *n* is the size of what was written and is not in files yet, and
  ///   the number of segments.
  @discardableResult
  public func refresh() async throws(SearchError) -> Bool {
    let core = core
    return try await Detour.run { () throws(SearchError) in try core.refresh() }
  }

  /// Makes what other processes have written since visible, on the calling thread.
  ///
  /// See ``refresh()``.
  ///
  /// - Throws: The errors of ``refresh()``.
  @available(*, noasync, message: "Use refresh(), which does not block the thread.")
  @discardableResult
  public func refreshSync() throws(SearchError) -> Bool { try core.refresh() }
}
