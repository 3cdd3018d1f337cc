/// Telling the receiver of events, if there is one.
extension IndexCore {
  /// Returns the result of `body`, and reports it.
  ///
  /// - Parameter report: Describes the result; nil if it is no event.
  func observed<Result>(
    _ kind: IndexEvent.Kind, _ body: () throws(SearchError) -> Result,
    report: (Result) -> IndexEvent.Extent?
  ) throws(SearchError) -> Result {
    guard let handler = options.events else { return try body() }
    let start = ContinuousClock.now
    do throws(SearchError) {
      let result = try body()
      if let extent = report(result) { handler.send(event(kind, since: start, extent)) }
      return result
    } catch {
      // What was given up, because nothing is left to do it for, has not failed.
      if [.cancelled, .suspended, .closed].contains(error.code) { throw error }
      handler.send(
        event(kind, since: start, .init(error.message, byteCount: 0), error: error))
      throw error
    }
  }

  /// Reports a search that began at `start` if it was slow.
  func reportSearch(_ query: InterpretedQuery, since start: ContinuousClock.Instant) {
    guard let handler = options.events, let limit = handler.slowSearchLimit,
      start.duration(to: .now) >= limit
    else { return }
    handler.send(
      event(.slowSearch, since: start, .init("searched \(query.interpreted)", byteCount: 0)))
  }

  private func event(
    _ kind: IndexEvent.Kind, since start: ContinuousClock.Instant, _ extent: IndexEvent.Extent,
    error: SearchError? = nil
  ) -> IndexEvent {
    IndexEvent(
      kind: kind, path: storage.displayName, duration: start.duration(to: .now),
      byteCount: extent.byteCount, message: extent.message, error: error)
  }
}
