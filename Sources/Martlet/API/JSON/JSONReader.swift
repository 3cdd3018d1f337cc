/// Reads JSON text token by token, and checks its syntax (RFC 8259) on the way.
///
/// Only ranges of bytes are handed out; nothing is decoded or copied. Whether strings are UTF-8 is
/// for the caller to check. Open containers are on a stack, so no depth of brackets is a depth of
/// calls, and more than ``depthLimit`` are refused.
///
/// - Complexity: O(bytes) for the whole text.
struct JSONReader {
  /// A string's bytes between its quotes.
  struct Text: Sendable, Equatable {
    var range: Range<Int>
    /// Whether there is a backslash in it.
    var hasEscapes: Bool
  }

  /// A piece of the text. Commas, colons and white space are not handed out.
  enum Token: Sendable, Equatable {
    case beginObject, endObject, beginArray, endArray
    /// A member's name; its value follows.
    case name(Text)
    case string(Text)
    case number(Range<Int>)
    case bool(Bool)
    case null
    /// The value and all white space behind it have been read.
    case end
  }

  /// What is wrong with a text, and where.
  struct Fault: Error, Equatable {
    var message: String
    var offset: Int
  }

  /// Containers within containers.
  static let depthLimit = 128

  private enum State {
    case value, valueOrEnd, nameOrEnd, name, commaOrEnd, end
  }

  private let bytes: [UInt8]
  private let end: Int
  /// Where the last token began.
  private(set) var tokenStart: Int
  /// Where the last token ended.
  private(set) var position: Int
  /// For each open container whether it is an object.
  private var open: [Bool] = []
  private var state = State.value

  /// Reads the value in `range` of `bytes`, or in all of them.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    position = range?.lowerBound ?? 0
    tokenStart = position
    end = range?.upperBound ?? bytes.count
  }

  /// The number of containers that are open.
  var depth: Int { open.count }

  /// The next token.
  mutating func next() throws(Fault) -> Token {
    skipSpace()
    if state == .commaOrEnd { try readComma() }
    skipSpace()
    tokenStart = position
    switch state {
    case .end:
      guard position == end else { throw fault("the end of the text") }
      return .end
    case .nameOrEnd, .name:
      if state == .nameOrEnd, peek == UInt8(ascii: "}") { return close() }
      return try readName()
    case .valueOrEnd:
      if peek == UInt8(ascii: "]") { return close() }
      return try readValue()
    case .value: return try readValue()
    case .commaOrEnd: return close()
    }
  }

  /// Reads on to the end of the value that `first` begins.
  mutating func skipRest(of first: Token) throws(Fault) {
    guard first == .beginObject || first == .beginArray else { return }
    let outside = depth - 1
    while depth > outside { _ = try next() }
  }

  private var peek: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// Reads the comma after a value; stays where it is when a container ends here.
  private mutating func readComma() throws(Fault) {
    guard let isObject = open.last else { return }
    switch peek {
    case UInt8(ascii: ","):
      position += 1
      state = isObject ? .name : .value
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: return
    default: throw fault(isObject ? "a comma or }" : "a comma or ]")
    }
  }

  private mutating func close() -> Token {
    position += 1
    let wasObject = open.popLast() ?? false
    endValue()
    return wasObject ? .endObject : .endArray
  }

  private mutating func endValue() { state = open.isEmpty ? .end : .commaOrEnd }

  private mutating func readName() throws(Fault) -> Token {
    guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes") }
    let text = try readString()
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw fault("a colon") }
    position += 1
    state = .value
    return .name(text)
  }

  private mutating func readValue() throws(Fault) -> Token {
    switch peek {
    case UInt8(ascii: "{"): return try begin(object: true)
    case UInt8(ascii: "["): return try begin(object: false)
    case UInt8(ascii: "\""):
      let text = try readString()
      endValue()
      return .string(text)
    case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func begin(object isObject: Bool) throws(Fault) -> Token {
    guard open.count < Self.depthLimit else {
      throw Fault(message: "nests more than \(Self.depthLimit) levels", offset: position)
    }
    position += 1
    open.append(isObject)
    state = isObject ? .nameOrEnd : .valueOrEnd
    return isObject ? .beginObject : .beginArray
  }

  private mutating func readLiteral(_ text: StaticString, _ token: Token) throws(Fault) -> Token {
    let word = Array(text.description.utf8)
    guard bytes[position..<end].starts(with: word) else { throw fault("a value") }
    position += word.count
    endValue()
    return token
  }

  /// Reads a string from its first quote to its last.
  private mutating func readString() throws(Fault) -> Text {
    let start = position + 1
    var hasEscapes = false
    position = start
    while true {
      skipPlain()
      switch peek {
      case UInt8(ascii: "\""):
        position += 1
        return Text(range: start..<(position - 1), hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        position += 1
        hasEscapes = true
        try readEscape()
      case nil: throw fault("the string's closing quote")
      default: throw fault("no control character in a string")
      }
    }
  }

  /// Skips what stands for itself in a string: nearly all bytes of a text.
  private mutating func skipPlain() {
    // In variables of its own, the loop keeps everything in registers.
    let (bytes, end) = (bytes, end)
    var index = position
    while index < end {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index &+= 1
    }
    position = index
  }

  /// Reads what follows a backslash.
  private mutating func readEscape() throws(Fault) {
    switch peek {
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard let digit = peek, JSONText.hexadecimal(digit) != nil else {
          throw fault("four hexadecimal digits")
        }
        position += 1
      }
    case let byte? where JSONText.unescaped(byte) != nil: position += 1
    default: throw fault("an escape such as \\n")
    }
  }

  private mutating func readNumber() throws(Fault) -> Token {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
    } else {
      try readDigits(position == start ? "a value" : "a digit")
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try readDigits("a digit")
    }
    if peek.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try readDigits("a digit")
    }
    endValue()
    return .number(start..<position)
  }

  private mutating func readDigits(_ expected: String) throws(Fault) {
    guard let byte = peek, byte &- 0x30 < 10 else { throw fault(expected) }
    while let byte = peek, byte &- 0x30 < 10 { position &+= 1 }
  }

  private func fault(_ expected: String) -> Fault {
    let found =
      peek.map { byte in
        (0x21..<0x7F).contains(byte) ? "\(Character(UnicodeScalar(byte)))" : "byte \(byte)"
      } ?? "the end of the text"
    return Fault(message: "expected \(expected), found \(found)", offset: position)
  }
}
