/// Completing an unfinished word.
extension IndexCore {
  /// A word that an unfinished one may become.
  struct Continuation {
    /// The word's term.
    var term: [UInt8]
    /// The number of documents with it.
    var documentCount: Int
    /// Some of these documents, numbered through all segments.
    var documents: [UInt32]
  }

  /// The number of documents whose spelling of a word is looked at.
  private static let spelledCount = 5

  /// Returns the words that complete a text, as documents spell them, those with the most documents
  /// first, at most `limit`.
  ///
  /// - Parameter texts: Reads the documents.
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  func completions(
    of typed: UnfinishedText, in state: IndexState, limit: Int, _ stop: SearchStop,
    _ texts: FieldTexts
  ) throws(SearchError) -> [(word: String, documentCount: Int)] {
    let known = typed.knownTerms
    var completions: [(word: String, documentCount: Int)] = []
    var words: Set<String> = []
    var (tried, asked) = (0, min(limit, .max - known.count) + known.count)
    // Of terms with one spelling, such as a word without its apostrophe, the first counts.
    while completions.count < limit {
      let continuations = try continuations(of: typed, state, limit: asked, stop)
      for continuation in continuations.dropFirst(tried) where completions.count < limit {
        try stop.check()
        guard !known.contains(continuation.term) else { continue }
        let spelling = try Self.spelling(
          of: continuation, in: typed.field, state.segments, texts, stop)
        let word = typed.beginning + spelling
        guard words.insert(word).inserted else { continue }
        completions.append((word, continuation.documentCount))
      }
      if continuations.count < asked { break }
      (tried, asked) = (asked, asked > .max / 2 ? .max : 2 * asked)
    }
    return completions
  }

  /// Returns the terms of the field that continue a text, those with the most documents first, at
  /// most `limit`.
  ///
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  /// - Complexity: linear in the terms that begin so, and in their postings if there are other
  ///   words. For the last word of a phrase, or the last part of a word, also a search for a phrase
  ///   for each of some hundred of these terms.
  private func continuations(
    of typed: UnfinishedText, _ state: IndexState, limit: Int, _ stop: SearchStop
  ) throws(SearchError) -> [Continuation] {
    try stop.check()
    return try reading(state) { (state) throws(SearchError) in
      let segments = state.segments
      let matches = try typed.query.map { (query) throws(SearchError) in
        try Searcher.matches(query, in: segments, stop: stop)
      }
      var counts: [[UInt8]: Int] = [:]
      for (index, segment) in segments.segments.enumerated() {
        let live = matches.map { $0[index].live } ?? segment.live
        try Self.count(typed.prefix, typed.field, segment, live, &counts, stop)
      }
      for term in Array(counts.keys) where !typed.isTied {
        try stop.spend(1)
        guard typed.isRead(differentlyBefore: term) else { continue }
        let count = try Searcher.count(typed.query(continuedBy: term), in: segments, stop: stop)
        counts[term] = count > 0 ? count : nil
      }
      let unsorted = counts.map { (term: $0.key, count: $0.value) }
      let sorted = try stop.ordered(unsorted.count) { Self.isBefore(unsorted[$0], unsorted[$1]) }
        .map { unsorted[$0] }
      let first =
        typed.isTied
        ? try Self.joined(sorted, typed, segments, limit, stop) : Array(sorted.prefix(limit))
      var continuations: [Continuation] = []
      for (term, count) in first {
        continuations.append(
          Continuation(
            term: term, documentCount: count,
            documents: try Self.documents(term, typed.field, typed.query, segments, stop)))
      }
      return continuations
    }
  }

  private static func isBefore(
    _ left: (term: [UInt8], count: Int), _ right: (term: [UInt8], count: Int)
  ) -> Bool {
    left.count != right.count
      ? left.count > right.count : left.term.lexicographicallyPrecedes(right.term)
  }

  /// The most terms of which it is looked up whether they follow what is before them.
  private static let triedCount = 256

  /// Returns the terms that follow what is before them in the most documents, at most `limit`.
  ///
  /// - Parameter candidates: Terms with the numbers of documents that have them anywhere, the
  ///   highest first.
  private static func joined(
    _ candidates: [(term: [UInt8], count: Int)], _ typed: UnfinishedText, _ segments: SegmentSet,
    _ limit: Int, _ stop: SearchStop
  ) throws(SearchError) -> [(term: [UInt8], count: Int)] {
    var found: [(term: [UInt8], count: Int)] = []
    for (term, most) in candidates.prefix(triedCount) {
      if found.count == limit, found.last.map({ $0.count > most }) ?? true { break }
      let query = try typed.query(continuedBy: term)
      let candidate = (term: term, count: try Searcher.count(query, in: segments, stop: stop))
      guard candidate.count > 0 else { continue }
      found.insert(candidate, at: found.firstIndex { isBefore(candidate, $0) } ?? found.count)
      if found.count > limit { found.removeLast() }
    }
    return found
  }

  /// Adds the number of documents in `live` with each word of one segment.
  private static func count(
    _ prefix: [UInt8], _ field: IndexSchema.Field, _ segment: LiveSegment, _ live: LiveDocuments,
    _ counts: inout [[UInt8]: Int], _ stop: SearchStop
  ) throws(SearchError) {
    guard let terms = segment.reader.field(field.id) else { return }
    let range = try terms.dictionary.ordinals(withPrefix: prefix)
    let cursor = try terms.dictionary.cursor(at: range.lowerBound)
    for _ in range {
      try stop.spend(1)
      let bytes = cursor.bytes
      if field.definition.kind != .text || bytes.first != AnalyzedTerm.stemMarker {
        let list = try terms.list(
          cursor.info, terms.boundLengths, documentCount: segment.reader.documentCount)
        let count = try LiveCount.count(list, live, terms.boundLengths, stop)
        if count > 0 { counts[bytes, default: 0] += count }
      }
      _ = try cursor.advance()
    }
  }

  /// Returns some documents with `term` that match `earlier`.
  static func documents(
    _ term: [UInt8], _ field: IndexSchema.Field, _ earlier: ResolvedQuery?, _ segments: SegmentSet,
    _ stop: SearchStop
  ) throws(SearchError) -> [UInt32] {
    let word = ResolvedQuery.term(
      TermClause(field: field.id, term: term, boost: 0, isConstant: true))
    let query = earlier.map { word.filtered(by: $0) } ?? word
    var documents: [UInt32] = []
    for (index, bitmap) in try Searcher.matches(query, in: segments, stop: stop).enumerated() {
      bitmap.forEach { document in
        if documents.count < spelledCount { documents.append(segments.bases[index] + document) }
      }
    }
    return documents
  }
}

extension DocumentBitmap {
  /// The documents as if they were the only live ones.
  fileprivate var live: LiveDocuments {
    LiveDocuments(documentCount: documentCount, bits: (0..<wordCount).map { self[$0] })
  }
}
