extension String {
  /// Returns the text with each control character as an escape such as `\u001B`, so that no
  /// terminal obeys it.
  ///
  /// Control characters are those of ASCII and Latin-1, and the ones of Unicode that end a line or
  /// turn its direction. An escape inside a string of JSON stands for the same character.
  ///
  /// - Parameter keepsLineEnds: True if `\n` stays as it is.
  package func escapingControls(keepsLineEnds: Bool = false) -> String {
    guard utf8.contains(where: Self.mayBeginControl) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if Self.isControl(scalar), !(keepsLineEnds && scalar == "\n") {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text on one line: each run of white space is one space, and control characters
  /// are escaped.
  package var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").escapingControls()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns true for a byte with which a control character may begin in UTF-8.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }
}
