extension SearchIndex {
  /// Returns `text` with its misspelt words put right, for a line such as *Did you mean …?*, or nil if
  /// there is nothing to put right.
  ///
  /// A word counts as misspelt if no document has it, or if a word that differs by one letter is a
  /// hundred times as frequent. It is replaced by the most frequent word of the index that the fewest
  /// edits make of it: one in words of 5 to 8 letters, and two in longer ones. Shorter words, words
  /// with signs or digits, stop words, operators such as `NEAR`, the beginning of a word at the end of
  /// the text, and all beyond its first 4,096 bytes or 64 words, which a search does not read, are left
  /// alone.
  ///
  /// ```swift
  /// let results = try await index.search(typed)
  /// if results.hits.count < 3, let other = try await index.suggestion(for: typed) {
  ///   print("Did you mean \(other)?")
  /// }
  /// ```
  ///
  /// - Throws: `CancellationError` soon after the task is cancelled; `corrupted` if damage is found.
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
    let stop = SearchStop(isCancelled: isCancelled)
    let snapshot = snapshot()
    var result = text
    // From the end, so that earlier ranges stay valid.
    for range in Self.words(of: text).reversed() {
      let word = String(text[range])
      if range.upperBound == text.endIndex, try isBeginning(word, snapshot, isCancelled) {
        continue
      }
      guard
        let (field, correction) = try core.correction(
          of: word, in: snapshot.state, snapshot.schema, stop: stop)
      else { continue }
      let spelled = try spelling(correction, field, snapshot, stop)
      let suggested = field.spelled(spelled, as: correction.term, like: word)
      let isOperator = QueryAlphabet.reservedWord(suggested) != nil
      result.replaceSubrange(range, with: isOperator ? suggested.lowercased() : suggested)
    }
    return result == text ? nil : result
  }

  /// Returns true if a document has a word that begins with `word`.
  private func isBeginning(
    _ word: String, _ snapshot: Snapshot<Document>, _ isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> Bool {
    try core.count(
      .prefix(word), in: snapshot.state, snapshot.schema, isCancelled: isCancelled) > 0
  }

  /// Returns the ranges between spaces that are letters and nothing else, but for signs at their ends,
  /// and no operators, in the part of a text that a search reads.
  private static func words(of text: String) -> [Range<String.Index>] {
    let most = QueryLimits.lenientWordCount
    let parts = text.split(maxSplits: most, whereSeparator: \.isWhitespace).prefix(most)
    return parts.compactMap { part in
      let isEnd = { (character: Character) in ".,;!?()".contains(character) }
      let start = part.firstIndex { !isEnd($0) } ?? part.endIndex
      let end = part.lastIndex { !isEnd($0) }.map { part.index(after: $0) } ?? part.endIndex
      let length = text.utf8.distance(from: text.startIndex, to: end)
      guard start < end, length <= QueryLimits.lenientByteCount,
        part[start..<end].allSatisfy(\.isLetter),
        QueryAlphabet.reservedWord(String(part[start..<end])) == nil
      else { return nil }
      return start..<end
    }
  }
}
