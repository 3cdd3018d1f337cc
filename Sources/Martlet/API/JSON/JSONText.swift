/// Strings in JSON: their text, and back.
enum JSONText {
  /// The text of a string that a ``JSONReader`` has read.
  ///
  /// Halves of surrogate pairs, and bytes that are not UTF-8, become U+FFFD.
  static func decode(_ text: JSONReader.Text, in bytes: [UInt8]) -> String {
    guard text.hasEscapes else { return String(decoding: bytes[text.range], as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(text.range.count)
    var position = text.range.lowerBound
    while position < text.range.upperBound {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let kind = bytes[position]
      position += 1
      if kind == UInt8(ascii: "u") {
        let scalar = readScalar(bytes[..<text.range.upperBound], &position)
        result += Array(String(Character(scalar)).utf8)
      } else {
        result.append(unescaped(kind) ?? kind)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The scalar of `uXXXX`, or of two of them, whose first digit is at `position`.
  private static func readScalar(
    _ bytes: ArraySlice<UInt8>, _ position: inout Int
  ) -> Unicode.Scalar {
    let first = readUnit(bytes, position)
    position += 4
    if first & 0xFC00 == 0xD800, position + 6 <= bytes.endIndex,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      let second = readUnit(bytes, position + 2)
      if second & 0xFC00 == 0xDC00 {
        position += 6
        let value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
      }
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private static func readUnit(_ bytes: ArraySlice<UInt8>, _ position: Int) -> UInt32 {
    bytes[position..<(position + 4)].reduce(0) { $0 << 4 | (hexadecimal($1) ?? 0) }
  }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// What a backslash and this byte stand for, unless it is `u`.
  static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Appends `text` in quotes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
