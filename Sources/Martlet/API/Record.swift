/// A document without a type of its own: a key and a JSON object, for tools and servers.
///
/// Which members are searched, and how, says the ``RecordSchema`` that its index is opened with.
/// The object is kept as it was written, so numbers, names and their order come back as they were.
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
  public let json: [UInt8]

  /// What names the record.
  public var searchKey: String { key }

  /// The members of ``json``, in its order.
  private let members: [Member]

  /// One member of the object.
  private struct Member: Sendable {
    var name: String
    /// The bytes of its value.
    var value: Range<Int>
    /// What its value begins with; all of it, when it is no container.
    var token: JSONReader.Token
  }

  /// A record of these fields. Numbers that JSON does not have (infinities, NaN) become null.
  ///
  /// - Precondition: Values nest at most 127 levels.
  public init(key: String, fields: [String: Value]) {
    var json: [UInt8] = []
    Value.object(fields).appendJSON(to: &json)
    self.key = key
    self.json = json
    members = (try? Self.members(of: json)) ?? []
  }

  /// A record of one JSON object, as a line of a JSON Lines file has it.
  ///
  /// - Parameter keyField: The member whose string or number is the key; it stays in the object.
  /// - Throws: `documentRejected` when this is not one JSON object in UTF-8, or has no key.
  public init(json: [UInt8], keyField: String) throws(SearchError) {
    let members = try Self.checkedMembers(of: json, .documentRejected)
    let range = members.last { $0.name == keyField }?.value ?? 0..<0
    switch try? Value(json: json, in: range) {
    case .string(let text)?: key = text
    case .integer?, .number?: key = String(decoding: json[range], as: UTF8.self)
    case let value:
      throw SearchError(
        .documentRejected,
        "the member \(keyField) is the record's key, expected a string or a number, found "
          + "\(value?.kindName ?? "none")")
    }
    self.json = json
    self.members = members
  }

  /// The record that is stored so.
  init(key: [UInt8], stored: [UInt8]) throws(SearchError) {
    guard let key = String(keyBytes: key) else {
      throw SearchError(.documentUnreadable, "the key of the document is no text")
    }
    self.key = key
    json = stored
    members = try Self.checkedMembers(of: stored, .documentUnreadable)
  }

  private static func checkedMembers(
    of json: [UInt8], _ code: SearchError.Code
  ) throws(SearchError) -> [Member] {
    guard String(validating: json, as: UTF8.self) != nil else {
      throw SearchError(code, "expected a JSON object in UTF-8, found bytes that are not UTF-8")
    }
    do {
      return try members(of: json)
    } catch {
      throw SearchError(code, "expected a JSON object: \(error.message), at byte \(error.offset)")
    }
  }

  private static func members(of json: [UInt8]) throws(JSONReader.Fault) -> [Member] {
    var reader = JSONReader(json)
    guard try reader.next() == .beginObject else {
      throw JSONReader.Fault(message: "expected {", offset: reader.tokenStart)
    }
    var members: [Member] = []
    while case .name(let name) = try reader.next() {
      let first = try reader.next()
      let start = reader.tokenStart
      try reader.skipRest(of: first)
      members.append(
        Member(
          name: JSONText.decode(name, in: json), value: start..<reader.position, token: first))
    }
    _ = try reader.next()
    return members
  }
}

extension Record {
  /// The value of the member called `name`, nil when there is none.
  ///
  /// - Complexity: O(members), and the value's bytes.
  public subscript(name: String) -> Value? {
    guard let member = members.last(where: { $0.name == name }) else { return nil }
    return value(member)
  }

  /// All members. Of two with one name the last one counts.
  ///
  /// - Complexity: O(bytes) at each call.
  public var fields: [String: Value] {
    Dictionary(members.map { ($0.name, value($0)) }) { _, last in last }
  }

  private func value(_ member: Member) -> Value {
    if case .string(let text) = member.token { return .string(JSONText.decode(text, in: json)) }
    // The text was checked when the record was made.
    return (try? Value(json: json, in: member.value)) ?? .null
  }
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
