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
    let end = clock.now.advanced(by: duration)
    return { [clock] in try await clock.sleep(until: end, tolerance: nil) }
  }
}

extension SearchRequest {
  /// The text that a person typed, if the query is nothing else.
  var typedText: String? {
    if query.nodes.count == 1, case .user(let text, _) = query.nodes[0] { text } else { nil }
  }
}
