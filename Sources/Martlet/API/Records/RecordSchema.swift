/// The members of records that are searched, and how: a schema that is data.
///
/// An index of records keeps its schema, so tools can open the index without being given one.
public struct RecordSchema: Sendable, Hashable, Codable {
  /// One field of the schema.
  public struct Field: Sendable, Hashable {
    /// The name of the member, which people also type before a colon.
    public var name: String
    /// The kind of values, which decides how they are searched.
    public var kind: FieldKind
    /// The factor on scores in a text field. The default is 1.
    ///
    /// An index accepts weights from 0 to 1,000,000.
    public var weight: Double
    /// The name of the analyzer, as ``Analyzer/named(_:)`` takes it.
    public var analyzer: String
    /// The kind of text, as ``TextSource/named(_:)`` takes it: `plain`, `html` or `markdown`.
    public var source: String
    /// A Boolean value that indicates whether positions of words are kept, for phrases.
    public var hasPositions: Bool
    /// A Boolean value that indicates whether the values are kept by document as well, for sorting,
    /// groups and facets. It has no effect in text fields.
    public var hasColumn = true
    /// A Boolean value that indicates whether the member is stored with the document.
    public var isStored: Bool
  }

  /// The application's own number for the schema.
  ///
  /// An index accepts numbers from 0 to 4,294,967,295.
  public var version: Int
  /// The fields, in the order in which the index numbers them.
  public var fields: [Field]

  /// Creates a schema with the given fields.
  ///
  /// - Parameters:
  ///   - version: The application's own number for the schema. The default is 1.
  ///   - fields: The fields. Their names must differ; an index is opened with at most 10,000 of
  ///     them.
  public init(version: Int = 1, fields: [Field]) {
    self.version = version
    self.fields = fields
  }
}

extension RecordSchema.Field {
  /// Returns a field for running text.
  ///
  /// The member is a string or an array of strings. No phrase is found across two strings. Numbers
  /// are searched in their shortest form, whole ones beyond those of `Int64` rounded; write these
  /// in quotes. Boolean values are `true` and `false`.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - source: The kind of text: `plain`, `html` or `markdown`. The default is `plain`.
  ///   - analyzer: The name of the analyzer, as ``Analyzer/named(_:)`` takes it. The default is
  ///     `standard`.
  ///   - weight: The factor on scores. The default is 1; with 0, the field is searched but not
  ///     ranked.
  ///   - hasPositions: True to keep the positions of words, for phrases. The default is true.
  ///   - stored: True to store the member with the document. The default is true.
  public static func text(
    _ name: String, source: String = "plain", analyzer: String = "standard", weight: Double = 1,
    hasPositions: Bool = true, stored: Bool = true
  ) -> RecordSchema.Field {
    RecordSchema.Field(
      name: name, kind: .text, weight: weight, analyzer: analyzer, source: source,
      hasPositions: hasPositions, isStored: stored)
  }

  /// Returns a field for values that are found only as a whole.
  ///
  /// The member is a string, a number or a Boolean value, or an array of these.
  public static func keyword(_ name: String) -> RecordSchema.Field { plain(name, .keyword) }

  /// Returns a field for numbers.
  ///
  /// The member is a number or a string that reads as one, or an array of these.
  public static func number(_ name: String) -> RecordSchema.Field { plain(name, .number) }

  /// Returns a field for points in time.
  ///
  /// The member is a string such as `2026-11-21` or `2026-11-21T09:43:05.25+01:00` in ISO 8601, or
  /// a number of seconds since the start of 1970 in UTC, or an array of these. Strings without a
  /// time zone are in UTC. A month (`2026-11`) and a year (`2026`), which may also be a number of
  /// four digits, are their first moment.
  public static func date(_ name: String) -> RecordSchema.Field { plain(name, .date) }

  private static func plain(_ name: String, _ kind: FieldKind) -> RecordSchema.Field {
    RecordSchema.Field(
      name: name, kind: kind, weight: 1, analyzer: "keyword", source: "plain",
      hasPositions: false, isStored: true)
  }
}

extension RecordSchema.Field: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, weight, analyzer, source, positions, column, stored
  }

  /// Creates a field from an object of which only the name is required.
  ///
  /// The other members have defaults: a text field with the analyzer `standard`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    let kindName = try container.decodeIfPresent(String.self, forKey: .kind) ?? "text"
    guard let kind = FieldKind(name: kindName) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container,
        debugDescription: "expected text, keyword, number or date, found \(kindName)")
    }
    self.kind = kind
    weight = try container.decodeIfPresent(Double.self, forKey: .weight) ?? 1
    analyzer =
      try container.decodeIfPresent(String.self, forKey: .analyzer)
      ?? (kind == .text ? "standard" : "keyword")
    source = try container.decodeIfPresent(String.self, forKey: .source) ?? "plain"
    hasPositions =
      try container.decodeIfPresent(Bool.self, forKey: .positions) ?? (kind == .text)
    hasColumn = try container.decodeIfPresent(Bool.self, forKey: .column) ?? true
    isStored = try container.decodeIfPresent(Bool.self, forKey: .stored) ?? true
  }

  /// Encodes all members of the field.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind.name, forKey: .kind)
    try container.encode(weight, forKey: .weight)
    try container.encode(analyzer, forKey: .analyzer)
    try container.encode(source, forKey: .source)
    try container.encode(hasPositions, forKey: .positions)
    if !hasColumn { try container.encode(hasColumn, forKey: .column) }
    try container.encode(isStored, forKey: .stored)
  }
}

extension FieldKind {
  /// The name of the kind in a schema: `text`, `keyword`, `number` or `date`.
  public var name: String {
    switch self {
    case .text: "text"
    case .keyword: "keyword"
    case .number: "number"
    case .date: "date"
    }
  }

  /// Creates the kind with the given name, or returns nil if there is none.
  public init?(name: String) {
    let all: [FieldKind] = [.text, .keyword, .number, .date]
    guard let kind = all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
