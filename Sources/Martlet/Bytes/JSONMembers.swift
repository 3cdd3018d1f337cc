/// The members of a JSON object, as ranges of its bytes, so that some can be left out and the
/// others stay as they were written, with all digits of their numbers.
///
/// Only what is between the members is checked: their values are skipped. A comma after the last
/// member is passed over, as by Foundation's decoder, which reads what is stored.
///
/// - Complexity: O(bytes).
struct JSONMembers {
  /// The range of each name, with its quotes, and that of the name and its value.
  private(set) var ranges: [(name: Range<Int>, whole: Range<Int>)] = []
  private let bytes: [UInt8]
  private var position = 0

  /// Finds the members; nil if the bytes are no object.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard take("{") else { return nil }
    if !take("}") {
      repeat {
        skipSpaces()
        if next == UInt8(ascii: "}"), !ranges.isEmpty { break }
        let start = position
        guard skipString() else { return nil }
        let name = start..<position
        guard take(":"), skipValue() else { return nil }
        ranges.append((name, start..<position))
      } while take(",")
      guard take("}") else { return nil }
    }
    skipSpaces()
    guard position == bytes.count else { return nil }
  }

  /// Returns true for the white space of JSON.
  static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let next, Self.isSpace(next) { position += 1 }
  }

  /// Skips spaces and then `sign`; returns false if something else follows.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard next == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func skipString() -> Bool {
    guard next == UInt8(ascii: "\"") else { return false }
    position += 1
    while let byte = next {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// Skips a value with all that is in it.
  private mutating func skipValue() -> Bool {
    skipSpaces()
    switch next {
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested()
    default:
      let start = position
      while let next, !" \n\r\t,}]\"".utf8.contains(next) { position += 1 }
      return position > start
    }
  }

  /// Skips an object or an array.
  private mutating func skipNested() -> Bool {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return true }
    }
    return false
  }
}
