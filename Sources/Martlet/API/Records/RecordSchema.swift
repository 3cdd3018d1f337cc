/// Which members of records are searched, and how: a schema that is data.
///
/// An index of records keeps its schema, so tools open it again without being told.
public struct RecordSchema: Sendable, Hashable, Codable {
  /// One field: the name is that of the record's member.
  public struct Field: Sendable, Hashable {
    /// The name of the member, and what people type before a colon.
    public var name: String
    /// How the member's values are searched.
    public var kind: FieldKind
    /// The factor on the scores of what is found in a text field.
    public var weight: Double
    /// How texts become words, as ``Analyzer/named(_:)`` knows it.
    public var analyzer: String
    /// What kind of text it is, as ``TextSource/named(_:)`` knows it.
    public var source: String
    /// Whether the places of words are kept, for phrases.
    public var hasPositions: Bool
    /// Whether the member stays in what is stored.
    public var isStored: Bool
  }

  /// The application's own number for the schema.
  public var version: Int
  /// The fields, in their order in the index.
  public var fields: [Field]

  /// A schema of `fields`.
  public init(version: Int = 1, fields: [Field]) {
    self.version = version
    self.fields = fields
  }
}

extension RecordSchema.Field {
  /// Running text: a string, or a list of strings between which no phrase is found. Numbers and
  /// truth values are searched as they are written.
  public static func text(
    _ name: String, source: String = "plain", analyzer: String = "standard", weight: Double = 1,
    hasPositions: Bool = true, stored: Bool = true
  ) -> RecordSchema.Field {
    RecordSchema.Field(
      name: name, kind: .text, weight: weight, analyzer: analyzer, source: source,
      hasPositions: hasPositions, isStored: stored)
  }

  /// A string, number or truth value that is found only as a whole, or a list of these.
  public static func keyword(_ name: String) -> RecordSchema.Field { plain(name, .keyword) }

  /// A number, or a list of numbers. A string with a number in it counts.
  public static func number(_ name: String) -> RecordSchema.Field { plain(name, .number) }

  /// A point in time: seconds since 1970, or a string such as `2026-11-21` or
  /// `2026-11-21T09:43:05.25+01:00` (ISO 8601; UTC when it names no zone).
  public static func date(_ name: String) -> RecordSchema.Field { plain(name, .date) }

  private static func plain(_ name: String, _ kind: FieldKind) -> RecordSchema.Field {
    RecordSchema.Field(
      name: name, kind: kind, weight: 1, analyzer: "keyword", source: "plain",
      hasPositions: false, isStored: true)
  }
}

extension RecordSchema.Field: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, weight, analyzer, source, positions, stored
  }

  /// Reads a field. Everything but its name has a default: a text field, analysed as `standard`.
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
    isStored = try container.decodeIfPresent(Bool.self, forKey: .stored) ?? true
  }

  /// Writes all members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind.name, forKey: .kind)
    try container.encode(weight, forKey: .weight)
    try container.encode(analyzer, forKey: .analyzer)
    try container.encode(source, forKey: .source)
    try container.encode(hasPositions, forKey: .positions)
    try container.encode(isStored, forKey: .stored)
  }
}

extension FieldKind {
  /// The kind's name in a schema, as people write it.
  public var name: String {
    switch self {
    case .text: "text"
    case .keyword: "keyword"
    case .number: "number"
    case .date: "date"
    }
  }

  /// The kind with this name, nil when there is none.
  public init?(name: String) {
    let all: [FieldKind] = [.text, .keyword, .number, .date]
    guard let kind = all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
