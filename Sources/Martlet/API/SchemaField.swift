#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Schema {
  /// One field: its name, how its values become terms, and where they come from.
  public struct Field: Sendable {
    /// The name people type before a colon, and the name in a ``FieldRef``.
    public let name: String
    /// What kind of values it holds.
    public let kind: FieldKind
    /// The factor on the scores of what is found in this field.
    public let weight: Double
    /// How its texts become terms.
    let analyzer: Analyzer
    /// What is kept of each word.
    let detail: IndexDetail
    /// Whether its value stays in what is stored.
    let isStored: Bool
    /// Appends the document's values of this field.
    let append: Appending

    /// Hands the values of a document to the last argument.
    typealias Appending =
      @Sendable (Document, FieldID, inout [InputDocument.Value]) throws(SearchError) -> Void

    init(
      name: String, kind: FieldKind, weight: Double = 1, analyzer: Analyzer = .keyword,
      detail: IndexDetail = .full, isStored: Bool = true, append: @escaping Appending
    ) {
      precondition(
        weight >= 0 && weight.isFinite,
        "the weight of the field \(name) must be finite and not negative, is \(weight)")
      self.name = name
      self.kind = kind
      self.weight = weight
      self.analyzer = analyzer
      self.detail = detail
      self.isStored = isStored
      self.append = append
    }
  }
}

extension Schema.Field {
  /// Running text, found by its words and ranked.
  ///
  /// - Parameters:
  ///   - name: What people type before a colon.
  ///   - value: The text; nil when the document has none.
  ///   - source: What kind of text it is: ``TextSource/plain``, ``TextSource/html`` or
  ///     ``TextSource/markdown``, of which only what a person reads is searched.
  ///   - analyzer: How the text becomes words, also in queries.
  ///   - weight: The factor on scores; 0 finds without ranking.
  ///   - detail: What is kept of each word.
  ///   - stored: Whether the text comes back with the document. Without it, the member of the
  ///     stored JSON that has the field's name is left out and the rest written anew, so a property of
  ///     that name has to be optional.
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

  /// Several texts, as ``text(_:_:source:analyzer:weight:detail:stored:)``. No phrase is found across two
  /// of them.
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

  /// A value that is found only as a whole: an identifier, a category, a path.
  ///
  /// An empty one counts as none. One of more than 1,024 bytes is not found.
  public static func keyword(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> String?
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .keyword) { document, field, values in
      values.append(value(document), to: field)
    }
  }

  /// Several values, each found as a whole; see ``keyword(_:_:)``.
  public static func keywords(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> [String]
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .keyword) { document, field, values in
      for text in value(document) { values.append(text, to: field) }
    }
  }

  /// A number, found by its exact value.
  public static func number(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Double?
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .number) { document, field, values in
      values.append(value(document), to: field)
    }
  }

  /// A point in time, found by its exact value in seconds since the beginning of 1970, UTC.
  public static func date(
    _ name: FieldRef, _ value: @escaping @Sendable (Document) -> Date?
  ) -> Schema.Field {
    Schema.Field(name: name.name, kind: .date) { document, field, values in
      values.append(value(document)?.timeIntervalSince1970, to: field)
    }
  }
}

extension [InputDocument.Value] {
  /// Adds a text, unless there is none in it.
  mutating func append(_ text: String?, to field: FieldID) {
    guard let text, !text.isEmpty else { return }
    append(Element(field: field, content: .text(text)))
  }

  /// Adds a number, unless it is none.
  mutating func append(_ number: Double?, to field: FieldID) {
    guard let number, !number.isNaN else { return }
    append(Element(field: field, content: .number(number)))
  }
}
