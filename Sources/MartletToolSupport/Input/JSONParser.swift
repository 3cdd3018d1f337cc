/// Reads one JSON value (RFC 8259) from bytes: one line of a file of JSON lines.
///
/// Strict: no comments, no trailing commas, nothing after the value, UTF-8 only. Nesting is kept on
/// a stack of its own and limited, so no text can exhaust the program's stack.
///
/// - Complexity: linear in the bytes; strings without escapes are copied in one piece.
package struct JSONParser {
  /// An array or an object whose end has not been read.
  private struct Container {
    var isObject: Bool
    var items: [JSONValue] = []
    var members: [JSONMember] = []
    /// The name whose value is being read.
    var name = ""
  }

  /// The most arrays and objects within each other.
  package static let maximalDepth = 256

  let bytes: [UInt8]
  var position = 0
  private var open: [Container] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that `bytes` are.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    if parser.position < bytes.count { throw parser.unexpected("the end of the text") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    while true {
      skipSpace()
      guard let value = try simpleValueOrOpening() else { continue }
      if let whole = try attach(value) { return whole }
    }
  }

  /// A value that is complete, or nil when an array or object has just begun.
  private mutating func simpleValueOrOpening() throws(JSONError) -> JSONValue? {
    switch current {
    case UInt8(ascii: "{"):
      return try begin(Container(isObject: true), empty: .object([]), end: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      return try begin(Container(isObject: false), empty: .array([]), end: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func begin(
    _ container: Container,
    empty: JSONValue,
    end: UInt8
  ) throws(JSONError) -> JSONValue? {
    position += 1
    skipSpace()
    if current == end {
      position += 1
      return empty
    }
    guard open.count < Self.maximalDepth else {
      throw JSONError(message: "more than \(Self.maximalDepth) levels", offset: position)
    }
    open.append(container)
    if container.isObject { try memberName() }
    return nil
  }

  /// Puts a complete value into what is open, and closes what ends there. The whole value when
  /// nothing is open any more.
  private mutating func attach(_ value: JSONValue) throws(JSONError) -> JSONValue? {
    var value = value
    while let last = open.indices.last {
      if open[last].isObject {
        open[last].members.append(JSONMember(open[last].name, value))
      } else {
        open[last].items.append(value)
      }
      skipSpace()
      let end = open[last].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if current == UInt8(ascii: ",") {
        position += 1
        if open[last].isObject { try memberName() }
        return nil
      }
      guard current == end else {
        throw unexpected("\",\" or \"\(Character(Unicode.Scalar(end)))\"")
      }
      position += 1
      let closed = open.removeLast()
      value = closed.isObject ? .object(closed.members) : .array(closed.items)
    }
    return value
  }

  private mutating func memberName() throws(JSONError) {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
    open[open.count - 1].name = try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    position += 1
  }
}

/// What single values and their separators need.
extension JSONParser {
  /// The byte at the position, 0 at the end, which no JSON text contains.
  @inline(__always)
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while current == UInt8(ascii: " ") || current == UInt8(ascii: "\n")
      || current == UInt8(ascii: "\r") || current == UInt8(ascii: "\t")
    {
      position += 1
    }
  }

  func unexpected(_ expected: String) -> JSONError {
    let found =
      position < bytes.count
      ? "\"\(Character(Unicode.Scalar(bytes[position])))\"" : "the end of the text"
    return JSONError(message: "expected \(expected), found \(found)", offset: position)
  }

  private mutating func literal(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in "\(word)".utf8 {
      guard current == byte else { throw unexpected("\"\(word)\"") }
      position += 1
    }
    return value
  }
}
