/// A document without a type of its own: a key and a JSON object, for tools and servers.
///
/// Which members are searched, and how, says the ``RecordSchema`` that its index is opened with.
/// The object is stored as it was written, byte for byte.
///
/// ```swift
/// let schema = RecordSchema(fields: [.text("title", weight: 2), .text("body"), .date("at")])
/// let index = try SearchIndex<Record>(path: "notes", schema: schema)
/// try index.writeSync { batch in
///   try batch.put(Record(key: "1", fields: ["title": "Swifts", "body": "They never land."]))
/// }
/// ```
public struct Record: SearchDocument {
  /// What names the record.
  public let key: String

  /// The object, as JSON text in UTF-8.
  ///
  /// Empty when a record was made of values that nest too deep; no index takes that record.
  public let json: [UInt8]

  /// The members of the object. Of two with one name the first one counts.
  public let fields: [String: Value]

  /// What names the record.
  public var searchKey: String { key }

  /// A record of these fields.
  ///
  /// In JSON, numbers that it does not have (infinities, NaN) become null, and 2.0 is the integer 2.
  /// An index takes lists and objects that are nested at most 63 levels.
  public init(key: String, fields: [String: Value]) {
    self.key = key
    self.fields = fields
    json = (try? RecordJSON.encode(fields)) ?? []
  }

  /// A record of one JSON object, as a line of a JSON Lines file has it.
  ///
  /// - Parameters:
  ///   - json: The object, in UTF-8.
  ///   - keyField: The member that is the key, a string or a whole number that `Int` holds; it stays
  ///     in the object.
  /// - Throws: `documentRejected` when this is not one JSON object in UTF-8, has no key, has a number
  ///   that `Double` does not hold, or nests more than 64 levels.
  public init(json: [UInt8], keyField: String) throws(SearchError) {
    let fields = try RecordJSON.decode(json, .documentRejected)
    switch fields[keyField] {
    case .string(let text)?: key = text
    case .integer(let number)?: key = String(number)
    case let value:
      throw SearchError(
        .documentRejected,
        "the member \(keyField) is the record's key, expected a string or a whole number, found "
          + "\(value?.kindName ?? "none")")
    }
    self.json = json
    self.fields = fields
  }

  /// The record that is stored so.
  init(key: [UInt8], stored: [UInt8]) throws(SearchError) {
    guard let key = String(keyBytes: key) else {
      throw SearchError(.documentUnreadable, "the key of the document is no text")
    }
    self.key = key
    json = stored
    fields = try RecordJSON.decode(stored, .documentUnreadable)
  }

  /// The value of the member called `name`, nil when there is none.
  public subscript(name: String) -> Value? { fields[name] }
}

extension Record: Hashable {
  /// Whether key and JSON text are the same.
  public static func == (left: Record, right: Record) -> Bool {
    left.key == right.key && left.json == right.json
  }

  /// Feeds key and JSON text to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(json)
  }
}

extension Record: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, fields
  }

  /// Reads an object with `key` and `fields`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      fields: try container.decode([String: Value].self, forKey: .fields))
  }

  /// Writes an object with `key` and `fields`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(fields, forKey: .fields)
  }
}
