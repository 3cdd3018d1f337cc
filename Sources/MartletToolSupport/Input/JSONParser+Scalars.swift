/// Strings and numbers.
extension JSONParser {
  /// A string, from its opening quote.
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    skipPlainBytes()
    if current == UInt8(ascii: "\"") {
      position += 1
      return try text(bytes[start..<position - 1], at: start)
    }
    return try stringWithEscapes(bytes[start..<position], at: start)
  }

  private mutating func skipPlainBytes() {
    position = ByteSearch.endOfPlainText(in: bytes, from: position)
  }

  private func text(
    _ utf8: some Collection<UInt8>,
    at offset: Int
  ) throws(JSONError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw JSONError(message: "the string is not UTF-8", offset: offset)
    }
    return text
  }

  private mutating func stringWithEscapes(
    _ beginning: ArraySlice<UInt8>,
    at start: Int
  ) throws(JSONError) -> String {
    var utf8 = Array(beginning)
    while current != UInt8(ascii: "\"") {
      guard current == UInt8(ascii: "\\") else { throw unexpected("the string's end") }
      position += 1
      try appendEscape(to: &utf8)
      let plain = position
      skipPlainBytes()
      utf8.append(contentsOf: bytes[plain..<position])
    }
    position += 1
    return try text(utf8, at: start)
  }

  /// The character behind a backslash.
  private mutating func appendEscape(to utf8: inout [UInt8]) throws(JSONError) {
    let letter = current
    if letter == UInt8(ascii: "u") {
      position += 1
      utf8.append(contentsOf: String(Character(try escapedScalar())).utf8)
      return
    }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
      UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
    guard let byte = plain[letter] else { throw unexpected("an escape") }
    utf8.append(byte)
    position += 1
  }

  /// The scalar of four hexadecimal digits, or of two times four for a surrogate pair. Half a pair
  /// alone, which no UTF-8 can hold, becomes U+FFFD.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = position + 1
    guard first < 0xDC00, current == UInt8(ascii: "\\"), next < bytes.count,
      bytes[next] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let saved = position
    position += 2
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else {
      position = saved
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
        throw unexpected("a hexadecimal digit")
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }

  /// A number, in the grammar of JSON and no other.
  mutating func number() throws(JSONError) -> Double {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let first = current
    let digits = skipDigits()
    guard digits > 0 else {
      position = start
      throw unexpected("a value")
    }
    if first == UInt8(ascii: "0"), digits > 1 {
      throw JSONError(message: "a number begins with 0", offset: start)
    }
    if current == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { throw unexpected("a digit") }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw unexpected("a digit") }
    }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw JSONError(message: "not a number", offset: start)
    }
    return number
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) { position += 1 }
    return position - start
  }
}
