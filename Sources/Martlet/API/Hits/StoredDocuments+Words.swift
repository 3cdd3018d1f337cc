/// The words of a query in documents that were found.
extension StoredDocuments {
  /// Returns the spelling of a word that is the most frequent in some documents that have it.
  ///
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  /// - Complexity: O(bytes) of these documents.
  func spelling(
    _ continuation: IndexCore.Continuation, _ field: IndexSchema.Field,
    _ stop: SearchStop = SearchStop()
  ) throws(SearchError) -> String {
    let term = String(decoding: continuation.term, as: UTF8.self)
    guard field.definition.kind == .text else { return term }
    let clause = TermClause(field: field.id, term: continuation.term, boost: 1)
    let marker = FieldMarker(
      .term(clause), field: field.id, field.analyzer, state.segments)
    var counts: [String: Int] = [:]
    for number in continuation.documents {
      try stop.check()
      // Another document shows the spelling as well.
      guard let document = try? document(number) else { continue }
      for value in try codec.texts(of: field.id, document) {
        let marks = try marker.marks(in: [value])
        for occurrence in marks.occurrences {
          guard let word = marks.text.utf8Text(occurrence.range) else { continue }
          counts[field.analyzer.spelling(of: term, in: word), default: 0] += 1
        }
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? term
  }

  /// Returns the word of `fields` that is the nearest to one that no document has there; nil if none
  /// is near.
  func nearest(
    to word: String, in fields: [IndexSchema.Field]
  ) throws(SearchError) -> String? {
    guard let (field, found) = try core.correction(of: word, in: state, core.schema, fields) else {
      return nil
    }
    return field.spelled(try spelling(found, field), as: found.term, like: word)
  }
}

extension IndexSchema.Field {
  /// Returns a word in small letters if `word` is, and it is the same term then: not in a field that
  /// tells capitals apart, and not for the I of Turkish.
  func spelled(_ spelling: String, as term: [UInt8], like word: String) -> String {
    let small = spelling.lowercased()
    guard word == word.lowercased(), small != spelling,
      // The small letter of İ is two signs.
      small.unicodeScalars.count == spelling.unicodeScalars.count,
      analyzer.words(in: small).contains(where: { $0.text.utf8.elementsEqual(term) })
    else { return spelling }
    return small
  }
}

extension Hit {
  /// Returns the words, phrases, patterns and values of the query for which the document was found, in
  /// the order of the query.
  ///
  /// ```swift
  /// for word in try hit.matchedWords() { print(word.text, word.fields) }
  /// ```
  ///
  /// What documents must not have is left out, and so is the filter. Of a document that has the right
  /// words, only these count; see ``SearchRequest/typos``.
  ///
  /// - Throws: `corrupted` if damage is found.
  /// - Complexity: As a search for each of them in each field, for the first hit of a search; some
  ///   nanoseconds for each of the others.
  public func matchedWords() throws(SearchError) -> [MatchedWord] {
    try matchedParts()
  }
}

extension SearchResults {
  /// Returns the words of the query as the index knows them: in how many documents each is, which of
  /// them were left out, and the nearest word for one that no document has.
  ///
  /// ```swift
  /// for word in try results.words() where word.documentCount == 0 {
  ///   print("No document has \(word.text).", word.nearest.map { "Did you mean \($0)?" } ?? "")
  /// }
  /// ```
  ///
  /// Patterns, and words that documents must not have, are left out. Of a phrase or a set, each word
  /// is told by itself; in quotes, other forms of it do not count.
  ///
  /// - Throws: `corrupted` if damage is found.
  /// - Complexity: As a search for each word, and some hundred microseconds for each that no document
  ///   has.
  public func words() throws(SearchError) -> [QueryWord] {
    try documents.queryParts().words { (word, fields) throws(SearchError) in
      try documents.nearest(to: word, in: fields)
    }
  }
}

extension String {
  /// Returns the text in a range of bytes of UTF-8; nil if there is no such range.
  fileprivate func utf8Text(_ range: Range<Int>) -> String? {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return String(utf8[start..<end])
  }
}
