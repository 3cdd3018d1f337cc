/// The results of a request that changes, or of documents that change.
///
/// See ``SearchIndex/live(_:debounce:upTo:followingChanges:clock:)`` and
/// ``SearchIndex/results(for:combining:clock:)``.
public struct LiveResults<Document: SearchDocument>: AsyncSequence, Sendable {
  /// An iterator over the newest results.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let session: LiveSession
    let live: LiveSearch<SearchResults<Document>>

    /// Waits for the next results.
    ///
    /// - Returns: Nil when there will be none, and if the task is cancelled.
    /// - Throws: The error of a search, after which you can go on, and that of the sequence of texts
    ///   or requests.
    public mutating func next() async throws -> SearchResults<Document>? {
      try await live.next()?.result.get()
    }
  }

  let session: LiveSession
  let live: LiveSearch<SearchResults<Document>>

  init(_ index: SearchIndex<Document>, _ session: LiveSession) {
    self.session = session
    live = LiveSearch(inbox: session.inbox) { try await index.search($0) }
  }

  /// Creates an iterator. Iterators of one sequence share the results.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, live: live) }
}
