/// A document without a type of its own: a key and a JSON object, for tools and servers.
///
/// The ``RecordSchema`` of the index says which members are searched, and how. The object is stored
/// as it was written, byte for byte, unless the schema leaves members out of what is stored.
///
/// ```swift
/// let schema = RecordSchema(fields: [.text("title", weight: 2), .text("body"), .date("at")])
/// let index = try SearchIndex<Record>(path: "notes", schema: schema)
/// try index.writeSync { batch in
///   try batch.put(Record(key: "1", fields: ["title": "Swifts", "body": "They never land."]))
/// }
/// ```
public struct Record: SearchDocument {
  /// The key of the record.
  public let key: String

  /// The object as JSON text in UTF-8.
  ///
  /// It is empty if the record was created from values that nest too deep. No index accepts such a
  /// record.
  public let json: [UInt8]

  /// The members of the object. If two have the same name, the first one counts.
  public let fields: [String: Value]

  /// The key of the record.
  public var searchKey: String { key }

  /// Creates a record with the given fields.
  ///
  /// In JSON, the numbers that JSON lacks (infinities and NaN) become null, and 2.0 becomes the
  /// integer 2. An index accepts arrays and objects that nest at most 63 levels deep.
  public init(key: String, fields: [String: Value]) {
    self.key = key
    self.fields = fields
    json = (try? RecordJSON.encode(fields)) ?? []
  }

  /// Creates a record from one JSON object, such as a line of a JSON Lines file.
  ///
  /// - Parameters:
  ///   - json: The object, in UTF-8.
  ///   - keyField: The member that is the key: a string, or a whole number that `Int64` can
  ///     represent. It stays in the object.
  /// - Throws: `documentRejected` if `json` is not one JSON object in UTF-8, has no key, has a
  ///   number that `Double` cannot represent, or nests more than 64 levels deep.
  public init(json: [UInt8], keyField: String) throws(SearchError) {
    let fields = try RecordJSON.decode(json, .documentRejected)
    switch fields[keyField] {
    case .string(let text)?: key = text
    case .integer(let number)?: key = String(number)
    case let value:
      throw SearchError(
        .documentRejected,
        "the member \(keyField) is the record's key: expected a string or a whole number, found "
          + "\(value?.kindName ?? "no such member")")
    }
    self.json = json
    self.fields = fields
  }

  /// Creates a record from its key and its stored bytes.
  init(key: [UInt8], stored: [UInt8]) throws(SearchError) {
    guard let key = String(keyBytes: key) else {
      throw SearchError(.documentUnreadable, "the document's key is not valid UTF-8")
    }
    self.key = key
    json = stored
    fields = try RecordJSON.decode(stored, .documentUnreadable)
  }

  /// The value of the member called `name`, or nil if there is none.
  public subscript(name: String) -> Value? { fields[name] }
}

extension Record: Hashable {
  /// Returns true if both records have the same key and the same JSON text.
  public static func == (left: Record, right: Record) -> Bool {
    left.key == right.key && left.json == right.json
  }

  /// Feeds the key and the JSON text to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(json)
  }
}

extension Record: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, fields
  }

  /// Creates a record from an object with the members `key` and `fields`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      fields: try container.decode([String: Value].self, forKey: .fields))
  }

  /// Encodes the record as an object with the members `key` and `fields`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(fields, forKey: .fields)
  }
}
