extension SearchIndex {
  /// Returns `text` with its misspelt words put right, for a line such as *Did you mean …?*, or nil
  /// if there is nothing to put right.
  ///
  /// A word counts as misspelt if no document has it, or if a word that differs by one letter is a
  /// hundred times as frequent. It is replaced by the most frequent word of the index that the
  /// fewest edits make of it: one in words of 5 to 8 letters, and two in longer ones. A word behind
  /// the name of a field is compared with the words of this field, and one in quotes as it stands
  /// there, without its other forms. Shorter words, patterns, words with digits or a `~`, excluded
  /// words, stop words, operators such as `NEAR`, the beginning of a word at the end of the text,
  /// and all beyond its first 4,096 bytes or 64 words, which a search does not read, are left
  /// alone.
  ///
  /// ```swift
  /// let results = try await index.search(typed)
  /// if results.hits.count < 3, let other = try await index.suggestion(for: typed) {
  ///   print("Did you mean \(other)?")
  /// }
  /// ```
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; `corrupted` if damage is
  ///   found.
  /// - Complexity: Some hundred microseconds for each word of an index of 100,000 documents.
  @concurrent
  public func suggestion(for text: String) async throws -> String? {
    try await SearchCancellation.run { isCancelled in try corrected(text, isCancelled) }
  }

  /// Returns `text` with its misspelt words put right, on the calling thread.
  ///
  /// See ``suggestion(for:)``.
  @available(*, noasync, message: "Use suggestion(for:), which does not block the thread.")
  public func suggestionSync(for text: String) throws(SearchError) -> String? {
    try corrected(text, nil)
  }

  private func corrected(
    _ text: String, _ isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> String? {
    let snapshot = snapshot()
    return try core.suggestion(
      for: text, in: snapshot.state, snapshot.schema, SearchStop(isCancelled: isCancelled),
      snapshot.documents.fieldTexts)
  }
}
