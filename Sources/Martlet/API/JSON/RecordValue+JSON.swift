extension Record.Value {
  /// A list or an object that is not closed yet.
  private struct OpenContainer {
    var isObject: Bool
    var elements: [Record.Value] = []
    var members: [String: Record.Value] = [:]
    var name = ""

    mutating func add(_ value: Record.Value) {
      if isObject {
        members[name] = value
      } else {
        elements.append(value)
      }
    }

    var value: Record.Value { isObject ? .object(members) : .array(elements) }
  }

  /// The value of the JSON text in `range`, or in all bytes. Of two members with one name the last
  /// one counts.
  ///
  /// - Complexity: O(bytes), without recursion.
  init(json bytes: [UInt8], in range: Range<Int>? = nil) throws(JSONReader.Fault) {
    var reader = JSONReader(bytes, in: range)
    var open: [OpenContainer] = []
    var result = Record.Value.null
    while true {
      let value: Record.Value
      switch try reader.next() {
      case .beginObject, .beginArray:
        open.append(OpenContainer(isObject: bytes[reader.tokenStart] == UInt8(ascii: "{")))
        continue
      case .endObject, .endArray: value = open.removeLast().value
      case .name(let name):
        open[open.count - 1].name = JSONText.decode(name, in: bytes)
        continue
      case .string(let text): value = .string(JSONText.decode(text, in: bytes))
      case .number(let range): value = Self.number(bytes[range])
      case .bool(let flag): value = .bool(flag)
      case .null: value = .null
      case .end:
        self = result
        return
      }
      if open.isEmpty {
        result = value
      } else {
        open[open.count - 1].add(value)
      }
    }
  }

  /// The number that is written so.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Record.Value {
    let text = String(decoding: bytes, as: UTF8.self)
    // Negative zero is no integer.
    if text != "-0", let integer = Int(text) { return .integer(integer) }
    return .number(Double(text) ?? .nan)
  }

  /// Appends the value as JSON, members sorted by name.
  ///
  /// - Precondition: At most ``JSONReader/depthLimit`` containers are within each other.
  func appendJSON(to bytes: inout [UInt8], depth: Int = 1) {
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let flag): bytes += Array((flag ? "true" : "false").utf8)
    case .integer(let value): bytes += Array(String(value).utf8)
    case .number(let value): bytes += Array((value.isFinite ? "\(value)" : "null").utf8)
    case .string(let text): JSONText.append(text, to: &bytes)
    case .array(let elements):
      Self.checkDepth(depth)
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.appendJSON(to: &bytes, depth: depth + 1)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): Self.append(members, to: &bytes, depth: depth)
    }
  }

  private static func append(
    _ members: [String: Record.Value], to bytes: inout [UInt8], depth: Int
  ) {
    checkDepth(depth)
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(member.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.appendJSON(to: &bytes, depth: depth + 1)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func checkDepth(_ depth: Int) {
    precondition(
      depth <= JSONReader.depthLimit, "a record nests more than \(JSONReader.depthLimit) levels")
  }
}
