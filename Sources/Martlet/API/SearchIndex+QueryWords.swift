/// Synonyms and stop words of queries, which may change while the index is open.
///
/// The index itself does not change, so nothing is built again and nothing is written. A search
/// that begins afterwards uses the new words. Searches that are running keep the words they began
/// with, and so does a ``Snapshot`` that was taken before. The next time the index is opened, the
/// words are again those of the schema's analyzers.
extension SearchIndex {
  /// Replaces the synonyms that searches use.
  ///
  /// ```swift
  /// let rules = try String(contentsOf: file, encoding: .utf8)
  /// try index.setSynonyms(Synonyms(rules: rules))
  /// ```
  ///
  /// You can call this method from any thread, also for an index that was opened for reading. It is
  /// the way to give synonyms to an index of ``Record`` values, whose schema has none.
  ///
  /// - Parameters:
  ///   - synonyms: The synonyms, in place of all that the field has.
  ///   - field: A text field, or nil for all text fields.
  /// - Throws: `unknownField`; `invalidRequest` for a field of another kind.
  /// - Complexity: O(*n*), where *n* is the length of all rules.
  public func setSynonyms(
    _ synonyms: Synonyms, in field: FieldRef? = nil
  ) throws(SearchError) {
    try core.setSynonyms(synonyms, in: field)
  }

  /// Replaces the stop words that queries of several words leave out.
  ///
  /// You can call this method from any thread, also for an index that was opened for reading.
  ///
  /// - Parameters:
  ///   - words: The stop words, in place of all that the field has in queries. Words that are left
  ///     out of the index stay left out.
  ///   - field: A text field, or nil for all text fields.
  /// - Throws: `unknownField`; `invalidRequest` for a field of another kind.
  public func setQueryStopWords(
    _ words: StopWords, in field: FieldRef? = nil
  ) throws(SearchError) {
    try core.setQueryStopWords(words, in: field)
  }
}
