extension SearchIndex {
  /// Returns the results for each text of a sequence, as it is typed.
  ///
  /// ```swift
  /// for try await results in index.live(texts) {
  ///   list = results.hits
  /// }
  /// ```
  ///
  /// The latest text wins. When a text arrives, the search for the one before is cancelled, and its
  /// results are not given any more. So results never go back, and the last ones are those of the
  /// last text. A slow consumer gets the newest results when it asks for them, and texts that it
  /// has missed are not searched for.
  ///
  /// Texts of a few characters have many results, and more is about to be typed: they wait until
  /// nothing has arrived for a moment. Longer ones are searched for at once.
  ///
  /// The sequence ends with that of the texts, and when the task is cancelled.
  ///
  /// - Parameters:
  ///   - texts: The texts, in the syntax that people type. They are taken from now on.
  ///   - debounce: The time for which a short text waits. The default is 150 milliseconds.
  ///   - length: The number of characters of the longest text that waits. The default is 2.
  ///   - followingChanges: True to search again also when documents have changed, 50 milliseconds
  ///     after the first change, and to go on with that after the last text, until the index is
  ///     closed. The default is false.
  ///   - clock: The clock for both waits.
  public func live<Texts: AsyncSequence & Sendable>(
    _ texts: Texts, debounce: Duration = .milliseconds(150), upTo length: Int = 2,
    followingChanges: Bool = false, clock: some Clock<Duration> = ContinuousClock()
  ) -> LiveResults<Document> where Texts.Element == String {
    let debounce = Debounce(duration: debounce, longest: length, clock: clock)
    let session = LiveSession(
      followingChanges ? core.changes : nil,
      beginPause: LiveInbox.pauses(of: .milliseconds(50), clock))
    session.feed(texts) { (SearchRequest($0), debounce.pause(for: $0)) }
    return LiveResults(self, session)
  }

  /// Returns the results for each request of a sequence.
  ///
  /// Does the same as ``live(_:debounce:upTo:followingChanges:clock:)`` for requests with filters,
  /// limits and whatever else they have. Only requests for a short text that a person typed wait.
  ///
  /// - Parameters:
  ///   - requests: The requests. They are taken from now on.
  ///   - debounce: The time for which a request for a short text waits. The default is 150
  ///     milliseconds.
  ///   - length: The number of characters of the longest text that waits. The default is 2.
  ///   - followingChanges: True to search again also when documents have changed, 50 milliseconds
  ///     after the first change, and to go on with that after the last request, until the index is
  ///     closed. The default is false.
  ///   - clock: The clock for both waits.
  public func live<Requests: AsyncSequence & Sendable>(
    requests: Requests, debounce: Duration = .milliseconds(150), upTo length: Int = 2,
    followingChanges: Bool = false, clock: some Clock<Duration> = ContinuousClock()
  ) -> LiveResults<Document> where Requests.Element == SearchRequest {
    let debounce = Debounce(duration: debounce, longest: length, clock: clock)
    let session = LiveSession(
      followingChanges ? core.changes : nil,
      beginPause: LiveInbox.pauses(of: .milliseconds(50), clock))
    session.feed(requests) { ($0, $0.typedText.flatMap(debounce.pause(for:))) }
    return LiveResults(self, session)
  }

  /// Returns the results of a request, and again whenever they may be different.
  ///
  /// ```swift
  /// for try await results in index.results(for: SearchRequest("swift")) {
  ///   list = results.hits
  /// }
  /// ```
  ///
  /// The first results are those of now. More follow after each change of documents, synonyms or
  /// stop words, but not after checkpoints, merges, or writes of bookmarks alone. Results never are
  /// of an older state than those before, and the last are of the last state. Changes that follow
  /// each other closely, and changes that a slow consumer has missed, are combined.
  ///
  /// An index that was opened for reading sees the changes of other processes when it is refreshed.
  ///
  /// The sequence ends when the index is closed, after the results of its last state, and when the
  /// task is cancelled. It keeps the index for as long as it is referenced.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - interval: The time for which changes are combined, from the first of them. The default is
  ///     50 milliseconds.
  ///   - clock: The clock for that time.
  public func results(
    for request: SearchRequest, combining interval: Duration = .milliseconds(50),
    clock: some Clock<Duration> = ContinuousClock()
  ) -> LiveResults<Document> {
    let session = LiveSession(core.changes, beginPause: LiveInbox.pauses(of: interval, clock))
    session.inbox.put(request)
    session.inbox.end()
    return LiveResults(self, session)
  }
}
