/// Filters: queries that become lists of their documents.
extension QueryPlanner {
  /// Returns the lists of the documents that `query` matches in all segments, with or without those
  /// that were deleted.
  ///
  /// The list of a segment does not depend on other segments, nor on what was deleted, unless the
  /// query asks for keys. So each segment keeps its own, and a write between two searches costs
  /// only the filtering of what was written.
  static func documents(
    of query: ResolvedQuery, in segments: SegmentSet, _ stop: SearchStop, _ cache: ListCache
  ) throws(SearchError) -> ListCache.Entry {
    let key = ListCache.Key(
      field: FieldID(0), words: .query(query.bytes), parameters: BM25())
    if let entry = cache.find(key) { return entry }
    let entry =
      query.hasKeys
      ? try liveDocuments(of: query, in: segments, stop, cache)
      : try documents(of: query, key, in: segments, stop)
    cache.insert(entry, for: key)
    return entry
  }

  /// Returns the lists that the segments keep, and makes those that are missing.
  private static func documents(
    of query: ResolvedQuery, _ key: ListCache.Key, in segments: SegmentSet, _ stop: SearchStop
  ) throws(SearchError) -> ListCache.Entry {
    var lists = segments.segments.map { $0.reader.filters.find(key) }
    let missing = lists.indices.filter { lists[$0] == nil }
    if !missing.isEmpty {
      let fieldCount = segments.statistics.count
      let whole = SegmentSet(
        missing.map { LiveSegment(segments.segments[$0].reader, fieldCount: fieldCount) },
        fieldCount: fieldCount)
      let made = try liveDocuments(of: query, in: whole, stop, whole.madeLists)
      for (index, list) in zip(missing, made.lists) {
        let entry = ListCache.Entry(
          lists: [list], documentFrequency: list?.info.documentFrequency ?? 0)
        segments.segments[index].reader.filters.insert(entry, for: key)
        lists[index] = entry
      }
    }
    var count = 0
    for (segment, entry) in zip(segments.segments, lists) {
      guard let list = entry?.lists[0] else { continue }
      count += try LiveCount.count(list, segment.live, fullImpacts, stop)
    }
    return ListCache.Entry(lists: lists.map { $0?.lists[0] }, documentFrequency: count)
  }

  /// Returns the lists of the live documents that `query` matches.
  private static func liveDocuments(
    of query: ResolvedQuery, in segments: SegmentSet, _ stop: SearchStop, _ cache: ListCache
  ) throws(SearchError) -> ListCache.Entry {
    let plan = try plan(
      query.unscored, over: segments, parameters: FieldRankings(), stop: stop, cache: cache)
    var lists: [PostingsList?] = []
    var count = 0
    for (index, segment) in segments.segments.enumerated() {
      let bitmap = DocumentBitmap(documentCount: segment.reader.documentCount)
      try stop.withoutThreads { () throws(SearchError) in
        try Searcher.fill(bitmap, plan, segments, index, stop)
      }
      lists.append(try bitmap.list())
      count += bitmap.count
    }
    return ListCache.Entry(lists: lists, documentFrequency: count)
  }

  /// Returns the lists of the documents with one of `keys` in all segments.
  static func documents(
    withKeys keys: [[UInt8]], in segments: SegmentSet, _ stop: SearchStop
  ) throws(SearchError) -> ListCache.Entry {
    let bitmaps = segments.segments.map { DocumentBitmap(documentCount: $0.reader.documentCount) }
    for key in keys {
      try stop.spendLookUps(1)
      if let (segment, document) = try segments.find(key) { bitmaps[segment].insert(document) }
    }
    var lists: [PostingsList?] = []
    for bitmap in bitmaps { lists.append(try bitmap.list()) }
    return ListCache.Entry(
      lists: lists, documentFrequency: bitmaps.reduce(0) { $0 + $1.count })
  }
}

extension DocumentBitmap {
  /// Returns the documents as a list of postings; nil if there are none.
  fileprivate func list() throws(SearchError) -> PostingsList? {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: nil, lengths: nil)
    var isEmpty = true
    forEach { document in
      writer.append(document: document, frequency: 1)
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    let info = try writer.finishTerm()
    try writer.finish()
    return PostingsList(
      info, postings: section.finish(), norms: nil, documentCount: documentCount)
  }
}
