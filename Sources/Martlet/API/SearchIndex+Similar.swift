/// Documents that are similar to a document or to a text.
extension Snapshot {
  /// Returns a query for documents that are similar to the one with the given key, which it does
  /// not find itself, or nil if there is no such document.
  ///
  /// The query has the words that tell the document from others, any of which may match. These are
  /// the ones with the highest weights: the frequency of the word in the document's field, times
  /// its rarity (the idf of ``BM25``), times the weight of the field. Stop words do not count, and
  /// neither do words that no other document has. Each word is boosted by its weight as a share of
  /// the highest one.
  ///
  /// ```swift
  /// if let similar = try await index.query(similarTo: "daily-41", in: ["title", "text"]) {
  ///   let related = try await index.search(SearchRequest(similar) { $0.limit = 5 })
  ///   print(related.hits.map(\.id))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of the document.
  ///   - fields: The text fields to compare, or nil for all whose texts are stored.
  ///   - wordLimit: The most words of the query. More words take more time.
  /// - Throws: `CancellationError` soon after the task is cancelled; `unknownField`;
  ///   `invalidRequest` for a field of another kind, or one whose text is not stored;
  ///   `documentUnreadable` if the stored form cannot be decoded; `corrupted` if damage is found.
  /// - Precondition: `wordLimit` is not negative.
  /// - Complexity: A look-up for each different word of the document.
  @concurrent
  public func query(
    similarTo key: Document.Key, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) async throws -> Query? {
    try await SearchCancellation.run { isCancelled in
      try similar(to: key, fields, wordLimit, SearchStop(isCancelled: isCancelled))
    }
  }

  /// Returns a query for documents that are similar to the one with the given key, on the calling
  /// thread.
  ///
  /// See ``query(similarTo:in:wordLimit:)``.
  @available(*, noasync, message: "Use query(similarTo:), which does not block the thread.")
  public func querySync(
    similarTo key: Document.Key, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) throws(SearchError) -> Query? {
    try similar(to: key, fields, wordLimit, SearchStop())
  }

  /// Returns a query for documents that are similar to a text, which need not be in the index.
  ///
  /// The words are chosen as for a document; see ``query(similarTo:in:wordLimit:)``. Words that no
  /// document has do not count.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fields: The text fields in which its words are searched, or nil for all.
  ///   - wordLimit: The most words of the query. More words take more time.
  /// - Throws: `CancellationError` soon after the task is cancelled; `unknownField`;
  ///   `invalidRequest` for a field of another kind; `corrupted` if damage is found.
  /// - Precondition: `wordLimit` is not negative.
  /// - Complexity: A look-up for each different word of the text.
  @concurrent
  public func query(
    similarToText text: String, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) async throws -> Query {
    try await SearchCancellation.run { isCancelled in
      try similar(toText: text, fields, wordLimit, SearchStop(isCancelled: isCancelled))
    }
  }

  /// Returns a query for documents that are similar to a text, on the calling thread.
  ///
  /// See ``query(similarToText:in:wordLimit:)``.
  @available(*, noasync, message: "Use query(similarToText:), which does not block the thread.")
  public func querySync(
    similarToText text: String, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) throws(SearchError) -> Query {
    try similar(toText: text, fields, wordLimit, SearchStop())
  }

  private func similar(
    to key: Document.Key, _ names: [FieldRef]?, _ limit: Int, _ stop: SearchStop
  ) throws(SearchError) -> Query? {
    let fields = try textFields(names)
    guard let document = try document(forKey: key) else { return nil }
    var texts: [(field: IndexSchema.Field, texts: [String])] = []
    let unknown = try codec.fieldsWithoutMember(in: document)
    for field in fields {
      guard !unknown.contains(field.id) else {
        if names == nil { continue }
        throw SearchError(
          .invalidRequest,
          "the text of the field \"\(field.definition.name)\" is not stored, so its words are not known; "
            + "pass the text itself with similarToText")
      }
      texts.append((field, try codec.texts(of: field.id, document)))
    }
    let words = try words(of: texts, areTyped: false, limit, stop)
    return words == .nothing ? Query.nothing : words && !.keys([key])
  }

  private func similar(
    toText text: String, _ names: [FieldRef]?, _ limit: Int, _ stop: SearchStop
  ) throws(SearchError) -> Query {
    let fields = try textFields(names)
    return try words(of: fields.map { ($0, [text]) }, areTyped: true, limit, stop)
  }

  private func textFields(_ names: [FieldRef]?) throws(SearchError) -> [IndexSchema.Field] {
    try schema.knownTexts(names, "only texts are similar. Filter by the value instead")
  }

  /// Returns the query of the words of texts that tell them from others.
  private func words(
    of texts: [(field: IndexSchema.Field, texts: [String])], areTyped: Bool, _ limit: Int,
    _ stop: SearchStop
  ) throws(SearchError) -> Query {
    requireOfProgram(limit >= 0, "the limit of words must not be negative, is \(limit)")
    let words = try core.tellingWords(
      of: texts, areTyped: areTyped, limit: limit, in: state, stop)
    guard let highest = words.first?.weight else { return .nothing }
    return .any(
      words.map { word in
        Query.word(
          String(decoding: word.term, as: UTF8.self), in: FieldRef(word.field.definition.name)
        ).boosted(by: word.weight / highest)
      })
  }
}

extension SearchIndex {
  /// Returns a query for documents that are similar to the one with the given key, which it does
  /// not find itself, or nil if there is no such document.
  ///
  /// See ``Snapshot/query(similarTo:in:wordLimit:)``.
  @concurrent
  public func query(
    similarTo key: Document.Key, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) async throws -> Query? {
    try await snapshot().query(similarTo: key, in: fields, wordLimit: wordLimit)
  }

  /// Returns a query for documents that are similar to the one with the given key, on the calling
  /// thread.
  ///
  /// See ``Snapshot/query(similarTo:in:wordLimit:)``.
  @available(*, noasync, message: "Use query(similarTo:), which does not block the thread.")
  public func querySync(
    similarTo key: Document.Key, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) throws(SearchError) -> Query? {
    try snapshot().querySync(similarTo: key, in: fields, wordLimit: wordLimit)
  }

  /// Returns a query for documents that are similar to a text, which need not be in the index.
  ///
  /// See ``Snapshot/query(similarToText:in:wordLimit:)``.
  @concurrent
  public func query(
    similarToText text: String, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) async throws -> Query {
    try await snapshot().query(similarToText: text, in: fields, wordLimit: wordLimit)
  }

  /// Returns a query for documents that are similar to a text, on the calling thread.
  ///
  /// See ``Snapshot/query(similarToText:in:wordLimit:)``.
  @available(*, noasync, message: "Use query(similarToText:), which does not block the thread.")
  public func querySync(
    similarToText text: String, in fields: [FieldRef]? = nil, wordLimit: Int = 25
  ) throws(SearchError) -> Query {
    try snapshot().querySync(similarToText: text, in: fields, wordLimit: wordLimit)
  }
}
