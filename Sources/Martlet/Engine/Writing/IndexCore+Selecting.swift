/// Selecting documents by a query for a batch.
extension IndexCore {
  /// Returns the keys of the documents that match `query` once the changes of `batch` are applied
  /// to `state`.
  ///
  /// - Throws: As ``count(_:in:_:isCancelled:)``; `limitExceeded`.
  func keys(
    matching query: Query, in state: IndexState, _ batch: WriteBatch, _ schema: IndexSchema
  ) throws(SearchError) -> [[UInt8]] {
    try schema.requireFields(of: query)
    let resolved = try QueryResolver(schema).resolve(query.interpreted(with: schema).query)
    let outcome = batch.outcome
    var keys: [[UInt8]] = []
    if !outcome.deletesAll {
      let changed = Set(outcome.keys)
      keys = try reading(state) { (state) throws(SearchError) in
        try Self.keys(resolved, in: state.segments)
      }.filter { !changed.contains($0) }
    }
    guard !outcome.documents.isEmpty else { return keys }
    let builder = ImageBuilder(schema: schema, segmentID: .random(), parameters: options.ranking)
    for document in outcome.documents { try builder.add(document) }
    let added = try IndexState.Member(onHeap: builder.finish(), schema)
    return try keys
      + Self.keys(resolved, in: SegmentSet([added.segment], fieldCount: schema.fields.count))
  }

  private static func keys(
    _ query: ResolvedQuery, in segments: SegmentSet
  ) throws(SearchError) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    for (bitmap, segment) in zip(try Searcher.matches(query, in: segments), segments.segments) {
      var documents: [DocumentID] = []
      bitmap.forEach { documents.append($0) }
      for document in documents { keys.append(try segment.reader.keys.key(of: document)) }
    }
    return keys
  }
}
