extension SearchIndex {
  /// Returns how the last word of `text` may go on, the words of the most documents first.
  ///
  /// Only documents that a search finds for the text before it count, all of whose words have to
  /// match; these words are left out. Words are in the spelling that most of these documents use,
  /// as a person reads it: without markup, and not in the folded form that is compared. In a
  /// keyword field, the whole text is the beginning of a value.
  ///
  /// Where words are written without spaces, the next letter completes: `北京大` goes on as `北京大学` if
  /// a document has these letters one after the other. Of a word of several terms, such as
  /// `state-of-th` in a field whose analyzer does not join them, the last one goes on. In quotes
  /// that are not closed, what follows the words before completes; after `^`, what stands at the
  /// start of the field; after `NEAR` and `BEFORE`, what stands there.
  ///
  /// Of a long text, what a search reads counts: its first 4,096 bytes with at most 64 words.
  ///
  /// ```swift
  /// for completion in try await index.completions(of: "storm at s", in: "title") {
  ///   print(completion.text, completion.documentCount)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text as typed so far. Without an unfinished word at its end, or with one in
  ///     another field, there are none.
  ///   - field: A field of texts or keywords.
  ///   - limit: The most words to return. It must not be negative.
  /// - Throws: `CancellationError` soon after the task is cancelled; `unknownField`;
  ///   `invalidRequest` for a field of numbers or dates; `corrupted` if damage is found.
  /// - Complexity: O(*n*) for *n* words that begin so; with words before, O(*n*) for their
  ///   postings. In quotes, after `^`, `NEAR` and `BEFORE`, and for the last part of a word, also
  ///   up to some hundred searches. For each completion, up to five documents that have it are
  ///   read.
  @concurrent
  public func completions(
    of text: String, in field: FieldRef, limit: Int = 8
  ) async throws -> [Completion] {
    try await SearchCancellation.run { isCancelled in
      try completed(text, field, limit, isCancelled)
    }
  }

  /// Returns how the last word of `text` may go on, on the calling thread.
  ///
  /// See ``completions(of:in:limit:)``.
  @available(*, noasync, message: "Use completions(of:in:limit:), which does not block the thread.")
  public func completionsSync(
    of text: String, in field: FieldRef, limit: Int = 8
  ) throws(SearchError) -> [Completion] {
    try completed(text, field, limit, nil)
  }

  /// Returns the words or values of a field that begin with `prefix`, in rising order, each with
  /// the number of documents that have it. Stems are left out.
  ///
  /// - Parameters:
  ///   - field: The field. In fields of numbers and dates, `prefix` has no effect.
  ///   - prefix: The beginning, as a person types it; empty for all.
  ///   - limit: The most terms to return. It must not be negative.
  /// - Throws: `CancellationError` soon after the task is cancelled; `unknownField`; `corrupted` if
  ///   damage is found.
  /// - Complexity: O(*n* log *n*) for *n* terms that begin so.
  @concurrent
  public func terms(
    in field: FieldRef, startingWith prefix: String = "", limit: Int = 100
  ) async throws -> [FieldTerm] {
    try await SearchCancellation.run { isCancelled in
      try listed(field, prefix, limit, isCancelled)
    }
  }

  /// Returns the words or values of a field that begin with `prefix`, on the calling thread.
  ///
  /// See ``terms(in:startingWith:limit:)``.
  @available(
    *, noasync, message: "Use terms(in:startingWith:limit:), which does not block the thread."
  )
  public func termsSync(
    in field: FieldRef, startingWith prefix: String = "", limit: Int = 100
  ) throws(SearchError) -> [FieldTerm] {
    try listed(field, prefix, limit, nil)
  }

  private func listed(
    _ field: FieldRef, _ prefix: String, _ limit: Int, _ isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> [FieldTerm] {
    requireOfProgram(limit >= 0, "the limit of terms must not be negative, is \(limit)")
    let kind = try codec.schema.known(field).definition.kind
    let terms = try terms(of: field.name, withPrefix: prefix, isCancelled: isCancelled) ?? []
    var listed: [FieldTerm] = []
    for term in terms where listed.count < limit {
      switch term.content {
      case .stem: continue
      case .text(let text):
        listed.append(FieldTerm(text: text, documentCount: term.documentCount))
      case .number(let number):
        listed.append(
          FieldTerm(text: kind.text(of: number), documentCount: term.documentCount))
      }
    }
    return listed
  }

  private func completed(
    _ text: String, _ name: FieldRef, _ limit: Int, _ isCancelled: (@Sendable () -> Bool)?
  ) throws(SearchError) -> [Completion] {
    requireOfProgram(limit >= 0, "the limit of completions must not be negative, is \(limit)")
    let snapshot = snapshot()
    let field = try snapshot.schema.known(name)
    guard field.definition.kind.hasPatterns else {
      throw SearchError(
        .invalidRequest,
        "the field \"\(name)\" has \(field.definition.kind.valuesName), which are not completed: "
          + "name a text field or a keyword field")
    }
    guard let typed = try UnfinishedText(text, field, snapshot.schema) else { return [] }
    return try core.completions(
      of: typed, in: snapshot.state, limit: limit, SearchStop(isCancelled: isCancelled),
      snapshot.documents.fieldTexts
    ).map {
      Completion(text: typed.earlier + $0.word, word: $0.word, documentCount: $0.documentCount)
    }
  }
}
