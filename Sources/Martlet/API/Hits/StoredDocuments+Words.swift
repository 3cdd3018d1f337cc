/// The words of a query in documents that were found.
extension StoredDocuments {
  /// Returns the texts of a field in the document with this number in the snapshot; nil if the
  /// document cannot be read.
  func fieldTexts(_ number: UInt32, _ field: FieldID) throws(SearchError) -> [String]? {
    guard let document = try? document(number) else { return nil }
    return try codec.texts(of: field, document)
  }
}

extension Snapshot {
  /// The documents, found without a query.
  var documents: StoredDocuments<Document> {
    StoredDocuments(core: core, state: state, codec: codec, query: FoundQuery(schema))
  }
}

extension Hit {
  /// Returns the words, phrases, patterns and values of the query for which the document was found,
  /// in the order of the query.
  ///
  /// ```swift
  /// for word in try hit.matchedWords() { print(word.text, word.fields) }
  /// ```
  ///
  /// What documents must not have is left out, and so is the filter. Of a document that has the
  /// right words, only these count; see ``SearchRequest/typos``.
  ///
  /// - Throws: `cancelled` if it takes long and the task that calls it was cancelled; `corrupted`
  ///   if damage is found.
  /// - Complexity: As a search for each of them in each field, for the first hit of a search; some
  ///   nanoseconds for each of the others.
  public func matchedWords() throws(SearchError) -> [MatchedWord] {
    try matchedParts()
  }
}

extension SearchResults {
  /// Returns the words of the query as the index knows them: in how many documents each is, which
  /// of them were left out, and the nearest word for one that no document has.
  ///
  /// ```swift
  /// for word in try results.words() where word.documentCount == 0 {
  ///   print("No document has \(word.text).", word.nearest.map { "Did you mean \($0)?" } ?? "")
  /// }
  /// ```
  ///
  /// Patterns, and words that documents must not have, are left out. Of a phrase or a set, each
  /// word is told by itself; in quotes, other forms of it do not count.
  ///
  /// - Throws: `cancelled` if it takes long and the task that calls it was cancelled; `corrupted`
  ///   if damage is found.
  /// - Complexity: As a search for each word, and some hundred microseconds for each that no
  ///   document has.
  public func words() throws(SearchError) -> [QueryWord] {
    try documents.queryParts().words { (word, fields) throws(SearchError) in
      try documents.core.nearest(
        to: word, in: fields, documents.state, documents.fieldTexts, .ofTask)
    }
  }
}
