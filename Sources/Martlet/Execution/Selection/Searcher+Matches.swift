/// All documents that match a query, for what needs more than the best of them: sorting by fields,
/// groups, facets and filters.
extension Searcher {
  /// Returns the live documents of each segment that match `query`.
  ///
  /// - Parameter cache: A cache that keeps lists from one search of a request to the next; nil for
  ///   that of the segments.
  /// - Throws: `corrupted`, or `cancelled` unless the reason is that the time was over; then the
  ///   documents are those that were found before.
  // Inlined, it would be 10 kB in each of its callers.
  @inline(never)
  static func matches(
    _ query: ResolvedQuery, in segments: SegmentSet, stop: SearchStop = SearchStop(),
    cache: ListCache? = nil
  ) throws(SearchError) -> [DocumentBitmap] {
    let bitmaps = segments.segments.map { DocumentBitmap(documentCount: $0.reader.documentCount) }
    // The sets are filled by this thread alone.
    let own = SearchStop(stop.questions)
    do throws(SearchError) {
      try own.check()
      let plan = try QueryPlanner.plan(
        query.unscored, over: segments, parameters: FieldRankings(), stop: own, cache: cache)
      for index in segments.segments.indices {
        try fill(bitmaps[index], plan, segments, index, own)
      }
    } catch {
      try stop.rethrow([SearchStop.Failure(error, of: own)], unlessOutOfTime: true)
    }
    return bitmaps
  }

  /// Adds the documents of one segment that match `plan` to `bitmap`.
  static func fill(
    _ bitmap: DocumentBitmap, _ plan: QueryPlan, _ segments: SegmentSet, _ index: Int,
    _ stop: SearchStop
  ) throws(SearchError) {
    let collector = Collector(limit: 0, countLimit: 0, stop: stop)
    collector.matches = bitmap
    try SegmentSearch(plan, segments, index).run(collector)
  }
}
