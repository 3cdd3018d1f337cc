/// Counts the documents that have a value in a field, for statistics.
///
/// Text fields keep this number, with each document's length. For the other kinds, the documents
/// of all terms of a segment are united once, and what is left of them after deletions is counted
/// in the union. The list of a sole term is found again each time: to keep it would be to keep the
/// segment, whose file may have been removed. Any thread may use it.
///
/// - Complexity: linear in the postings of a segment's field the first time, then O(documents /
///   64). Holds at most as much as one term of all documents takes, for each segment and field.
final class ValueCounts: Sendable {
  private struct Key: Hashable {
    var segment: SegmentID
    var field: FieldID
  }

  /// The union of all lists of a field in a segment; nil if there are none.
  private let unions = Lock<[Key: PostingsList?]>([:])

  /// Returns the number of live documents with a value in `field`. A segment whose values cannot be
  /// read, because it is damaged, counts as one without values.
  func count(of field: IndexSchema.Field, in segments: SegmentSet) -> Int {
    guard field.definition.kind != .text else {
      return segments.statistics[Int(field.id.rawValue)].documentCount
    }
    return segments.segments.reduce(0) { sum, segment in
      sum + ((try? count(of: field.id, in: segment)) ?? 0)
    }
  }

  private func count(of id: FieldID, in segment: LiveSegment) throws(SearchError) -> Int {
    guard let field = segment.reader.field(id), segment.liveCount > 0 else { return 0 }
    let key = Key(segment: segment.reader.id, field: id)
    let stop = SearchStop(threads: nil)
    let union = try unions.withLock { (unions) throws(SearchError) in
      if let known = unions[key] { return known }
      let union = try ListUnion.list(ofPrefix: [], in: field, segment, field.boundLengths, stop)
      if union == nil || union?.madeByteCount ?? 0 > 0 { unions[key] = .some(union) }
      return union
    }
    guard let union else { return 0 }
    return try LiveCount.count(union, segment.live, field.boundLengths, stop)
  }

  /// Forgets the segments that are not in `segments`.
  func keep(_ segments: SegmentSet) {
    let kept = Set(segments.segments.map(\.reader.id))
    unions.withLock { unions in unions = unions.filter { kept.contains($0.key.segment) } }
  }
}
