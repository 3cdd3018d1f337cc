/// Filters: queries that become lists of their documents.
extension QueryPlanner {
  /// Returns the lists of the documents that `query` matches in all segments.
  static func documents(
    of query: ResolvedQuery, in segments: SegmentSet, _ stop: SearchStop, _ cache: ListCache
  ) throws(SearchError) -> ListCache.Entry {
    let key = ListCache.Key(
      field: FieldID(0), words: .query(query.bytes), parameters: BM25())
    if let entry = cache.find(key) { return entry }
    let plan = try plan(
      query.unscored, over: segments, parameters: BM25(), stop: stop, cache: cache)
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
    let entry = ListCache.Entry(lists: lists, documentFrequency: count)
    cache.insert(entry, for: key)
    return entry
  }

  /// Returns the lists of the documents with one of `keys` in all segments.
  static func documents(
    withKeys keys: [[UInt8]], in segments: SegmentSet
  ) throws(SearchError) -> ListCache.Entry {
    let bitmaps = segments.segments.map { DocumentBitmap(documentCount: $0.reader.documentCount) }
    for key in keys {
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
