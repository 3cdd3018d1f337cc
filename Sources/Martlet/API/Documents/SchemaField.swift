extension Schema {
  /// One field: its name, its kind, and the closure that gets its values.
  public struct Field: Sendable {
    /// The name, which people type before a colon and which a ``FieldRef`` contains.
    public let name: String
    /// The kind of values, which decides how they are searched.
    public let kind: FieldKind
    /// The factor on scores in this field.
    public let weight: Double
    /// The parameters of the ranking in this field; nil for those of the index. See
    /// ``ranked(by:)``.
    public private(set) var ranking: BM25?
    /// The analyzer that turns texts into terms.
    let analyzer: Analyzer
    /// The detail in which words are indexed.
    let detail: IndexDetail
    /// True if the values can be read by document, for sorting, groups and facets.
    let hasColumn: Bool
    /// True if the member with the field's name is stored with the document.
    let isStored: Bool
    /// Appends the values of a document in this field.
    let append: Appending

    /// Appends the values of a document to the last argument.
    typealias Appending =
      @Sendable (Document, FieldID, inout [InputDocument.Value]) throws(SearchError) -> Void

    init(
      name: String, kind: FieldKind, weight: Double = 1, analyzer: Analyzer = .keyword,
      detail: IndexDetail = .full, hasColumn: Bool = true, isStored: Bool = true,
      append: @escaping Appending
    ) {
      requireOfProgram(
        weight >= 0 && weight.isFinite,
        "the weight of the field \(name) must be finite and not negative, is \(weight)")
      self.name = name
      self.kind = kind
      self.weight = weight
      self.analyzer = analyzer
      self.detail = detail
      self.hasColumn = hasColumn
      self.isStored = isStored
      self.append = append
    }

    /// Returns the same field, with parameters of its own for the ranking by relevance.
    ///
    /// ```swift
    /// let title = Schema<Episode>.Field.text("title", \.name).ranked(by: BM25(k1: 0.6, b: 0.3))
    /// ```
    ///
    /// In short fields such as titles, length says little about how much a text is about a word, so
    /// a lower ``BM25/b`` may rank better. The parameters may change without a new index. Only text
    /// fields are ranked.
    public func ranked(by ranking: BM25) -> Schema.Field {
      var field = self
      field.ranking = ranking
      return field
    }
  }
}

extension Schema.Field {
  /// Returns a field for running text, which is found by its words and ranked.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the text, or nil if the document has none.
  ///   - source: The kind of text: ``TextSource/plain``, ``TextSource/html`` or
  ///     ``TextSource/markdown``. Only what a person reads is searched. The default is plain text.
  ///   - analyzer: The analyzer that turns the text, and queries, into terms. The default is
  ///     ``Analyzer/standard``.
  ///   - weight: The factor on scores, up to 1,000,000. The default is 1; with 0, the field is
  ///     searched but not ranked.
  ///   - detail: The detail in which words are indexed. The default is ``IndexDetail/full``.
  ///   - stored: True to store the text with the document, which is the default. If false, the
  ///     member of the stored JSON that has the field's name is removed. If the document type has a
  ///     property of that name, it must be optional. A document that has a text but no such member
  ///     is rejected when it is put.
  /// - Precondition: `weight` is finite and not negative.
  public static func text(
    _ name: FieldRef,
    _ value: @escaping @Sendable (Document) -> String?,
    source: TextSource = .plain,
    analyzer: Analyzer = .standard,
    weight: Double = 1,
    detail: IndexDetail = .full,
    stored: Bool = true
  ) -> Schema.Field {
    Schema.Field(
      name: name.name, kind: .text, weight: weight,
      analyzer: source.isPlain ? analyzer : analyzer.source(source), detail: detail,
      isStored: stored
    ) { document, field, values in
      values.append(value(document), to: field)
    }
  }

  /// Returns a field for several texts.
  ///
  /// No phrase is found across two texts. The parameters are those of
  /// ``text(_:_:source:analyzer:weight:detail:stored:)``, except that `value` returns an array.
  ///
  /// - Precondition: `weight` is finite and not negative.
  public static func texts(
    _ name: FieldRef,
    _ value: @escaping @Sendable (Document) -> [String],
    source: TextSource = .plain,
    analyzer: Analyzer = .standard,
    weight: Double = 1,
    detail: IndexDetail = .full,
    stored: Bool = true
  ) -> Schema.Field {
    Schema.Field(
      name: name.name, kind: .text, weight: weight,
      analyzer: source.isPlain ? analyzer : analyzer.source(source), detail: detail,
      isStored: stored
    ) { document, field, values in
      for text in value(document) { values.append(text, to: field) }
    }
  }

  /// Returns a field for a value that is found only as a whole: an identifier, a category, a path.
  ///
  /// An empty value counts as none. A value of more than 1,024 bytes is not indexed.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the value, or nil if the document has none.
  ///   - column: True to keep the values by document as well, for sorting, groups and facets. The
  ///     default is true.
  public static func keyword(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> String?,
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .keyword, hasColumn: column) { document, field, values in
      values.append(value(document), to: field)
    }
  }

  /// Returns a field for several values, each of which is found only as a whole.
  ///
  /// See ``keyword(_:_:column:)``.
  public static func keywords(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> [String],
    column: Bool = true
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .keyword, hasColumn: column) { document, field, values in
      for text in value(document) { values.append(text, to: field) }
    }
  }
}

extension Schema.Field {
  /// Returns a field for a Boolean value: a keyword that is `true` or `false`.
  ///
  /// - Parameters:
  ///   - name: The name, which people type before a colon.
  ///   - value: A closure that returns the value, or nil if the document has none.
  ///   - column: True to keep the values by document as well, for sorting, groups and facets. The
  ///     default is true.
  public static func boolean(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Bool?, column: Bool = true
  ) -> Schema.Field {
    keyword(name, { value($0).map { $0 ? "true" : "false" } }, column: column)
  }
}

extension [InputDocument.Value] {
  /// Appends a text, unless it is nil or empty.
  mutating func append(_ text: String?, to field: FieldID) {
    guard let text, !text.isEmpty else { return }
    append(Element(field: field, content: .text(text)))
  }

  /// Appends a number, unless it is nil or NaN.
  mutating func append(_ number: Double?, to field: FieldID) {
    guard let number, !number.isNaN else { return }
    append(Element(field: field, content: .number(number)))
  }
}
