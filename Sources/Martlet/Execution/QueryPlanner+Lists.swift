/// The lists of a term in all segments.
extension QueryPlanner {
  /// Returns the lists that `find` returns for each segment, given its index, and the number of
  /// live documents that they have.
  func entry(
    in field: FieldID,
    _ find:
      @Sendable (
        Int, SegmentReader.Field, LengthTable, LiveSegment, SearchStop
      ) throws(SearchError) -> PostingsList?
  ) throws(SearchError) -> ListCache.Entry {
    let lengths = segments.lengthTable(field, parameters[field])
    let all = segments.segments
    try stop.spendLookUps(all.count)
    var (lists, documentFrequency) = ([PostingsList?](), 0)
    lists.reserveCapacity(all.count)
    try SearchThreads.forEach(
      all.count, stop,
      { (index, stop) throws(SearchError) -> (PostingsList?, Int) in
        let segment = all[index]
        guard let field = segment.reader.field(field),
          let list = try find(index, field, lengths, segment, stop)
        else { return (nil, 0) }
        return (list, try LiveCount.count(list, in: segment, lengths, stop))
      },
      take: { found in
        documentFrequency += found.1
        lists.append(found.0)
      })
    return ListCache.Entry(lists: lists, documentFrequency: documentFrequency)
  }
}
