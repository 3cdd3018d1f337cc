/// The tokens of one Swift file, enough of them to check rules about names, braces and words.
///
/// Comments and the text of strings are left out; code inside `\(…)` of a string is not. Not a
/// parser: it knows no grammar beyond matching quotes, and regex literals would confuse it.
struct SwiftSource {
  /// A word (name, keyword or number) or a single sign.
  struct Token: Equatable {
    var text: String
    /// Counted from 1.
    var line: Int
    /// True when the previous token ends where this one begins.
    var isAttached: Bool
  }

  /// A construct that encloses the scanner's position, innermost last.
  private enum Context {
    case code(openParentheses: Int)
    case string(hashes: Int, isMultiline: Bool)
  }

  private(set) var tokens: [Token] = []
  let lineCount: Int

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The end of the last token.
  private var tokenEnd = -1
  private var contexts: [Context] = [.code(openParentheses: 0)]

  init(_ text: String) {
    bytes = Array(text.utf8)
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    lineCount = ends + (bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? 0 : 1)
    while position < bytes.count, let context = contexts.last {
      switch context {
      case .code(let parentheses): scanCode(parentheses)
      case .string(let hashes, let isMultiline): scanString(hashes, isMultiline)
      }
    }
  }

  /// The byte `offset` places ahead, 0 beyond the end.
  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private func isQuote(_ offset: Int, repeated count: Int = 1) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "\"") }
  }

  /// Returns the number of `#` that are `offset` bytes ahead.
  private func hashCount(_ offset: Int) -> Int {
    var count = 0
    while byte(offset + count) == UInt8(ascii: "#") { count += 1 }
    return count
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  /// Takes `count` bytes as a token.
  private mutating func take(_ count: Int) {
    let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    tokens.append(Token(text: text, line: line, isAttached: position == tokenEnd))
    position += count
    tokenEnd = position
  }
}

extension SwiftSource {
  private mutating func scanCode(_ parentheses: Int) {
    switch byte() {
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipBlockComment()
    case UInt8(ascii: "\""): openString(hashes: 0)
    case UInt8(ascii: "#") where isQuote(hashCount(0)): openString(hashes: hashCount(0))
    case UInt8(ascii: ")") where parentheses == 0 && contexts.count > 1:
      contexts.removeLast()
      advance()
    case UInt8(ascii: "("): takeParenthesis(parentheses + 1)
    case UInt8(ascii: ")"): takeParenthesis(parentheses - 1)
    case ...0x20, UInt8(ascii: "`"): advance()
    case let byte where Self.isWordByte(byte): takeWord()
    default: take(1)
    }
  }

  private mutating func takeParenthesis(_ open: Int) {
    contexts[contexts.count - 1] = .code(openParentheses: open)
    take(1)
  }

  private mutating func takeWord() {
    var count = 1
    while Self.isWordByte(byte(count)) { count += 1 }
    take(count)
  }

  private mutating func openString(hashes: Int) {
    let isMultiline = isQuote(hashes, repeated: 3)
    advance(hashes + (isMultiline ? 3 : 1))
    contexts.append(.string(hashes: hashes, isMultiline: isMultiline))
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        advance(2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func scanString(_ hashes: Int, _ isMultiline: Bool) {
    let quotes = isMultiline ? 3 : 1
    if byte() == UInt8(ascii: "\\"), hashCount(1) >= hashes {
      let isInterpolation = byte(hashes + 1) == UInt8(ascii: "(")
      advance(hashes + 2)
      if isInterpolation { contexts.append(.code(openParentheses: 0)) }
    } else if isQuote(0, repeated: quotes), hashCount(quotes) >= hashes {
      advance(quotes + hashes)
      contexts.removeLast()
    } else {
      advance()
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
