extension SearchThreads {
  /// Passes the results of `body` for the numbers below `count` to `take`, in order.
  ///
  /// The calls run one after another on this thread. Once that has taken long, the remaining ones
  /// run on several threads.
  ///
  /// - Throws: The error that `body` throws.
  @inline(__always)
  static func forEach<Result: Sendable>(
    _ count: Int, _ stop: SearchStop,
    _ body: @Sendable (Int, SearchStop) throws(SearchError) -> Result,
    take: (consuming Result) -> Void
  ) throws(SearchError) {
    for index in 0..<count {
      if stop.threadCount > 1, index + 1 < count {
        for result in try results(of: index..<count, stop, body) { take(result) }
        return
      }
      take(try body(index, stop))
    }
  }

  private static func results<Result: Sendable>(
    of numbers: Range<Int>, _ stop: SearchStop,
    _ body: @Sendable (Int, SearchStop) throws(SearchError) -> Result
  ) throws(SearchError) -> [Result] {
    guard let threads = stop.threads else { return [] }
    let questions = stop.questions
    let found = Lock<(results: [Int: Result], failures: [SearchStop.Failure])>(([:], []))
    threads.run(stop.threadCount, shareCount: numbers.count) { queue in
      let own = SearchStop(questions)
      do throws(SearchError) {
        while let share = queue.take() {
          let result = try body(numbers.lowerBound + share, own)
          found.withLock { $0.results[share] = result }
        }
      } catch {
        queue.removeAll()
        let failure = SearchStop.Failure(error, of: own)
        found.withLock { $0.failures.append(failure) }
      }
    }
    let (results, failures) = found.withLock { $0 }
    try stop.rethrow(failures)
    return results.sorted { $0.key < $1.key }.map(\.value)
  }
}
