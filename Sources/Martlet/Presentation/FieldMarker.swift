/// Finds what a query matches in texts of one field.
///
/// Any number of threads may use it. One of them at a time has the words that are known already.
final class FieldMarker: Sendable {
  private let clauses: MarkedClauses
  private let analyzer: Analyzer
  private let letters: FirstLetters
  private let rarity: TermRarity
  private let matcher: Lock<WordMatcher>

  /// Creates a marker for texts that `analyzer` reads.
  init(_ query: ResolvedQuery, field: FieldID, _ analyzer: Analyzer, _ segments: SegmentSet) {
    clauses = MarkedClauses(query, field: field)
    self.analyzer = analyzer
    letters = FirstLetters(clauses.words.lazy.map(\.form), analyzer)
    rarity = TermRarity(segments: segments, field: field)
    matcher = Lock(WordMatcher(clauses, analyzer, rarity))
  }

  /// Returns what the query matches in the values of a field of one document.
  ///
  /// - Parameter countsWords: True to note where words begin.
  /// - Throws: `corrupted`, if the rarity of a word cannot be read.
  /// - Complexity: O(bytes).
  func marks(
    in values: [String], countsWords: Bool = false
  ) throws(SearchError) -> FieldMarks {
    let known = try matcher.withLockIfAvailable { (matcher) throws(SearchError) in
      try marks(values, countsWords, matcher)
    }
    if let known { return known }
    // Another thread has the words that are known.
    return try marks(values, countsWords, WordMatcher(clauses, analyzer, rarity))
  }

  private func marks(
    _ values: [String], _ countsWords: Bool, _ matcher: WordMatcher
  ) throws(SearchError) -> FieldMarks {
    var collector = MarkCollector(
      clauses, matcher, letters, tokenLimit: analyzer.limits.tokensPerDocument,
      countsWords: countsWords)
    var text = ""
    let reader = ReadText(keepsMap: false)
    for value in values {
      if !text.isEmpty { text += "\n" }
      let offset = text.utf8.count
      collector.beginValue(at: offset)
      let plain = plainText(of: value, reader)
      if isNeeded(countsWords) {
        plain.withBytes { bytes in
          analyzer.forEachWord(in: bytes, for: .indexing) { collector.accept($0, in: $1) }
        }
      }
      if text.isEmpty { text = plain } else { text += plain }
    }
    if let failure = collector.failure { throw failure }
    return collector.finish(text)
  }

  /// Returns true if the words of a text matter at all.
  private func isNeeded(_ countsWords: Bool) -> Bool { countsWords || !clauses.clauses.isEmpty }

  private func plainText(of value: String, _ reader: ReadText) -> String {
    guard !analyzer.source.isPlain else { return value }
    analyzer.source.read(value, into: reader)
    return reader.string
  }
}
