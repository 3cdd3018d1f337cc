/// The results of a request that changes, or of documents that change.
///
/// See ``SearchIndex/live(_:debounce:upTo:followingChanges:clock:)`` and
/// ``SearchIndex/results(for:combining:clock:)``.
public struct LiveResults<Document: SearchDocument>: AsyncSequence, Sendable {
  /// An iterator over the newest results.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let session: LiveSession
    let live: LiveSearch

    /// Waits for the next results.
    ///
    /// - Returns: Nil when there will be none, and if the task is cancelled.
    /// - Throws: The error of a search, after which you can go on, and that of the sequence of
    ///   texts or requests.
    public mutating func next() async throws -> SearchResults<Document>? {
      try await live.next()?.results()
    }
  }

  let session: LiveSession
  let live: LiveSearch

  init(_ index: SearchIndex<Document>, _ session: LiveSession) {
    self.session = session
    live = LiveSearch(index, session.inbox)
  }

  /// Creates an iterator. Iterators of one sequence share the results.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, live: live) }
}

extension LiveSearch {
  /// Creates a live search of an index.
  init(_ index: SearchIndex<some SearchDocument>, _ inbox: LiveInbox) {
    self.init(inbox: inbox) { try await index.search($0) }
  }
}

extension LiveSearch.Outcome {
  /// Returns the results of a search of an index of such documents.
  func results<Document>() throws -> SearchResults<Document> {
    guard let results = try result.get() as? SearchResults<Document> else {
      preconditionFailure("a live search gave the results of other documents")
    }
    return results
  }
}
