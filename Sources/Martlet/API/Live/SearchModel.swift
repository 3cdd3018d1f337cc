public import Observation

/// The state of a search field and the list below it, for SwiftUI and its like.
///
/// ```swift
/// let model = SearchModel(index)
/// model.text = "swift"
/// // Later, when an observer of the model is told of a change:
/// for hit in model.hits { show(hit) }
/// ```
///
/// Setting ``text`` searches, as ``SearchIndex/live(_:debounce:upTo:followingChanges:clock:)``
/// does: off the main actor, the latest text wins, and results never are of an earlier text than
/// those before. When documents change, the same text is searched for again.
///
/// The model lives on the main actor. It keeps the index, and stops when it is released.
@MainActor @Observable
public final class SearchModel<Document: SearchDocument> {
  /// The text to search for.
  public var text = "" {
    didSet { if text != oldValue { search(for: text) } }
  }

  /// The results of the last text whose search has ended; nil before the first, and if there is no
  /// request for the text.
  ///
  /// While ``isSearching``, these are the results of an earlier text. They stay when a search
  /// fails.
  public private(set) var results: SearchResults<Document>?

  /// A Boolean value that indicates whether the results of the current text are still to come.
  public private(set) var isSearching = false

  /// The error of the last search, or nil if it has succeeded.
  public private(set) var error: (any Error)?

  /// The hits of ``results``; empty if there are none.
  public var hits: [Hit<Document>] { results?.hits ?? [] }

  @ObservationIgnored private let session: LiveSession
  @ObservationIgnored private let makeRequest: @MainActor (String) -> SearchRequest?
  @ObservationIgnored private let pause: @MainActor (String) -> LiveInbox.Pause?
  /// The number of the newest request.
  @ObservationIgnored private var newest = 0

  /// Creates a model, and searches for the empty text.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - debounce: The time for which a short text waits until it is searched for. The default is
  ///     150 milliseconds.
  ///   - length: The number of characters of the longest text that waits. The default is 2.
  ///   - clock: The clock for the wait, and for combining changes that follow each other closely.
  ///   - request: Makes the request for a text; nil shows nothing, for example for an empty text.
  ///     By default, the request is that of ``SearchRequest/init(_:_:)-(String,_)``.
  public init(
    _ index: SearchIndex<Document>, debounce: Duration = .milliseconds(150), upTo length: Int = 2,
    clock: some Clock<Duration> = ContinuousClock(),
    request: @escaping @MainActor (String) -> SearchRequest? = { SearchRequest($0) }
  ) {
    let debounce = Debounce(duration: debounce, longest: length, clock: clock)
    pause = { debounce.pause(for: $0) }
    makeRequest = request
    session = LiveSession(
      index.core.changes, beginPause: LiveInbox.pauses(of: .milliseconds(50), clock))
    let live = LiveSearch(index, session.inbox)
    Task { [weak self] in
      while let outcome = await live.next() { self?.take(outcome) }
    }
    search(for: text)
  }

  /// Searches for the same text again, with a new request: for example after a filter of the
  /// request has changed.
  public func searchAgain() { search(for: text) }

  private func search(for text: String) {
    let request = makeRequest(text)
    newest = session.inbox.put(request, pause: pause(text))
    isSearching = request != nil
    guard request == nil else { return }
    results = nil
    error = nil
  }

  private func take(_ outcome: LiveSearch.Outcome) {
    // A newer text may have been set since the search ended.
    guard outcome.number == newest else { return }
    isSearching = false
    do {
      results = try outcome.results()
      error = nil
    } catch {
      self.error = error
    }
  }
}
