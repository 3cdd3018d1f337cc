/// A wait for more of a text that is being typed.
struct Debounce<Timer: Clock<Duration>>: Sendable {
  var duration: Duration
  /// The number of characters of the longest text that has to wait.
  var longest: Int
  var clock: Timer

  /// Returns the wait before a search for `text`, from now on; nil if there is none.
  ///
  /// An empty text does not wait: somebody has cleared it.
  func pause(for text: String) -> LiveInbox.Pause? {
    let spaces = text.prefix { $0.isWhitespace }
    guard duration > .zero, spaces.endIndex < text.endIndex, text.count <= longest else {
      return nil
    }
    let end = clock.now.advanced(by: duration.forWaiting)
    return { [clock] in try await clock.sleep(until: end, tolerance: nil) }
  }
}

extension Duration {
  /// The duration, at most a year: clocks cannot wait for all that a duration may be.
  var forWaiting: Duration { min(self, .seconds(365 * 86_400)) }
}

extension SearchRequest {
  /// The text that a person typed, if the query is nothing else.
  var typedText: String? {
    if query.nodes.count == 1, case .user(let text, _) = query.nodes[0] { text } else { nil }
  }
}
