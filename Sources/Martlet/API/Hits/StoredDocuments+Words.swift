/// The words of a query in documents that were found.
extension StoredDocuments {
  /// Returns the spelling of a word that is the most frequent in some documents that have it.
  func spelling(
    _ continuation: IndexCore.Continuation, _ field: IndexSchema.Field
  ) throws(SearchError) -> String {
    let term = String(decoding: continuation.term, as: UTF8.self)
    guard field.definition.kind == .text else { return term }
    let source = field.analyzer.source
    let analyzer = field.analyzer.source(.plain)
    var counts: [String: Int] = [:]
    for number in continuation.documents {
      // Another document shows the spelling as well.
      guard let document = try? document(number) else { continue }
      for value in try codec.texts(of: field.id, document) {
        let text = source.text(of: value)
        for token in analyzer.words(in: text) where token.text == term {
          guard let word = text.utf8Text(token.range) else { continue }
          counts[analyzer.spelling(of: term, in: word), default: 0] += 1
        }
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? term
  }

  /// Returns the word that is the nearest to one that no document has; nil if none is near.
  func nearest(to word: String) throws(SearchError) -> String? {
    guard let (field, found) = try core.correction(of: word, in: state, core.schema) else {
      return nil
    }
    let spelled = try spelling(found, field)
    return word == word.lowercased() ? spelled.lowercased() : spelled
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
  /// The words of phrases and of patterns, and those that documents must not have, are left out.
  ///
  /// - Throws: `corrupted` if damage is found.
  /// - Complexity: As a search for each word, and some hundred microseconds for each that no document
  ///   has.
  public func words() throws(SearchError) -> [QueryWord] {
    try documents.queryParts().words { (word) throws(SearchError) in
      try documents.nearest(to: word)
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
