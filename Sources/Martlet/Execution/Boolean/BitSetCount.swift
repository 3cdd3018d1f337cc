/// Counts the documents that have any or all of several words and none of some others, in wide bit
/// sets, without looking at single documents.
final class BitSetCount {
  /// The words of which a document has to have one, or all.
  enum Wanted {
    case any, all
  }

  /// The number of postings that are read in the time of one lookup.
  private static let postingsPerLookUp = 4
  /// The number of documents whose bits are cleared and counted in the time of reading one posting.
  private static let documentsPerPosting = 16
  /// Lists are marked if each has at least one of this many documents. More postings than that are
  /// mostly in bit sets, and of fewer, as many are marked as are looked up in the same time.
  private static let documentsPerMark = 8
  /// Documents are looked up one by one if no more than one of this many has to be counted.
  private static let matchesPerCounted = 4

  private let lists: [TermScorer]
  private let wanted: Wanted
  private let prohibited: [TermScorer]
  private let range: SearchRange
  private let live: LiveDocuments
  /// The documents that are counted.
  private let marks: DocumentMarks
  /// The documents of a list by which those are reduced; nil if there is no need.
  private let others: DocumentMarks?

  /// - Parameter range: The range to count, which begins at a multiple of 64.
  init(
    _ wanted: Wanted, _ lists: [TermScorer], prohibited: [TermScorer] = [], in range: SearchRange,
    live: LiveDocuments
  ) {
    self.lists = lists
    self.wanted = wanted
    self.prohibited = prohibited
    self.range = range
    self.live = live
    marks = DocumentMarks(documentCount: range.documents.count)
    let isReduced = wanted == .all && lists.count > 1 || !prohibited.isEmpty
    others = isReduced ? DocumentMarks(documentCount: range.documents.count) : nil
  }

  /// Returns true if it is faster to count the documents of all of `lists` and none of `prohibited`
  /// this way than one by one.
  ///
  /// Reading a list takes a fraction of the time of looking up as many documents in it. All ranges
  /// of a segment have to be counted in the same way, because a document at their border belongs to
  /// another one if its list leads. So nothing counts here that changes during the search.
  ///
  /// - Parameter limit: The number at which counting stops.
  static func isQuick(
    _ lists: [TermScorer], _ prohibited: [TermScorer], documentCount: Int, limit: Int
  ) -> Bool {
    guard lists.count == 1 else {
      return isQuick(lists.map(\.cursor.documentFrequency), documentCount, limit)
    }
    let frequency = lists[0].cursor.documentFrequency
    let read = prohibited.reduce(frequency) { $0 + $1.cursor.documentFrequency }
    return read + documentCount / documentsPerPosting
      < frequency * prohibited.count * postingsPerLookUp
  }

  /// Returns true if marking several required lists is faster, whatever is prohibited.
  private static func isQuick(_ frequencies: [Int], _ documentCount: Int, _ limit: Int) -> Bool {
    guard let least = frequencies.min(), least >= documentCount / documentsPerMark else {
      return false
    }
    // As many as match if the words occur independently of each other.
    let matches = frequencies.reduce(Double(documentCount)) {
      $0 * Double($1) / Double(documentCount)
    }
    return Double(limit) * Double(matchesPerCounted) >= matches
  }

  /// Adds the documents to the count of `collector`, until it has enough.
  func run(_ collector: Collector) throws(SearchError) {
    if collector.matches == nil, let known = leastCount,
      known >= collector.countLimit - collector.count
    {
      return collector.add(count: known)
    }
    let end = Int(range.documents.upperBound)
    var start = Int(range.documents.lowerBound)
    while start < end, collector.counts {
      let next = min(end, start + DocumentMarks.span)
      // The marks of a span would be lost if other threads continued from there.
      try collector.stop.withoutThreads { () throws(SearchError) in
        try mark(DocumentID(start)..<DocumentID(next), collector.stop)
      }
      collector.add(count: marks.liveCount(live))
      if let matches = collector.matches { marks.copyLive(live, to: matches) }
      start = next
      // Documents that were counted here must be ranked here as well.
      guard start < end, !collector.ranks else { continue }
      try collector.leaveToThreads(range.rest(from: DocumentID(start)))
    }
  }

  /// A lower bound of the number of documents that match; nil for a part of the segment.
  private var leastCount: Int? {
    guard range.documents.count == live.documentCount else { return nil }
    let without = prohibited.reduce(live.deletedCount) { $0 + $1.cursor.documentFrequency }
    let frequencies = lists.map(\.cursor.documentFrequency)
    switch wanted {
    case .any: return frequencies.max().map { max(0, $0 - without) }
    case .all:
      // Each list lacks so many documents, and no two of them the same in the worst case.
      let lacking = frequencies.reduce(0) { $0 + live.documentCount - $1 }
      return max(0, live.documentCount - lacking - without)
    }
  }

  /// Marks those of `documents` that match, and deleted ones.
  private func mark(_ documents: Range<DocumentID>, _ stop: SearchStop) throws(SearchError) {
    marks.begin(documents)
    for (index, list) in lists.enumerated() {
      if wanted == .all, index > 0, let others {
        others.begin(documents)
        try others.mark(list.cursor, stop)
        marks.formIntersection(others)
      } else {
        try marks.mark(list.cursor, stop)
      }
    }
    guard !prohibited.isEmpty, let others else { return }
    others.begin(documents)
    for list in prohibited { try others.mark(list.cursor, stop) }
    marks.subtract(others)
  }
}
